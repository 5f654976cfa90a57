// How fast one destination may be sent to: evenly, so that no minute has more messages than are allowed.

export function createPace() {
  let next = 0;
  return {
    /** The earliest time of the next message, on the monotonic clock. */
    next: (): number => next,
    /** A message is sent now. */
    take(now: number, perMinute: number) {
      next = now + 60_000 / Math.max(1, perMinute || 1);
    },
    /** Nothing is sent before this time. */
    wait(until: number) {
      next = Math.max(next, until);
    },
    /** Removes the wait that the service asked for, because the destination has changed. */
    reset() {
      next = 0;
    },
  };
}
