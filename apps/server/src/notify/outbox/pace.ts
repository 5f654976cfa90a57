// How fast one destination may be sent to: evenly, so that no minute has more messages than are allowed.

export interface Pace {
  /** The earliest time of the next message, on the monotonic clock. */
  next(): number;
  /** A message is sent now. */
  take(now: number, perMinute: number): void;
  /** Nothing is sent before this time. */
  wait(until: number): void;
  /** Removes the wait that the service asked for, because the destination has changed. */
  reset(): void;
}

export function createPace(): Pace {
  let next = 0;
  return {
    next: () => next,
    take(now, perMinute) {
      next = now + 60_000 / Math.max(1, perMinute || 1);
    },
    wait(until) {
      next = Math.max(next, until);
    },
    reset() {
      next = 0;
    },
  };
}
