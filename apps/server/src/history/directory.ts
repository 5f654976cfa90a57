// The numbers of the resources, in memory: a block has the number of its resource in its key.
import type { Resource, ResourceKind } from '@belfry/schema/history/metrics';
import type { HistoryRows } from '../db/history-file.ts';
import { MAX_NUMBER } from './key.ts';

export type Directory = ReturnType<typeof createDirectory>;

export function createDirectory() {
  /** Of each kind in the order of the last record. After a start: in the order of the numbers. */
  const numbers = new Map<ResourceKind, Map<string, number>>();
  const resources = new Map<number, Resource>();
  const find = ({ kind, id }: Resource) => numbers.get(kind)?.get(id);
  const keep = (number: number, { kind, id }: Resource) => {
    const ofKind = numbers.get(kind) ?? new Map<string, number>();
    numbers.set(kind, ofKind.set(id, number));
    resources.set(number, { kind, id });
  };
  return {
    /** Reads all numbers again: after a start, and after a commit that failed. */
    load(rows: HistoryRows) {
      const stored = rows.resources();
      numbers.clear();
      resources.clear();
      for (const { number, ...resource } of stored) keep(number, resource);
    },
    find,
    /** Undefined for a number that has no resource any more. */
    resourceOf: (number: number): Resource | undefined => resources.get(number),
    /** Gives a new resource a number. Undefined if there are none left. */
    add(rows: HistoryRows, resource: Resource): number | undefined {
      const known = find(resource);
      if (known !== undefined) return known;
      const number = rows.add(resource);
      if (number > MAX_NUMBER) return undefined;
      keep(number, resource);
      return number;
    },
    forget(rows: HistoryRows, resource: Resource) {
      const number = find(resource);
      if (number === undefined) return;
      rows.forget(number);
      numbers.get(resource.kind)?.delete(resource.id);
      resources.delete(number);
    },
    /** It was recorded just now. */
    touch({ kind, id }: Resource) {
      const ofKind = numbers.get(kind);
      const number = ofKind?.get(id);
      if (number === undefined) return;
      ofKind?.delete(id);
      ofKind?.set(id, number);
    },
    /** Those of a kind beyond `most`, the ones that were recorded longest ago first. */
    surplus(kind: ResourceKind, most: number): Resource[] {
      const ids = numbers.get(kind);
      if (!ids || ids.size <= most) return [];
      return ids
        .keys()
        .take(ids.size - most)
        .map((id): Resource => ({ kind, id }))
        .toArray();
    },
    size: (): number => resources.size,
  };
}
