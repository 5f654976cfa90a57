// The history of the product: values go to a worker that stores them in a file of the data directory.
import type { State } from '@belfry/schema/state';
import { whyUnwritable } from '../db/disk.ts';
import { type Clock, iso } from '../lib/clock.ts';
import type { Logger } from '../lib/logger.ts';
import type { Engine } from './engine.ts';
import { type HistoryStore, HistoryUnavailable } from './history-store.ts';
import { createPacking } from './packing.ts';
import { defaultLimits, type HistoryLimits } from './tiers.ts';
import { createUnrecorded } from './unrecorded.ts';
import type { Call, CallMessage, FromWorker } from './worker-messages.ts';
import { startWorkerThread, type WorkerThread } from './worker-thread.ts';

export interface EmbeddedHistory extends HistoryStore {
  /** From now on the worker is started when there is something to do. Until then nothing is recorded, and calls wait. */
  start(): void;
}

export interface EmbeddedHistoryOptions {
  dataDir: string;
  limits?: HistoryLimits;
  clock: Clock;
  log: Pick<Logger, 'warn' | 'error'>;
  /** Another program for the worker, for tests. */
  program?: string;
  /** How much may wait for the worker, in bytes. */
  mostUnrecorded?: number;
}

interface Waiting {
  message: CallMessage;
  tries: number;
  resolve(value: never): void;
  reject(error: Error): void;
}

/** A call that was under way when the worker ended is made again: all of them may be repeated. */
const MAX_TRIES = 2;
/** A question beyond these is refused at once. */
const MAX_WAITING = 1000;
/** A worker that has run for so long is well again. */
const WELL_MS = 60_000;

export function createEmbeddedHistory(given: EmbeddedHistoryOptions): EmbeddedHistory {
  const { dataDir, clock, log, program, mostUnrecorded } = given;
  let limits = given.limits ?? defaultLimits;
  /** By the number of the part. */
  const packings = new Map<number, ReturnType<typeof createPacking>>();
  const waiting = new Map<number, Waiting>();
  const unrecorded = createUnrecorded(clock, mostUnrecorded);
  let thread: WorkerThread | undefined;
  let isReady = false;
  /** What the worker has, by the number of the part. */
  const sent = new Map<number, readonly unknown[]>();
  let lastId = 0;
  let refused: State['serverProblems'] = {};
  let reported: State['serverProblems'] = {};
  let closing: Promise<void> | undefined;
  let isStarted = false;
  let readySince = 0;
  /** The first of the ends after which the worker is not well again. */
  let ended: { message: string; unwritable: string | undefined; at: number } | undefined;

  const isWell = () => isReady && clock.monotonic() - readySince >= WELL_MS;

  function startThread(): void {
    if (!isStarted || closing) return;
    thread ??= startWorkerThread({
      ...{ options: () => ({ dataDir, limits }), clock, onMessage: hear, onEnd: noteEnd, program },
    });
  }

  const rejectAll = (error: Error) => {
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };

  function hear(message: FromWorker): void {
    if (message.kind === 'ready') {
      isReady = true;
      readySince = clock.monotonic();
      for (const call of waiting.values()) send(call);
    } else if (message.kind === 'refused') {
      log.error({ dataDir }, message.message);
      refused = { history: { message: `${message.message} Nothing is recorded.`, since: iso(clock.now()) } };
      void thread?.stop();
      rejectAll(new HistoryUnavailable(message.message));
    } else if (message.kind === 'recorded') unrecorded.recorded();
    else if (message.kind === 'problems') reported = message.problems;
    else if (message.kind === 'error') log.error({ stack: message.stack }, `The history: ${message.message}`);
    else {
      const call = waiting.get(message.id);
      waiting.delete(message.id);
      if (message.kind === 'answer') call?.resolve(message.value as never);
      else call?.reject(new Error(message.message));
    }
  }

  function send(call: Waiting): void {
    call.tries++;
    thread?.post(call.message);
  }

  function noteEnd(error: unknown): void {
    const since = ended && !isWell() ? ended.at : clock.now();
    isReady = false;
    sent.clear();
    unrecorded.reset();
    log.error({ err: error }, 'the worker of the history ended unexpectedly, and is started again');
    ended = { message: String(error), unwritable: whyUnwritable(error), at: since };
    for (const [id, { tries, reject }] of waiting) {
      if (tries < MAX_TRIES) continue;
      waiting.delete(id);
      reject(new HistoryUnavailable(`The history does not answer: ${String(error)}`));
    }
  }

  const call = <Name extends Call>(name: Name, ...args: Parameters<Engine[Name]>): ReturnType<Engine[Name]> =>
    new Promise((resolve, reject) => {
      const [reason] = Object.values(refused);
      if (reason) return reject(new HistoryUnavailable(reason.message));
      if (waiting.size >= MAX_WAITING && name !== 'close')
        return reject(new HistoryUnavailable('The history has too many questions to answer.'));
      const id = ++lastId;
      const entry: Waiting = { message: { call: name, id, args } as CallMessage, tries: 0, resolve, reject };
      waiting.set(id, entry);
      startThread();
      if (isReady) send(entry);
    }) as ReturnType<Engine[Name]>;

  async function close(): Promise<void> {
    if (isReady) await call('close').catch(() => {});
    isReady = false;
    await thread?.stop();
    rejectAll(new HistoryUnavailable('The server stops.'));
  }

  return {
    start() {
      isStarted = true;
      if (waiting.size > 0) startThread();
    },
    record(at, samples, part = 0) {
      startThread();
      if (!isReady || !unrecorded.hasRoom()) return;
      const pack = packings.get(part) ?? createPacking();
      packings.set(part, pack);
      const { resources, values } = pack(samples);
      const reading = { ...(resources !== sent.get(part) && { resources }), values };
      sent.set(part, resources);
      unrecorded.sent(reading);
      thread?.post({ call: 'record', at, part, ...reading }, [values.buffer]);
    },
    fill: (resource, samples) => call('fill', resource, samples),
    known: (resource) => call('known', resource),
    series: (query) => call('series', query),
    counts: (query) => call('counts', query),
    status: () => call('status'),
    forget: (resources) => call('forget', resources),
    flush: () => call('flush'),
    configure(wanted) {
      limits = wanted;
      if (isReady) thread?.post({ call: 'configure', limits });
    },
    problems() {
      // It cannot even open its file: the same problem as that of a worker that cannot write any more.
      if (ended?.unwritable !== undefined && !isReady) {
        const message = `Measured values cannot be stored: ${ended.unwritable}.`;
        return { ...refused, ...unrecorded.problems(), 'history-disk': { message, since: iso(ended.at) } };
      }
      const end = ended &&
        !isWell() && {
          'history-worker': {
            message: `The worker of the history ended unexpectedly, and ${isReady ? 'was' : 'is being'} started again: ${ended.message}`,
            since: iso(ended.at),
          },
        };
      return { ...refused, ...reported, ...unrecorded.problems(), ...end };
    },
    close() {
      closing ??= close();
      return closing;
    },
  };
}
