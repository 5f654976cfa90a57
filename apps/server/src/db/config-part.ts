// One part of the configuration: how it is read and replaced, through whichever door it comes.
import type { PartContent, PartName } from '@belfry/schema/config/parts';
import type { Sentence } from '@belfry/schema/sentences/sentence';
import type { Answer } from '../lib/refusal.ts';
import type { Replacement } from './replacement.ts';
import type { Stores } from './store.ts';

export interface ConfigPart<P extends PartName> {
  /** `stores`: those of the transaction that reads it. Undefined when the environment sets all of it, so that Belfry stores nothing. */
  read(stores: Stores): unknown;
  /** Checks the content, which fits the schema of the part, and changes nothing yet. */
  prepare(content: PartContent<P>): Answer<Replacement>;
  /** For the administrator, after it was replaced. */
  notice?(): Sentence | undefined;
}

/** All of them: a part that is missing does not compile. */
export type ConfigParts = { readonly [P in PartName]: ConfigPart<P> };
