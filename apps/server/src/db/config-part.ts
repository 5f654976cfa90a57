// One part of the configuration that can be exported and imported: how it is read, and how another replaces it.
import type { Answer } from '../lib/refusal.ts';
import type { Replacement } from './replacement.ts';

export interface ConfigPart {
  /** Its key in the file. */
  name: string;
  /** Undefined when the environment sets all of it, so that Belfry stores nothing. */
  read(): unknown | Promise<unknown>;
  /** Finds everything that is wrong with what a file holds, and changes nothing yet. */
  prepare(found: unknown): Answer<Replacement>;
  /** A sentence for the administrator who imported it, after it is in force. Empty when there is nothing to say. */
  notice?(): string;
}
