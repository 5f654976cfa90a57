// Sends requests to one engine, oldest first. Those that were not accepted before the next ones come wait on the disk, so a process
// that is killed loses the newest ones only.
import { backoffMs } from '@belfry/domain/backoff';
import type { ExportStatus } from '@belfry/schema/history/exports';
import type { Disk } from '../../db/disk.ts';
import type { Batch, ExportQueue, QueueSize } from '../../db/export-queue-file.ts';
import { createWorkQueue } from '../../db/work-queue.ts';
import type { Clock } from '../../lib/clock.ts';
import type { OnDefect } from '../../lib/defects.ts';
import type { GuardedRequest } from '../../lib/outgoing/request.ts';
import { type Attempt, attempt } from './attempt.ts';
import type { EngineConfig } from './engine-settings.ts';
import type { Format } from './format.ts';

export interface SenderDeps {
  /** The name of its queue. */
  key: string;
  format: Format;
  config(): EngineConfig;
  queue: ExportQueue;
  disk: Pick<Disk, 'note'>;
  request: GuardedRequest;
  onDefect: OnDefect;
  clock: Clock;
}

export interface Sender {
  /** These requests are sent after all others. `at`: epoch ms now. */
  put(batches: readonly Batch[], at: number): Promise<void>;
  /** Sends what waits, if the engine may be asked again. Called once a second. */
  wake(): void;
  status(): Promise<ExportStatus>;
  /** Why requests are not accepted at present. `sinceMs` is on the clock that only grows. */
  trouble(): { words: string; isSender: boolean; at: number; sinceMs: number } | undefined;
  /** The configuration has changed. Without an engine, what waits is dropped. */
  follow(): Promise<void>;
  /** Everything was accepted, or is on the disk. */
  flush(): Promise<void>;
  /** Puts what was not sent on the disk. */
  stop(): Promise<void>;
}

const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 300_000;
const MEGABYTE = 1024 ** 2;

export function createSender(deps: SenderDeps): Sender {
  const { key, format, config, queue, disk, request, onDefect, clock } = deps;
  const turns = createWorkQueue();
  let over = new AbortController();
  let isStopped = false;
  /** In memory only. */
  let fresh: Batch[] = [];
  /** The number of a batch on the disk. */
  const numbers = new WeakMap<Batch, number>();
  let isQueued = true;
  /** Batches up to this number are done, also if the disk did not let us remove them. */
  let doneUpTo = 0;
  let running: Promise<void> | undefined;
  let failures = 0;
  let notBefore = 0;
  let trouble: ReturnType<Sender['trouble']>;
  const counts = { sent: 0, dropped: 0 };
  let sentAt: number | undefined;
  let dropReason: string | undefined;

  queue.onLoss(() => {
    doneUpTo = 0;
  });
  const drop = (values: number, reason: string) => {
    if (values === 0) return;
    counts.dropped += values;
    dropReason = reason;
  };
  const valuesIn = (batches: readonly Batch[]) => batches.reduce((sum, { values }) => sum + values, 0);

  /** False when the disk does not accept it. */
  async function onDisk(work: () => Promise<void>): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (error) {
      if (!disk.note(error)) throw error;
      return false;
    }
  }

  /** Puts what is in memory on the disk. */
  async function spill(): Promise<void> {
    if (fresh.length === 0) return;
    const isKept = await onDisk(async () => {
      const given = await queue.add(key, fresh);
      for (const [n, batch] of fresh.entries()) numbers.set(batch, given[n] ?? 0);
    });
    if (!isKept) drop(valuesIn(fresh), 'The disk does not accept what waits.');
    isQueued ||= isKept;
    fresh = [];
  }

  const put = (batches: readonly Batch[], at: number) =>
    turns.take(async () => {
      const { maxQueueHours, maxQueueMegabytes } = config();
      await spill();
      fresh = [...batches];
      const bounds = { before: at - maxQueueHours * 3_600_000, maxBytes: maxQueueMegabytes * MEGABYTE };
      if (isQueued)
        await onDisk(async () => drop(await queue.prune(key, bounds), 'More waited than the settings allow.'));
    });

  /** The oldest batch that waits. What is on the disk is older than what is in memory. */
  const next = (): Promise<Batch | undefined> =>
    turns.take(async () => {
      const stored = isQueued ? await queue.next(key, doneUpTo) : undefined;
      isQueued = stored !== undefined;
      if (stored) numbers.set(stored, stored.number);
      return stored ?? fresh[0];
    });

  const remove = (done: Batch) =>
    turns.take(async () => {
      fresh = fresh.filter((batch) => batch !== done);
      const number = numbers.get(done);
      if (number === undefined) return;
      doneUpTo = number;
      await onDisk(() => queue.removeUpTo(key, number));
    });

  async function send(): Promise<void> {
    const { signal } = over;
    while (!isStopped && config().enabled) {
      const batch = await next();
      if (!batch) return;
      const result = await attempt({
        ...{ format, config: config(), body: batch.body, request, signal, now: clock.now() },
      });
      if (signal.aborted) return;
      if (!(await settle(batch, result))) return;
    }
  }

  /** True when the next batch may be sent at once. */
  async function settle(batch: Batch, { result, status, words, waitMs, isSender = false }: Attempt): Promise<boolean> {
    const said = status === undefined ? words : `HTTP ${status}: ${words}`;
    if (result === 'later') {
      failures++;
      const { at, sinceMs } = trouble ?? { at: clock.now(), sinceMs: clock.monotonic() };
      trouble = { words: said, isSender, at, sinceMs };
      notBefore = clock.monotonic() + Math.max(waitMs ?? 0, backoffMs(failures, FIRST_WAIT_MS, LONGEST_WAIT_MS));
      await turns.take(spill);
      return false;
    }
    failures = 0;
    if (result === 'sent') {
      counts.sent += batch.values;
      sentAt = clock.now();
      trouble = undefined;
    } else drop(batch.values, said);
    await remove(batch);
    return true;
  }

  function wake(): void {
    if (running || isStopped || clock.monotonic() < notBefore) return;
    running = send()
      .catch((error) => onDefect(error, 'an export'))
      .finally(() => {
        running = undefined;
      });
  }

  return {
    put,
    wake,
    async status() {
      const size: QueueSize = await queue.size(key);
      const bytes = fresh.reduce((sum, { body }) => sum + body.length, size.bytes);
      const oldestAt = size.oldest ?? fresh[0]?.at;
      return {
        ...counts,
        waiting: size.values + valuesIn(fresh),
        waitingBytes: bytes,
        ...(oldestAt !== undefined && { oldestAt }),
        ...(sentAt !== undefined && { sentAt }),
        ...(trouble && { problem: trouble.words }),
        ...(trouble?.isSender && { refused: true as const }),
        ...(dropReason !== undefined && { dropReason }),
      };
    },
    trouble: () => trouble,
    async follow() {
      over.abort();
      over = new AbortController();
      await running;
      failures = 0;
      notBefore = 0;
      trouble = undefined;
      dropReason = undefined;
      if (config().enabled) return wake();
      fresh = [];
      await turns.take(async () => void (await onDisk(() => queue.removeUpTo(key, Number.MAX_SAFE_INTEGER))));
    },
    async flush() {
      wake();
      await running;
      await turns.take(spill);
    },
    async stop() {
      isStopped = true;
      await turns.take(spill);
      over.abort();
      await running;
    },
  };
}
