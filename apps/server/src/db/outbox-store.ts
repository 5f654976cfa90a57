// The messages on their way to destinations, what became of those before, and what each destination was told.
import { Severity } from '@belfry/schema/alerts/config';
import { Alert } from '@belfry/schema/entities/alert';
import type { Delivery, DeliveryState } from '@belfry/schema/notifications/delivery';
import type { Notice } from '@belfry/schema/notifications/notice';
import type { State } from '@belfry/schema/state';
import * as z from 'zod';
import type { Clock } from '../lib/clock.ts';
import { STEP_ROWS, startPruning } from './pruning.ts';

/** `threads`: by the id of the occurrence, the id of the first delivery about it to this destination. */
export interface OpenDelivery {
  delivery: Delivery;
  notice: Notice;
  threads: Readonly<Record<string, string>>;
}

/**
 * What a destination was told about one occurrence of an alert; times are epoch ms. `alert`: as it was last told. `level`: the highest
 * that was told. `flapping`: it was told that the alert flaps. `escalation`: the highest that was told; 0: none. `times`: when messages
 * about it were queued, the last one and all of the last hour. `endedAt`: when its end was told, or need not be told.
 */
export const Told = z.object({
  destination: z.string(),
  occurrence: z.string(),
  alert: Alert,
  level: Severity,
  flapping: z.boolean(),
  escalation: z.number(),
  times: z.array(z.number()).readonly(),
  endedAt: z.exactOptional(z.number()),
});
export type Told = z.infer<typeof Told>;
type ToldKey = Pick<Told, 'destination' | 'occurrence'>;

/** `first`: the id of the first delivery about it. `reached`: a message about it has left, or may have. */
export interface ToldRow {
  told: Told;
  first: string | undefined;
  reached: boolean;
}

/** All of it is written in one transaction. `updated` have their notice as it was; that of an ended delivery is removed. */
export interface OutboxChanges {
  put: readonly OpenDelivery[];
  updated: readonly Delivery[];
  told: readonly ToldRow[];
  forgotten: readonly ToldKey[];
}

/** `alert` and `occurrence` are ids. `attempted`: at least once. `latest`: only the newest of each destination. */
export interface DeliveryFilter {
  destination?: string | undefined;
  state?: DeliveryState | undefined;
  alert?: string | undefined;
  occurrence?: string | undefined;
  channel?: 'webhook' | undefined;
  attempted?: boolean | undefined;
  latest?: 'destination' | undefined;
}

/** The rows as a database keeps them. */
export interface OutboxTable {
  save(changes: OutboxChanges): Promise<void>;
  /** Those that have not ended, in the order in which they were queued. */
  open(): Promise<OpenDelivery[]>;
  told(): Promise<ToldRow[]>;
  /** Newest first. */
  find(filter: DeliveryFilter, limit: number, offset: number): Promise<Delivery[]>;
  /** Of those that ended, removes at most `most`: those that ended before `before`, then the oldest beyond `keep`. */
  prune(before: number, keep: number, most: number): Promise<number>;
  close(): void;
}

export interface OutboxStore extends Pick<OutboxTable, 'save' | 'open' | 'told' | 'find'> {
  /** Called when the rows were lost while running, so that those in memory are saved again. */
  onLoss(listener: () => void): void;
  problems(): State['serverProblems'];
  close(): void;
}

export interface OutboxStoreDeps {
  table: OutboxTable;
  clock: Clock;
  problems(): State['serverProblems'];
  onLoss(listener: () => void): void;
}

const DAY_MS = 86_400_000;
const KEPT_MS = 30 * DAY_MS;
const KEPT_ROWS = 100_000;

export function createOutboxStore({ table, clock, problems, onLoss }: OutboxStoreDeps): OutboxStore {
  let isClosed = false;
  const stopPruning = startPruning(() => table.prune(clock.now() - KEPT_MS, KEPT_ROWS, STEP_ROWS), clock);
  return {
    save: table.save,
    open: table.open,
    told: table.told,
    find: table.find,
    onLoss,
    problems,
    close() {
      if (isClosed) return;
      isClosed = true;
      stopPruning();
      table.close();
    },
  };
}
