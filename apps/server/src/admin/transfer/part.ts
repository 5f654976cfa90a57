// One part of the configuration that is carried: how it is read, and how another is put in its place.
import type { Answer } from '../../lib/refusal.ts';

/** Runs within the transaction of the whole import. What it returns runs once that is committed. */
export type Replacement = () => () => void;

export interface Part {
  /** Its key in the file. */
  name: string;
  /** Undefined where there is nothing of ours: the environment says it all. */
  read(): unknown;
  /** Finds everything that is wrong with what a file holds, and changes nothing yet. */
  prepare(found: unknown): Answer<Replacement>;
}
