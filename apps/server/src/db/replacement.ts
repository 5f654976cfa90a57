// A replacement of one part of the configuration in two steps, so that several replacements succeed together or not at all.
import { ok } from '@belfry/domain/result';
import type { Sentence } from '@belfry/schema/sentences/sentence';
import type { Answer } from '../lib/refusal.ts';
import type { Store, Stores } from './store.ts';

/** A place in a document that is not taken over, as names separated by dots, and why. */
export interface Left {
  path: string;
  why: Sentence;
}

/** It is checked before. */
export interface Replacement {
  /** Writes with the stores of the transaction that all replacements share. */
  write(tx: Stores): Promise<void>;
  /** Called after the commit: applies it and notifies the parts that depend on it. */
  settle(): void;
  /** What it leaves out. */
  left?: readonly Left[];
}

/** Puts one replacement in force alone. `reply` is called after that. */
export async function replaceAlone<T>(
  store: Pick<Store, 'atomically'>,
  prepared: Answer<Replacement>,
  reply: () => T,
): Promise<Answer<T>> {
  if (!prepared.ok) return prepared;
  await store.atomically(prepared.value.write);
  prepared.value.settle();
  return ok(reply());
}
