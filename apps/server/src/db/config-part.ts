// One part of the configuration that can be exported and imported: how it is read, and how another replaces it.
import type { Answer } from '../lib/refusal.ts';
import type { Replacement } from './replacement.ts';

export interface ConfigPart {
  /** Its key in the file. */
  name: string;
  /** Undefined where there is nothing of ours: the environment says it all. */
  read(): unknown | Promise<unknown>;
  /** Finds everything that is wrong with what a file holds, and changes nothing yet. */
  prepare(found: unknown): Answer<Replacement>;
  /** A sentence for whoever imported it, once it is in force; empty where there is nothing to say. */
  notice?(): string;
}
