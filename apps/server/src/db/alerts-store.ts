// Every occurrence of an alert, the active ones too: one row each, written when something happens to it. Limited in number and
// age; what is active always stays.
import type { Severity } from '@belfry/schema/alerts/config';
import { AlertChange, Known } from '@belfry/schema/alerts/history';
import { Alert } from '@belfry/schema/entities/alert';
import type { State } from '@belfry/schema/state';
import * as z from 'zod';
import { type Clock, pause } from '../lib/clock.ts';
import type { Connection } from './connection.ts';
import { STEP_ROWS, startPruning } from './pruning.ts';

/**
 * Times are epoch ms. `level` is the highest that it had, `peak` the worst value. `known`: what an explanation needs. `late`: when its site
 * told of it, after it had ended.
 */
export const Occurrence = z.object({
  id: z.string(),
  alert: Alert,
  level: Alert.shape.level,
  peak: z.number(),
  openedAt: z.number(),
  resolvedAt: z.number().optional(),
  reason: z.string().optional(),
  notified: z.boolean(),
  late: z.number().optional(),
  changes: z.array(AlertChange),
  known: Known,
});
export type Occurrence = z.infer<typeof Occurrence>;

/** `since` (included) and `until` (not included) are epoch ms and mean the start. `q` is searched in names, message, type and ids. */
export interface HistoryFilter {
  since?: number | undefined;
  until?: number | undefined;
  level?: Severity | undefined;
  type?: string | undefined;
  /** An id. */
  resource?: string | undefined;
  node?: string | undefined;
  q?: string | undefined;
  /** Only the alerts of these instances, and those about these resources. */
  within?: { instances: readonly string[]; resources: readonly string[] } | undefined;
  /** Only what comes after this one in a list with the newest first. */
  before?: Pick<Occurrence, 'openedAt' | 'id'> | undefined;
}

/** The number of occurrences that began in one interval. */
interface BucketCount {
  /** 0 for the first interval. */
  bucket: number;
  level: Severity;
  count: number;
}

interface FoundRows {
  rows: Occurrence[];
  last?: HistoryFilter['before'];
}

/** The rows as a database keeps them. */
export interface AlertsTable {
  /** Adds the rows, or replaces those with the same id. */
  put(rows: readonly Occurrence[]): Promise<void>;
  open(): Promise<Occurrence[]>;
  /** Those that ended at this time or later. */
  resolvedSince(at: number): Promise<Occurrence[]>;
  /**
   * Newest start first. Rows that cannot be read are left out, though they count for `limit` and `offset`. `last`: the place of the
   * last of `limit` rows, readable or not; undefined when there were fewer.
   */
  find(filter: HistoryFilter, limit: number, offset: number): Promise<FoundRows>;
  /** The start of the oldest. */
  oldest(filter: HistoryFilter): Promise<number | undefined>;
  /** By the start, in intervals of `size` ms from `origin` on. */
  count(filter: HistoryFilter, origin: number, size: number): Promise<BucketCount[]>;
  /** The newest occurrence of this alert, or the occurrence with this id. */
  newest(id: string): Promise<Occurrence | undefined>;
  /**
   * Of those that ended, removes at most `most`: those that ended before `before`, then what is beyond `keep` rows: the oldest of
   * the node, or of all Docker hosts, that has the most, or the oldest of all when none has that many.
   */
  prune(before: number, keep: number, most: number): Promise<number>;
}

export interface AlertsStore extends Pick<AlertsTable, 'open' | 'resolvedSince' | 'oldest' | 'count' | 'newest'> {
  /** Newest start first. */
  find(filter: HistoryFilter, limit: number, offset: number): Promise<Occurrence[]>;
  /** The same as `find` in parts, so that a long list does not keep the server from anything else. */
  pages(filter: HistoryFilter, limit: number, offset: number): AsyncGenerator<readonly Occurrence[]>;
  /** All of them or, if it rejects, none. */
  save(rows: readonly Occurrence[]): Promise<void>;
  /** Removes all that ended, in small steps. */
  clear(): Promise<void>;
  /** Called when the rows were lost while running, so that those in memory are saved again. */
  onLoss(listener: () => void): void;
  problems(): State['serverProblems'];
  close(): void;
}

export interface HistoryBounds {
  rows: number;
  retentionMs: number;
}
/** They are read and encoded in a few milliseconds. */
const PAGE_ROWS = 250;
const bounds: HistoryBounds = { rows: 100_000, retentionMs: 90 * 86_400_000 };

export interface AlertsStoreDeps {
  table: AlertsTable;
  connection: Pick<Connection, 'turn' | 'write' | 'onLoss'>;
  clock: Clock;
  problems(): State['serverProblems'];
  keep?: HistoryBounds | undefined;
}

export function createAlertsStore({
  table,
  connection: { turn, write, onLoss },
  clock,
  problems,
  keep = bounds,
}: AlertsStoreDeps): AlertsStore {
  const prune = (before: number, rows: number) => write(() => table.prune(before, rows, STEP_ROWS));
  const close = startPruning(() => prune(clock.now() - keep.retentionMs, keep.rows), clock);
  async function* pages(filter: HistoryFilter, limit: number, offset: number): AsyncGenerator<readonly Occurrence[]> {
    let place: HistoryFilter['before'];
    for (let left = limit; left > 0; left -= PAGE_ROWS) {
      const of = place ? { ...filter, before: place } : filter;
      const { rows, last } = await turn(() => table.find(of, Math.min(PAGE_ROWS, left), place ? 0 : offset));
      if (rows.length > 0) yield rows;
      if (!last) return;
      place = last;
      await pause(clock);
    }
  }
  return {
    open: () => write(table.open),
    resolvedSince: (at) => turn(() => table.resolvedSince(at)),
    find: async (...asked) => (await turn(() => table.find(...asked))).rows,
    pages,
    oldest: (filter) => turn(() => table.oldest(filter)),
    count: (...asked) => turn(() => table.count(...asked)),
    newest: (id) => turn(() => table.newest(id)),
    save: (rows) => write(() => table.put(rows)),
    async clear() {
      while ((await prune(Number.POSITIVE_INFINITY, 0)) === STEP_ROWS) await pause(clock);
    },
    onLoss,
    problems,
    close,
  };
}
