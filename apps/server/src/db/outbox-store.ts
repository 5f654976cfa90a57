// The messages on their way to destinations, the log of earlier ones, and the occurrences about which each destination was notified.
import { Severity } from '@belfry/schema/alerts/config';
import { Alert } from '@belfry/schema/entities/alert';
import type { Delivery, DeliveryState } from '@belfry/schema/notifications/delivery';
import type { Notice } from '@belfry/schema/notifications/notice';
import type { State } from '@belfry/schema/state';
import * as z from 'zod';
import type { Clock } from '../lib/clock.ts';
import type { Connection } from './connection.ts';
import { STEP_ROWS, startPruning } from './pruning.ts';

/** `threads`: by the id of the occurrence, the id of the first delivery about it to this destination. */
export interface OpenDelivery {
  delivery: Delivery;
  notice: Notice;
  threads: Readonly<Record<string, string>>;
}

/**
 * The messages about one occurrence of an alert to one destination; times are epoch ms. `alert`: as it was in the last message. `level`: the
 * highest level in a message. `flapping`: a message said that the alert flaps. `escalation`: the highest level of an escalation; 0: none.
 * `times`: when messages about it were queued, the last one and all of the last hour. `endedAt`: when the message about its end was
 * queued, or turned out to be unnecessary. `via`: a message went to this destination in its place; `first`: the id of the first
 * delivery there; `isBoth`: another one has reached the destination itself, or may have. `steps`: how many decisions there were about it.
 */
export const Notified = z.object({
  destination: z.string(),
  occurrence: z.string(),
  alert: Alert,
  level: Severity,
  flapping: z.boolean(),
  escalation: z.number(),
  times: z.array(z.number()).readonly(),
  endedAt: z.exactOptional(z.number()),
  via: z.exactOptional(z.object({ destination: z.string(), first: z.string(), isBoth: z.boolean() })),
  steps: z.exactOptional(z.number()),
});
export type Notified = z.infer<typeof Notified>;
type NotifiedKey = Pick<Notified, 'destination' | 'occurrence'>;

/** `first`: the id of the first delivery about it. `reached`: a message about it has left, or may have. */
export interface NotifiedRow {
  notified: Notified;
  first: string | undefined;
  reached: boolean;
}

/** What another delivery says, or has said, about the occurrence to the same destination: it was left out of this one. */
export interface Double {
  delivery: string;
  occurrence: string;
}

/** `updated` have their notice as it was; that of an ended delivery is removed. */
export interface OutboxChanges {
  put: readonly OpenDelivery[];
  updated: readonly Delivery[];
  notified: readonly NotifiedRow[];
  forgotten: readonly NotifiedKey[];
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
  /** A decision that was stored before is not stored again with another id. A delivery of nothing but doubles is left out. */
  save(changes: OutboxChanges): Promise<Double[]>;
  /** Those that have not ended, in the order in which they were queued. */
  open(): Promise<OpenDelivery[]>;
  notified(): Promise<NotifiedRow[]>;
  /** Newest first. */
  find(filter: DeliveryFilter, limit: number, offset: number): Promise<Delivery[]>;
  /** Of those that ended, removes at most `most`: those that ended before `before`, then the oldest beyond `keep`. */
  prune(before: number, keep: number, most: number): Promise<number>;
}

export interface OutboxStore extends Pick<OutboxTable, 'open' | 'notified' | 'find'> {
  /** All of it, apart from doubles, or, if it rejects, nothing. */
  save(changes: OutboxChanges): Promise<Double[]>;
  /** Called when the rows were lost while running, so that those in memory are saved again. */
  onLoss(listener: () => void): void;
  problems(): State['serverProblems'];
  close(): void;
}

export interface OutboxStoreDeps {
  table: OutboxTable;
  connection: Pick<Connection, 'turn' | 'write' | 'onLoss'>;
  clock: Clock;
  problems(): State['serverProblems'];
}

const DAY_MS = 86_400_000;
const KEPT_MS = 30 * DAY_MS;
const KEPT_ROWS = 100_000;

export function createOutboxStore({ table, connection, clock, problems }: OutboxStoreDeps): OutboxStore {
  const { turn, write, onLoss } = connection;
  const prune = () => write(() => table.prune(clock.now() - KEPT_MS, KEPT_ROWS, STEP_ROWS));
  return {
    save: (changes) => write(() => table.save(changes)),
    open: () => write(table.open),
    notified: () => write(table.notified),
    find: (...asked) => turn(() => table.find(...asked)),
    onLoss,
    problems,
    close: startPruning(prune, clock),
  };
}
