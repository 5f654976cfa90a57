// The numbers of the resources, in memory: a block has the number of its resource in its key.
import type { Resource, ResourceKind } from '@belfry/schema/history/metrics';
import type { HistoryRows } from '../db/history-file.ts';
import { MOST_NUMBER } from './key.ts';

export interface Directory {
  /** Reads all numbers again: after a start, and after a commit that failed. */
  load(rows: HistoryRows): void;
  find(resource: Resource): number | undefined;
  /** Undefined for a number that has no resource any more. */
  resourceOf(number: number): Resource | undefined;
  /** Gives a new resource a number. Undefined if there are none left. */
  add(rows: HistoryRows, resource: Resource): number | undefined;
  forget(rows: HistoryRows, resource: Resource): void;
  size(): number;
}

export function createDirectory(): Directory {
  const numbers = new Map<ResourceKind, Map<string, number>>();
  const resources = new Map<number, Resource>();
  const find = ({ kind, id }: Resource) => numbers.get(kind)?.get(id);
  const keep = (number: number, { kind, id }: Resource) => {
    const ofKind = numbers.get(kind) ?? new Map<string, number>();
    numbers.set(kind, ofKind.set(id, number));
    resources.set(number, { kind, id });
  };
  return {
    load(rows) {
      numbers.clear();
      resources.clear();
      for (const { number, ...resource } of rows.resources()) keep(number, resource);
    },
    find,
    resourceOf: (number) => resources.get(number),
    add(rows, resource) {
      const known = find(resource);
      if (known !== undefined) return known;
      const number = rows.add(resource);
      if (number > MOST_NUMBER) return undefined;
      keep(number, resource);
      return number;
    },
    forget(rows, resource) {
      const number = find(resource);
      if (number === undefined) return;
      rows.forget(number);
      numbers.get(resource.kind)?.delete(resource.id);
      resources.delete(number);
    },
    size: () => resources.size,
  };
}
