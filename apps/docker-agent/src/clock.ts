// The only access to time and timers, so that tests can set the time.

/** `now` epoch ms. */
export interface Clock {
  now(): number;
  /** Returns a function that cancels it. */
  after(ms: number, run: () => void): () => void;
}

export const systemClock: Clock = {
  now: Date.now,
  after(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};
