// Imports the past that the hosts of one instance have kept: on the first contact, and after a gap. It never gets in the way of
// the polls: one call at a time, two in a second at most, and none while the essential poll is late.

import type { Resource } from '@belfry/schema/history/metrics';
import type { HistoryImport } from '@belfry/schema/http/history';
import * as z from 'zod';
import type { KeptColumns, Past, RecentCall } from '../../config/past.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Logger } from '../../lib/logger.ts';
import type { ForeignSamples, HistoryStore } from '../history-store.ts';
import { SAMPLE_MS } from '../tiers.ts';
import { samplesOf } from './kept-samples.ts';
import { callsIn, planOf, type Task } from './plan.ts';
import { waitingFor } from './waiting.ts';

const EVERY_MS = 500;
/** A shorter gap is not worth calls for every resource. */
const SHORTEST_GAP_MS = 120_000;
/** A shorter one is not worth a call for all of them either. */
const SHORTEST_RECENT_MS = 2 * SAMPLE_MS;
/** A call that nobody answered is made once more, after all others. */
const MAX_TRIES = 2;

/** Kept of each instance: its whole past was imported. */
const Kept = z.object({ importedAt: z.number() });

export interface ImportDeps {
  instance: string;
  past: Past;
  store: Pick<HistoryStore, 'fill' | 'flush'>;
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

export type Import = ReturnType<typeof startImport>;

/** A part of the time without samples of Belfry that the hosts fill with theirs. `isPlanned`: their means are queued for it. */
interface Gap {
  from: number;
  isPlanned: boolean;
}

interface Queued extends Task {
  tries: number;
  /** The means of the frame, while its maxima are not read. */
  mean?: KeptColumns;
}

export function startImport({ instance, past, store, memory, lastAlive, isOnTime, isEnabled, clock, log }: ImportDeps) {
  const over = new AbortController();
  const count = { done: 0, total: 0, failed: 0 };
  let queue: Queued[] = [];
  /** Calls for every sample of a gap. They are made first. */
  const recent: { call: RecentCall; gap: Gap }[] = [];
  /** The beginning of the queued import: 0 for the whole past. */
  let since: number | undefined;
  let isPlanned = false;
  let isRunning = false;
  let lateSince: number | undefined;
  let isBusy = false;
  let hasAnswer = false;

  function countMore(calls: number): void {
    if (!isRunning) Object.assign(count, { done: 0, total: 0, failed: 0 });
    isRunning = isRunning || calls > 0;
    count.total += calls;
  }

  function plan(from: number): void {
    const now = clock.now();
    const tasks = planOf(past.subjects(), past.frames(), from, now).map((task): Queued => ({ ...task, tries: 0 }));
    countMore(callsIn(tasks));
    // The newest frames of a new gap come before older ones that are still queued.
    queue = [...tasks, ...queue];
    since = Math.min(from, since ?? from);
    log.info({ instance, calls: callsIn(tasks) }, 'the past that the hosts have kept is imported');
  }

  /** The samples that the hosts still have, and where they do not reach or do not come, their means. */
  function planGap(from: number): void {
    const gap: Gap = { from, isPlanned: false };
    const lengthMs = clock.now() - from;
    const calls = lengthMs < SHORTEST_RECENT_MS ? [] : (past.recent?.calls() ?? []);
    if (calls.length === 0 || lengthMs > (past.recent?.spanMs ?? 0)) planMeans(gap);
    countMore(calls.length);
    recent.push(...calls.map((call) => ({ call, gap })));
    if (calls.length > 0)
      log.info({ instance, calls: calls.length }, 'the samples that the hosts still have are imported');
  }

  function planMeans(gap: Gap): void {
    if (gap.isPlanned || clock.now() - gap.from <= SHORTEST_GAP_MS) return;
    gap.isPlanned = true;
    plan(gap.from);
  }

  async function callRecent({ call, gap }: (typeof recent)[number]): Promise<void> {
    const answer = await call.read(gap.from, over.signal);
    if (over.signal.aborted) return;
    count.done++;
    const found = answer.ok ? answer.value : undefined;
    if (!found) {
      count.failed++;
      return planMeans(gap);
    }
    for (const { resource, samples } of found) await fill(resource, samplesOf(samples));
  }

  /** Plans what is missing since the last time. */
  async function planMissing(): Promise<void> {
    const lost = lateSince;
    lateSince = undefined;
    if (isPlanned) {
      if (lost !== undefined) planGap(lost);
      return;
    }
    isPlanned = true;
    const last = Kept.safeParse(memory.recall()).success ? ((await lastAlive) ?? 0) : 0;
    if (last === 0) plan(0);
    else planGap(last);
  }

  /** One call. The maxima of a frame are read next after its means. */
  async function call(task: Queued): Promise<void> {
    const { subject, frame, calls, mean } = task;
    const answer = await subject.read(frame, mean ? 'MAX' : 'AVERAGE', over.signal);
    if (over.signal.aborted) return;
    if (!answer.ok) {
      const isSilent = answer.error.kind === 'unreachable' || answer.error.kind === 'timeout';
      if (isSilent && ++task.tries < MAX_TRIES) return void queue.push(task);
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
    const first = recent.shift();
    const task = first ? undefined : queue.shift();
    if (first) await callRecent(first);
    else if (task) await call(task);
    else return;
    if (queue.length > 0 || recent.length > 0 || over.signal.aborted) return;
    // A store writes what it was given some minutes later, and what a killed process has lost is imported again.
    const isStored = await store.flush().then(
      () => true,
      () => false,
    );
    if (since === 0 && hasAnswer && isStored) memory.keep({ importedAt: clock.now() });
    log.info({ instance, ...count }, 'the import of the past has ended');
    since = undefined;
    isRunning = false;
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
    status(): HistoryImport {
      const waiting = waitingFor(queue.length > 0 || recent.length > 0 || !isPlanned, isEnabled(), isOnTime());
      return { instance, ...count, ...(waiting !== undefined && { waiting }) };
    },
    stop() {
      cancel();
      over.abort();
    },
  };
}
