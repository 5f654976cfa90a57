// Imports the past that the hosts of one instance have kept: on the first contact, and after a gap. It never gets in the way of
// the polls: one call at a time, two in a second at most, and none while the essential poll is late.

import type { Resource } from '@belfry/schema/history/metrics';
import type { HistoryImport } from '@belfry/schema/http/history';
import * as z from 'zod';
import type { KeptColumns, Past } from '../../config/past.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Logger } from '../../lib/logger.ts';
import type { ForeignSamples, HistoryStore } from '../history-store.ts';
import { callsIn, planOf, type Task } from './plan.ts';

const EVERY_MS = 500;
/** A shorter gap is not worth calls for every resource. */
const SHORTEST_GAP_MS = 120_000;
/** A call that nobody answered is made once more, after all others. */
const MOST_TRIES = 2;

/** Kept of each instance: its whole past was imported. */
const Kept = z.object({ importedAt: z.number() });

export interface ImportDeps {
  instance: string;
  past: Past;
  store: Pick<HistoryStore, 'fill'>;
  memory: { recall(): unknown; keep(value: unknown): void };
  /** When Belfry took its last sample before this start (epoch ms). */
  lastAlive: Promise<number | undefined>;
  /** Whether the last run of the essential poll was good and in time. */
  isOnTime(): boolean;
  /** Whether values are recorded at present. */
  isEnabled(): boolean;
  clock: Clock;
  log: Pick<Logger, 'info'>;
}

export interface Import {
  status(): HistoryImport;
  stop(): void;
}

interface Queued extends Task {
  tries: number;
  /** The means of the frame, while its maxima are not read. */
  mean?: KeptColumns;
}

export function startImport({
  instance,
  past,
  store,
  memory,
  lastAlive,
  isOnTime,
  isEnabled,
  clock,
  log,
}: ImportDeps): Import {
  const over = new AbortController();
  const count = { done: 0, total: 0, failed: 0 };
  let queue: Queued[] = [];
  /** The beginning of the queued import: 0 for the whole past. */
  let since: number | undefined;
  let isPlanned = false;
  let lateSince: number | undefined;
  let isBusy = false;
  let hasAnswer = false;

  function plan(from: number): void {
    const now = clock.now();
    const tasks = planOf(past.subjects(), past.frames(), from, now).map((task): Queued => ({ ...task, tries: 0 }));
    if (queue.length === 0) Object.assign(count, { done: 0, total: 0, failed: 0 });
    count.total += callsIn(tasks);
    // The newest frames of a new gap come before older ones that are still queued.
    queue = [...tasks, ...queue];
    since = Math.min(from, since ?? from);
    log.info({ instance, calls: callsIn(tasks) }, 'the past that the hosts have kept is imported');
  }

  /** Plans what is missing since the last time. */
  async function planMissing(): Promise<void> {
    const lost = lateSince;
    lateSince = undefined;
    if (isPlanned) {
      if (lost !== undefined && clock.now() - lost > SHORTEST_GAP_MS) plan(lost);
      return;
    }
    isPlanned = true;
    const last = Kept.safeParse(memory.recall()).success ? ((await lastAlive) ?? 0) : 0;
    if (clock.now() - last > SHORTEST_GAP_MS) plan(last);
  }

  /** One call. The maxima of a frame are read next after its means. */
  async function call(task: Queued): Promise<void> {
    const { subject, frame, calls, mean } = task;
    const answer = await subject.read(frame, mean ? 'MAX' : 'AVERAGE', over.signal);
    if (over.signal.aborted) return;
    if (!answer.ok) {
      const isSilent = answer.error.kind === 'unreachable' || answer.error.kind === 'timeout';
      if (isSilent && ++task.tries < MOST_TRIES) return void queue.push(task);
      count.failed++;
    }
    hasAnswer ||= answer.ok;
    const columns = answer.ok ? answer.value : undefined;
    count.done++;
    if (mean) return fill(subject.resource, samplesOf(mean, columns));
    if (columns && calls.length > 1) return void queue.unshift({ ...task, mean: columns, tries: 0 });
    // Nothing was measured in this frame, so it has no maxima either.
    count.done += calls.length - 1;
    if (columns) await fill(subject.resource, samplesOf(columns));
  }

  /** Why the store refuses is a problem of the server, which every screen shows. */
  async function fill(resource: Resource, samples: ForeignSamples): Promise<void> {
    await store.fill(resource, samples).catch(() => void count.failed++);
  }

  async function next(): Promise<void> {
    const task = queue.shift();
    if (!task) return;
    await call(task);
    if (queue.length > 0 || over.signal.aborted) return;
    if (since === 0 && hasAnswer) memory.keep({ importedAt: clock.now() });
    log.info({ instance, ...count }, 'the import of the past has ended');
    since = undefined;
  }

  async function step(): Promise<void> {
    if (isBusy || !isEnabled()) return;
    if (!isOnTime()) {
      lateSince ??= clock.now();
      return;
    }
    if (past.subjects().length === 0 || past.frames().length === 0) return;
    isBusy = true;
    try {
      await planMissing();
      await next();
    } finally {
      isBusy = false;
    }
  }
  const cancel = clock.every(EVERY_MS, step);

  return {
    status() {
      const waiting = waitingFor(queue.length > 0 || !isPlanned, isEnabled(), isOnTime());
      return { instance, ...count, ...(waiting !== undefined && { waiting }) };
    },
    stop() {
      cancel();
      over.abort();
    },
  };
}

function waitingFor(hasWork: boolean, isEnabled: boolean, isOnTime: boolean): string | undefined {
  if (!hasWork) return undefined;
  if (!isEnabled) return 'Nothing is recorded at present.';
  return isOnTime ? undefined : 'The host is polled first: its last answer is missing or late.';
}

/** Both must have the same steps: between two calls the host may have begun a new one. */
function samplesOf(mean: KeptColumns, max?: KeptColumns): ForeignSamples {
  const { from, stepMs, columns } = mean;
  const fits = max?.from === from && max.stepMs === stepMs && max.columns[0]?.length === columns[0]?.length;
  return { from, stepMs, mean: columns, ...(fits && { max: max.columns }) };
}
