// Answers what the server asks about an outage: the changes and the history of an instance. It is sent when nothing newer waits, and with a
// quarter of the line at most.
import type { CollectDown } from '@belfry/schema/collect/down';
import type { CollectUp } from '@belfry/schema/collect/up';
import type { Clock } from '../lib/clock.ts';
import type { GuardedTask } from '../lib/parts.ts';

type LateQuestion = Extract<CollectDown, { type: 'edges' | 'history' }>;

export interface LateAnswersDeps {
  parts(question: LateQuestion): AsyncIterable<CollectUp> | Iterable<CollectUp>;
  send(message: CollectUp): void;
  /** Bytes that are on their way. Infinite without a line. */
  waiting(): number;
  /** Whether nothing newer waits. */
  isIdle(): boolean;
  guardedTask: GuardedTask;
  clock: Clock;
}

export interface LateAnswers {
  /** What was asked before is given up: the server asks one question after the other. */
  ask(asked: LateQuestion): void;
  /** The line is new: what was asked on the one before is asked again. */
  forget(): void;
  isBusy(): boolean;
}

/** Bytes in a second, on a line that carries more than four times as much. */
const RATE = 100_000;
/** After a part that took the line for some time, it is left alone for three times as long. */
const REST = 3;
const LOOK_MS = 50;

export function createLateAnswers(deps: LateAnswersDeps): LateAnswers {
  const { parts, send, waiting, isIdle, guardedTask, clock } = deps;
  let question: LateQuestion | undefined;
  /** One answer is made at a time, however many are asked for. */
  let made: Promise<unknown> = Promise.resolve();
  const pause = (ms: number) => new Promise<void>((done) => void clock.after(ms, done));
  const isFree = () => isIdle() && waiting() === 0;

  async function answer(asked: LateQuestion): Promise<void> {
    const isAsked = () => question === asked;
    for await (const part of parts(asked)) {
      while (isAsked() && !isFree()) await pause(LOOK_MS);
      if (!isAsked()) return;
      const began = clock.monotonic();
      send(part);
      const bytes = waiting();
      while (isAsked() && waiting() > 0) await pause(LOOK_MS);
      const took = clock.monotonic() - began;
      if (Number.isFinite(bytes)) await pause(Math.max(took * REST, (bytes / RATE) * 1000 - took));
    }
    if (question === asked) question = undefined;
  }

  return {
    ask(asked) {
      question = asked;
      made = made.then(() =>
        question === asked ? guardedTask('the answer about an outage', () => answer(asked), undefined) : undefined,
      );
    },
    forget() {
      question = undefined;
    },
    isBusy: () => question !== undefined,
  };
}
