// The only door to time and timers, so that tests can stand at any moment they like.

/**
 * `now` is epoch ms: only for what is shown or stored, because an administrator or NTP may step it. `monotonic` is ms
 * since some moment of the past and never steps: for durations, deadlines and ages. Timers do not keep the process alive.
 */
export interface Clock {
  now(): number;
  monotonic(): number;
  after(ms: number, run: () => void): Cancel;
  every(ms: number, run: () => void): Cancel;
}
export type Cancel = () => void;

export const systemClock: Clock = {
  now: Date.now,
  monotonic: () => performance.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms).unref();
    return () => clearTimeout(timer);
  },
  every(ms, run) {
    const timer = setInterval(run, ms).unref();
    return () => clearInterval(timer);
  },
};

export const iso = (ms: number): string => new Date(ms).toISOString();
