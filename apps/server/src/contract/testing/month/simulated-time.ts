// Days in minutes: the clock of a whole server and of its hosts goes on as soon as every call that is under way has its answer.
import diagnostics from 'node:diagnostics_channel';
import { setTimeout as pause } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { type FakeClock, fakeClock } from '../../../lib/fake-clock.ts';

const STEP_MS = 10_000;
/** Answers are parsed and followed by further calls, which begin a few turns of the event loop later. */
const QUIET_TURNS = 4;

export interface SimulatedTime {
  clock: FakeClock;
  /** Moves time, and returns when nothing is under way any more. */
  pass(ms: number): Promise<void>;
  /** Runs what is due until something is done, and moves time by `stepMs` meanwhile: the end of a server waits for time. */
  until<T>(done: Promise<T>, stepMs?: number): Promise<T>;
  /** Resolves when nothing is under way. */
  quiet(): Promise<void>;
}

export function simulatedTime(start: number): SimulatedTime {
  const clock = fakeClock(start);
  const under = new Set<unknown>();
  const subscribe = (name: string, run: (request: object) => void) => {
    const told = (message: unknown) => run((message as { request: object }).request);
    diagnostics.subscribe(name, told);
    onTestFinished(() => void diagnostics.unsubscribe(name, told));
  };
  subscribe('undici:request:create', (request) => under.add(request));
  for (const end of ['undici:request:trailers', 'undici:request:error'])
    subscribe(end, (request) => under.delete(request));
  const turn = () => new Promise<void>((done) => setImmediate(done));
  async function quiet() {
    for (let turns = 0; turns < QUIET_TURNS; turns = under.size === 0 ? turns + 1 : 0) await turn();
  }
  return {
    clock,
    quiet,
    async until(done, stepMs = 0) {
      let isDone = false;
      const end = () => {
        isDone = true;
      };
      done.then(end, end);
      await quiet();
      // A part of the work may be done by other threads, for which the clock does not have to go on.
      for (; !isDone; await pause(1)) await clock.advance(stepMs);
      return done;
    },
    async pass(ms) {
      for (const end = clock.now() + ms; clock.now() < end; ) {
        await clock.advance(Math.min(STEP_MS, end - clock.now()));
        await quiet();
      }
    },
  };
}
