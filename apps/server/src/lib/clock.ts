// The only door to time and timers, so that tests can stand at any moment they like.
import type { OnDefect } from './defects.ts';

/**
 * `now` is epoch ms: only for what is shown or stored, because an administrator or NTP may step it. `monotonic` is ms
 * since some moment of the past and never steps: for durations, deadlines and ages. Timers do not keep the process alive.
 * What a timer runs is supervised: an error it throws, or the rejection of a promise it returns, is a defect, which is
 * noted and ends neither the process nor an `every`.
 */
export interface Clock {
  now(): number;
  monotonic(): number;
  after(ms: number, run: Task): Cancel;
  every(ms: number, run: Task): Cancel;
}
export type Cancel = () => void;
/** Only a promise has a meaning: the clock waits for it, to learn whether it fails. */
export type Task = () => unknown;

export function createSystemClock(onDefect: OnDefect): Clock {
  return {
    now: Date.now,
    monotonic: () => performance.now(),
    after(ms, run) {
      const timer = setTimeout(supervised(run, onDefect), ms).unref();
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
