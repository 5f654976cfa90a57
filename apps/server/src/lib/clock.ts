// The only access to time and timers, so that tests can set any time.
import type { OnDefect } from './defects.ts';
import { BEAT_MS, createRunningTime } from './running-time.ts';

/**
 * `now` is epoch ms: only for what is shown or stored, because an administrator or NTP may step it. `monotonic` is for
 * durations, deadlines and ages: ms that never step, and stand still while the machine sleeps or the process is stopped,
 * so that data is not stale after a night of sleep. Timers use the monotonic time too. They do not keep the process alive.
 * An error in the function of a timer, or a rejection of the promise that it returns, is recorded as a defect. It ends
 * neither the process nor an `every`.
 */
export interface Clock {
  now(): number;
  monotonic(): number;
  /** For how long the process was stopped since its start, ms: `monotonic` stood still. Absent: never. */
  asleep?(): number;
  after(ms: number, run: Task): Cancel;
  every(ms: number, run: Task): Cancel;
}
export type Cancel = () => void;

/**
 * A moment on both clocks: `at` to show it, `monotonic` to compute how long ago it is. `asleep`: for how long the process had been stopped,
 * which tells such a time from a clock that was set.
 */
export interface Moment {
  at: number;
  monotonic: number;
  asleep?: number;
}
export function momentOf(clock: Pick<Clock, 'now' | 'monotonic' | 'asleep'>): Moment {
  const moment = { at: clock.now(), monotonic: clock.monotonic() };
  const asleep = clock.asleep?.() ?? 0;
  return asleep > 0 ? { ...moment, asleep } : moment;
}
/** Only a promise matters: the clock waits for it, to see whether it fails. */
export type Task = () => unknown;

/** After a sleep a timer may fire too early, so it is set again. A rounding error of this size is ignored. */
const EARLY_MS = 100;

export function createSystemClock(onDefect: OnDefect): Clock {
  const { running: monotonic, asleep } = createRunningTime(() => performance.now());
  setInterval(monotonic, BEAT_MS).unref();
  return {
    now: Date.now,
    monotonic,
    asleep,
    after(ms, run) {
      const due = monotonic() + ms;
      const guarded = supervised(run, onDefect);
      const arm = (wait: number) => setTimeout(fire, wait).unref();
      const fire = () => {
        const left = due - monotonic();
        if (left > EARLY_MS) timer = arm(left);
        else guarded();
      };
      let timer = arm(ms);
      return () => clearTimeout(timer);
    },
    every(ms, run) {
      const timer = setInterval(supervised(run, onDefect), ms).unref();
      return () => clearInterval(timer);
    },
  };
}

/** For a command and for tests: a defect ends them. */
export const systemClock: Clock = createSystemClock((error) => {
  throw error;
});

export const supervised = (run: Task, onDefect: OnDefect) => (): void => {
  const defect = (error: unknown) => onDefect(error, `a timer${run.name && `, ${run.name}`}`);
  try {
    const running = run();
    if (running instanceof Promise) running.catch(defect);
  } catch (error) {
    defect(error);
  }
};

export const iso = (ms: number): string => new Date(ms).toISOString();

/** Lets other work be done before the next step of a long one. */
export const pause = (clock: Pick<Clock, 'after'> = systemClock): Promise<void> =>
  new Promise((done) => void clock.after(0, done));

/** Keeps the process alive while it waits for timers alone. Without it Node ends the process in the middle of such a wait. */
export function stayAlive(): Cancel {
  const timer = setInterval(() => {}, 2 ** 30);
  return () => clearInterval(timer);
}
