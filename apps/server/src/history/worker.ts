// The worker of the history: a thread of its own, so that compressing and writing never hold up the polls.
import { parentPort, workerData } from 'node:worker_threads';
import { openHistoryFile } from '../db/history-file.ts';
import { NewerFile } from '../db/separate-file.ts';
import { createSystemClock } from '../lib/clock.ts';
import { createEngine, type Engine } from './engine.ts';
import { HistoryUnavailable } from './history-store.ts';
import type { CallMessage, FromWorker, ToWorker, WorkerOptions } from './worker-messages.ts';

/** Between two parts of the work that waits, so that messages come through and the disk has time. */
const PAUSE_MS = 20;

const say = (message: FromWorker) => parentPort?.postMessage(message);
const sayError = (error: unknown, message = String(error)) =>
  say({ kind: 'error', message, stack: error instanceof Error ? error.stack : undefined });
/** That the history has ended is no fault: the server stops. */
const sayFault = (error: unknown) => error instanceof HistoryUnavailable || sayError(error);
const clock = createSystemClock((error) => sayError(error));

async function start({ dataDir, limits }: WorkerOptions): Promise<void> {
  const log = { error: (details: { err?: unknown }, message: string) => sayError(details.err, message) };
  const file = openHistoryFile({ dataDir, clock, log });
  const engine = await createEngine({ file, clock, limits });
  serve(engine);
}

function serve(engine: Engine): void {
  const resources = new Map<number, Parameters<Engine['record']>[1]>();
  let problems = '';
  let isWorking = false;

  async function handle(message: ToWorker): Promise<void> {
    if (message.call === 'configure') engine.configure(message.limits);
    else if (message.call === 'record') {
      if (message.resources) resources.set(message.part, message.resources);
      try {
        await engine.record(message.at, resources.get(message.part) ?? [], message.values);
      } finally {
        say({ kind: 'recorded' });
      }
      void work();
    } else say({ kind: 'answer', id: message.id, value: await answer(message) });
    sayProblems();
  }

  function answer(message: CallMessage): Promise<unknown> {
    switch (message.call) {
      case 'fill':
        return engine.fill(...message.args);
      case 'known':
        return engine.known(...message.args);
      case 'series':
        return engine.series(...message.args);
      case 'counts':
        return engine.counts(...message.args);
      case 'forget':
        return engine.forget(...message.args);
      default:
        return engine[message.call]();
    }
  }

  /** Coarser tiers and old blocks: a part, a pause, the next part. */
  async function work(): Promise<void> {
    if (isWorking) return;
    isWorking = true;
    try {
      while (await engine.step()) await new Promise<void>((done) => void clock.after(PAUSE_MS, done));
    } catch (error) {
      sayFault(error);
    } finally {
      isWorking = false;
    }
  }

  function sayProblems(): void {
    const now = engine.problems();
    const text = JSON.stringify(now);
    if (text !== problems) say({ kind: 'problems', problems: now });
    problems = text;
  }

  parentPort?.on('message', (message: ToWorker) => {
    handle(message).catch((error: unknown) => {
      if ('id' in message) say({ kind: 'failure', id: message.id, message: String(error) });
      sayFault(error);
      sayProblems();
    });
  });
  say({ kind: 'ready' });
  sayProblems();
}

await start(workerData).catch((error: unknown) => {
  // The file of a newer version stays as it is, and the server runs without a history.
  if (!(error instanceof NewerFile)) throw error;
  say({ kind: 'refused', message: error.message });
});
