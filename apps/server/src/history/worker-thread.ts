// The thread in which the history works. It is started again when it ends unexpectedly.
import path from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import type { Cancel, Clock } from '../lib/clock.ts';
import type { FromWorker, ToWorker, WorkerOptions } from './worker-messages.ts';

export type WorkerThread = ReturnType<typeof startWorkerThread>;

export interface WorkerThreadOptions {
  /** Read at each start. */
  options(): WorkerOptions;
  clock: Pick<Clock, 'after'>;
  onMessage(message: FromWorker): void;
  /** The thread has ended by itself; another one follows. */
  onEnd(error: unknown): void;
  program?: string | undefined;
}

/** The source while developing, and the bundle in a release. */
const PROGRAM = path.join(
  import.meta.dirname,
  import.meta.filename.endsWith('.ts') ? 'worker.ts' : 'history-worker.js',
);
const RESTART_MS = [1000, 5000, 15_000, 60_000];
/** What it needs for 10,000 guests. A thread that needs more ends, and the server goes on. */
const resourceLimits = { maxOldGenerationSizeMb: 128 };

export function startWorkerThread(given: WorkerThreadOptions) {
  const { options, clock, onMessage, onEnd, program = PROGRAM } = given;
  let worker: Worker | undefined;
  let ends = 0;
  let isStopped = false;
  let cancel: Cancel = () => {};

  function start(): void {
    // For heaps that are made from now on. The server's own flag outranks `resourceLimits`, and would give this one 4 MB more. With 1 MB less an
    // import takes half as much processor time again.
    for (const end of ['min', 'max']) setFlagsFromString(`--${end}-semi-space-size=2`);
    const started = new Worker(program, { workerData: options(), resourceLimits });
    worker = started;
    let reason: unknown = new Error('it ended');
    started.on('message', (message: FromWorker) => {
      if (message.kind === 'answer') ends = 0;
      onMessage(message);
    });
    started.on('error', (error) => {
      reason = error;
    });
    started.on('exit', () => {
      worker = undefined;
      if (isStopped) return;
      cancel = clock.after(RESTART_MS[ends++] ?? 60_000, start);
      onEnd(reason);
    });
    started.unref();
  }

  start();
  return {
    /** Nothing is sent while it does not run. */
    post: (message: ToWorker, transfer: readonly ArrayBuffer[] = []) => worker?.postMessage(message, transfer),
    /** Ends the thread, and starts no other. */
    async stop() {
      isStopped = true;
      cancel();
      await worker?.terminate();
    },
  };
}
