// One part of the configuration that can be exported and imported: how it is read and replaced.
import type { Sentence } from '@belfry/schema/sentences/sentence';
import type { Answer } from '../lib/refusal.ts';
import type { Replacement } from './replacement.ts';

export interface ConfigPart {
  /** Its key in the file. */
  name: string;
  /** Undefined when the environment sets all of it, so that Belfry stores nothing. */
  read(): unknown | Promise<unknown>;
  /** Checks the content of a file, and changes nothing yet. */
  prepare(found: unknown): Answer<Replacement>;
  /** For the administrator, after it was replaced. */
  notice?(): Sentence | undefined;
}
