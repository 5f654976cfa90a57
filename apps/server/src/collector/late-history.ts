// Sends the history that the server asks for, when nothing newer waits, and with a quarter of the line at most.
import type { CollectUp } from '@belfry/schema/collect/up';
import type { Clock } from '../lib/clock.ts';
import type { GuardedTask } from '../lib/parts.ts';
import type { HistoryRange, OwnHistory } from './own-history.ts';

export interface LateHistoryDeps {
  history: Pick<OwnHistory, 'parts'>;
  send(message: CollectUp): void;
  /** Bytes that are on their way. Infinite without a line. */
  waiting(): number;
  /** Whether nothing newer waits. */
  isIdle(): boolean;
  guardedTask: GuardedTask;
  clock: Clock;
}

export interface LateHistory {
  /** What was asked before is given up: the server asks one question after the other. */
  ask(range: HistoryRange): void;
  /** The line is new: what was asked on the one before is asked again. */
  forget(): void;
  isBusy(): boolean;
}

/** Bytes in a second, on a line that carries more than four times as much. */
const RATE = 100_000;
/** After a part that took the line for some time, it is left alone for three times as long. */
const REST = 3;
const LOOK_MS = 50;

export function createLateHistory(deps: LateHistoryDeps): LateHistory {
  const { history, send, waiting, isIdle, guardedTask, clock } = deps;
  let question: HistoryRange | undefined;
  const pause = (ms: number) => new Promise<void>((done) => void clock.after(ms, done));
  const isFree = () => isIdle() && waiting() === 0;

  async function answer(range: HistoryRange): Promise<void> {
    const isAsked = () => question === range;
    for await (const part of history.parts(range)) {
      while (isAsked() && !isFree()) await pause(LOOK_MS);
      if (!isAsked()) return;
      const began = clock.monotonic();
      send(part);
      const bytes = waiting();
      while (isAsked() && waiting() > 0) await pause(LOOK_MS);
      const took = clock.monotonic() - began;
      if (Number.isFinite(bytes)) await pause(Math.max(took * REST, (bytes / RATE) * 1000 - took));
    }
    if (question === range) question = undefined;
  }

  return {
    ask(range) {
      question = range;
      void guardedTask('the history for the server', () => answer(range), undefined);
    },
    forget() {
      question = undefined;
    },
    isBusy: () => question !== undefined,
  };
}
