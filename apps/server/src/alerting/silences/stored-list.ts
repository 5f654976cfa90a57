// A short list of items with ids, stored as one setting. A change is in memory as soon as it is on the disk.

import { ok } from '@belfry/domain/result';
import type { Sentence } from '@belfry/schema/sentences/sentence';
import type * as z from 'zod';
import type { Replacement } from '../../db/replacement.ts';
import type { Store, Stores } from '../../db/store.ts';
import { type Answer, refuse } from '../../lib/refusal.ts';

export interface StoredList<T> {
  items(): readonly T[];
  add(item: T): Promise<Answer<T>>;
  /** Replaces the item with this id; undefined removes it. Resolves to the new item, or the removed one. */
  change(id: string, change: (item: T) => T | undefined): Promise<Answer<T>>;
  /** Replaces all items, as one part of a larger change. */
  prepare(items: readonly T[]): Replacement;
}

export interface StoredListOptions<T> {
  store: Pick<Store, 'settings' | 'atomically'>;
  key: string;
  item: z.ZodType<T>;
  most: number;
  /** The name of the items for messages: `silences`. */
  name: Sentence;
  /** Items that are not kept any longer are removed with the next change. */
  isKept?(item: T): boolean;
  changed(): void;
}

export function createStoredList<T extends { id: string }>(options: StoredListOptions<T>): StoredList<T> {
  const { store, key, most, name, isKept = () => true, changed } = options;
  const read = ({ settings }: Pick<Stores, 'settings'>): T[] => settings.list(key, options.item);
  let items: readonly T[] = read(store);

  async function write(next: (before: readonly T[]) => Answer<{ items: T[]; item: T }>): Promise<Answer<T>> {
    const written = await store.atomically(async (tx) => {
      const after = next(read(tx).filter(isKept));
      if (after.ok) await tx.settings.put(key, after.value.items);
      return after;
    });
    if (!written.ok) return written;
    items = read(store);
    changed();
    return ok(written.value.item);
  }

  return {
    items: () => items.filter(isKept),
    add: (item) =>
      write((before) =>
        before.length < most
          ? ok({ items: [...before, item], item })
          : refuse('conflict', { id: 'list.full', values: { limit: most, things: name } }),
      ),
    change: (id, change) =>
      write((before) => {
        const found = before.find((item) => item.id === id);
        if (!found) return refuse('not_found');
        const after = change(found);
        const rest = before.flatMap((item) => (item === found ? (after ?? []) : item));
        return ok({ items: rest, item: after ?? found });
      }),
    prepare: (next) => ({
      write: (tx) => tx.settings.put(key, next),
      settle() {
        items = read(store);
        changed();
      },
    }),
  };
}
