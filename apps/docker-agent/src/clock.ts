// The only door to time and timers, so that tests can stand at any moment they like.

/** `now` epoch ms. */
export interface Clock {
  now(): number;
  /** Returns how to call it off. */
  after(ms: number, run: () => void): () => void;
}

export const systemClock: Clock = {
  now: Date.now,
  after(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};
