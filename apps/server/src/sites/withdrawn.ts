/** What was on its way when a host was taken away has arrived by then. */
const WITHDRAWN_MS = 60_000;

export type Withdrawn = ReturnType<typeof createWithdrawn>;

/** Hosts that were taken from a collector: what it had already said about them still arrives. */
export function createWithdrawn(monotonic: () => number) {
  const since = new Map<string, number>();
  return {
    note: (instance: string) => void since.set(instance, monotonic()),
    /** A moment ago. It may have been given back since. */
    has: (instance: string) => monotonic() - (since.get(instance) ?? Number.NEGATIVE_INFINITY) < WITHDRAWN_MS,
  };
}
