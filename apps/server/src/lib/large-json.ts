// Parses large JSON in a worker. The result comes back in pieces, and other work is done between two of them.
import path from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { type Cancel, type Clock, pause, systemClock } from './clock.ts';
import { createJoin, type JsonPiece } from './json-pieces.ts';
import { createLimit } from './limit.ts';

export interface ToJsonWorker {
  id: number;
  bytes: Uint8Array<ArrayBuffer>;
}
export type FromJsonWorker =
  | { id: number; piece: JsonPiece }
  | { id: number; end: 'complete' | 'no-json' | 'too-large' };

/** `too-large`: an entry is larger than any of a real answer, or the worker needed too much memory or time. */
type LargeJson = { json: unknown } | 'no-json' | 'too-large';
/** The bytes belong to the worker from then on. */
export type ParseLarge = (bytes: Uint8Array<ArrayBuffer>) => Promise<LargeJson>;

export interface LargeJsonOptions {
  clock?: Pick<Clock, 'after'>;
  program?: string;
  mostMs?: number;
  heapMegabytes?: number;
}

/** The source while developing, and the bundle in a release. */
const PROGRAM = path.join(
  import.meta.dirname,
  import.meta.filename.endsWith('.ts') ? 'json-worker.ts' : 'json-worker.js',
);
/** Many times what the largest answer takes. */
const MAX_MS = 15_000;
const HEAP_MEGABYTES = 160;
/** A worker that has nothing to do ends after this time, so that small installations never pay for it. */
const IDLE_MS = 15_000;

export function createLargeJson(options: LargeJsonOptions = {}): ParseLarge {
  const { clock = systemClock, program = PROGRAM, mostMs = MAX_MS, heapMegabytes = HEAP_MEGABYTES } = options;
  const oneByOne = createLimit(1);
  let worker: Worker | undefined;
  let cancelIdle: Cancel = () => {};
  let jobs = 0;

  function start(): Worker {
    // For heaps that are made from now on. The server's own flag outranks `resourceLimits`.
    for (const end of ['min', 'max']) setFlagsFromString(`--${end}-semi-space-size=4`);
    const started = new Worker(program, { resourceLimits: { maxOldGenerationSizeMb: heapMegabytes } });
    // An error would end the process if nobody listened. The end of the worker follows it.
    started.on('error', () => {});
    started.unref();
    return started;
  }
  const end = (ended: Worker): void => {
    if (worker === ended) worker = undefined;
    void ended.terminate();
  };

  /** Outside of `ask`: a function that is made there would keep the pieces of its answer as long as it is referred to. */
  function endWhenIdle(idle: Worker): void {
    cancelIdle = clock.after(IDLE_MS, () => end(idle));
  }

  /** The pieces, or why there are none. */
  async function ask(bytes: Uint8Array<ArrayBuffer>): Promise<JsonPiece[] | 'no-json' | 'too-large'> {
    const id = ++jobs;
    const pieces: JsonPiece[] = [];
    cancelIdle();
    const used = worker ?? start();
    worker = used;
    const answer = Promise.withResolvers<'complete' | 'no-json' | 'too-large'>();
    const take = (message: FromJsonWorker) => {
      if (message.id !== id) return;
      if ('piece' in message) pieces.push(message.piece);
      else answer.resolve(message.end);
    };
    const lost = () => answer.resolve('too-large');
    used.on('message', take);
    used.once('exit', lost);
    const cancel = clock.after(mostMs, lost);
    used.postMessage({ id, bytes } satisfies ToJsonWorker, [bytes.buffer]);
    const found = await answer.promise;
    cancel();
    used.off('message', take);
    used.off('exit', lost);
    if (found === 'too-large') end(used);
    else endWhenIdle(used);
    return found === 'complete' ? pieces : found;
  }

  return async (bytes) => {
    const pieces = await oneByOne(() => ask(bytes));
    if (!Array.isArray(pieces)) return pieces;
    const join = createJoin();
    for (const piece of pieces) {
      join.add(piece);
      await pause();
    }
    return { json: join.value() };
  };
}

/** One worker for all hosts. */
export const parseLarge = createLargeJson();
