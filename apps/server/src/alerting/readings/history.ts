// How values changed over time, for rules that compare a value with an earlier one. It survives a restart.
import * as z from 'zod';
import type { Moment } from '../../lib/clock.ts';
import type { RuleMemory } from '../engine/rule-set.ts';

/** Equal values in a row are one entry: seen first and last at these times, on the monotonic clock. */
export interface Entry<V> {
  value: V;
  from: number;
  until: number;
}

export interface HistoryOptions<V> {
  key: string;
  value: z.ZodType<V>;
  same(a: V, b: V): boolean;
  /** A value that is seen sooner after the last one is not added. Default: each is added. */
  everyMs?: number;
}

export interface History<V> {
  /**
   * Adds a value of a part of a resource, and gives the entries of the last `keepMs`, oldest first. A resource without parts is its
   * own part.
   */
  see(resource: string, part: string, value: V, now: Moment, keepMs: number): readonly Entry<V>[];
  /** Only these parts of the resource exist. */
  keepParts(resource: string, parts: readonly { id: string }[]): void;
  /** Only these resources exist. */
  keepResources(resources: readonly { id: string }[]): void;
  memory: RuleMemory;
}

/** No rule needs more entries. */
const MAX_ENTRIES = 100;
const DAY_MS = 86_400_000;

type Parts<V> = Map<string, Entry<V>[]>;

export function createHistory<V>({ key, value: schema, same, everyMs = 0 }: HistoryOptions<V>): History<V> {
  /** Of each part: the values with their times (epoch ms) as they were saved. */
  const Saved = z.record(z.string(), z.record(z.string(), z.array(z.tuple([schema, z.number(), z.number()]))));
  /** The saved values of resources that were not seen since the start. */
  let recalled: z.infer<typeof Saved> = {};
  const resources = new Map<string, Parts<V>>();
  let isChanged = false;
  let latest: Moment = { at: 0, monotonic: 0 };

  /** After a restart, only the wall clock shows how long ago a value was saved. */
  const revive = (resource: string, now: Moment): Parts<V> => {
    const saved = recalled[resource] ?? {};
    delete recalled[resource];
    const age = (at: number) => now.monotonic - Math.max(0, now.at - at);
    const entries = (rows: (typeof saved)[string]) =>
      rows.map(([value, from, until]): Entry<V> => ({ value, from: age(from), until: age(until) }));
    return new Map(Object.entries(saved).map(([part, rows]) => [part, entries(rows)]));
  };
  const partsOf = (resource: string, now: Moment): Parts<V> => {
    const parts = resources.get(resource) ?? revive(resource, now);
    resources.set(resource, parts);
    return parts;
  };
  const drop = (entries: Entry<V>[], count: number): void => {
    if (count <= 0) return;
    if (entries.length > 1) isChanged = true;
    entries.splice(0, count);
  };
  const keepOnly = (known: Map<string, unknown> | undefined, existing: readonly { id: string }[]): void => {
    if (!known || known.size <= existing.length) return;
    const ids = new Set(existing.map(({ id }) => id));
    for (const id of known.keys()) if (!ids.has(id)) known.delete(id);
    isChanged = true;
  };

  return {
    see(resource, part, value, now, keepMs) {
      latest = now;
      const parts = partsOf(resource, now);
      const entries = parts.get(part) ?? [];
      parts.set(part, entries);
      const last = entries.at(-1);
      if (last && same(last.value, value)) last.until = now.monotonic;
      else if (!last || now.monotonic - last.until >= everyMs) {
        entries.push({ value, from: now.monotonic, until: now.monotonic });
        if (last) isChanged = true;
      }
      const old = entries.findIndex(({ until }) => until >= now.monotonic - keepMs);
      drop(entries, Math.max(old === -1 ? entries.length : old, entries.length - MAX_ENTRIES));
      return entries;
    },
    keepParts: (resource, existing) => keepOnly(resources.get(resource), existing),
    keepResources: (existing) => keepOnly(resources, existing),
    memory: {
      key,
      recall(kept) {
        recalled = Saved.safeParse(kept).data ?? {};
      },
      /** A value that never changed is not saved: there is nothing to compare with it. */
      save() {
        if (!isChanged) return undefined;
        isChanged = false;
        const at = (monotonic: number) => Math.round(latest.at - (latest.monotonic - monotonic));
        const rows = (entries: readonly Entry<V>[]) =>
          entries.map(({ value, from, until }) => [value, at(from), at(until)]);
        const saved: Record<string, Record<string, unknown>> = {};
        for (const [resource, parts] of resources) {
          const changed = [...parts].filter(([, entries]) => entries.length > 1);
          if (changed.length > 0)
            saved[resource] = Object.fromEntries(changed.map(([part, entries]) => [part, rows(entries)]));
        }
        return { ...recent(recalled, latest.at), ...saved };
      },
    },
  };
}

/** Resources that do not come back within a day are forgotten. */
const recent = <V>(recalled: Record<string, Record<string, [V, number, number][]>>, now: number) =>
  Object.fromEntries(
    Object.entries(recalled).filter(([, parts]) =>
      Object.values(parts).some((rows) => rows.some(([, , until]) => now - until < DAY_MS)),
    ),
  );
