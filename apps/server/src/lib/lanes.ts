// Places for running calls. A call that hangs keeps its place, so no kind of call and no node may take all of them.

export interface LanePlan {
  /** The limit of all calls at once. */
  most: number;
  /** The number of these places that only urgent work may take. */
  reserved: number;
  /** The limit of one lane. */
  each: number;
}

/**
 * Runs the work when there is a place in all the lanes it names. Work without a lane is urgent: it goes first, and may
 * take every place.
 */
export type Lanes = <T>(names: readonly string[], run: () => Promise<T>) => Promise<T>;

interface Waiting {
  names: readonly string[];
  start(): void;
}

export function createLanes({ most, reserved, each }: LanePlan): Lanes {
  const waiting: Waiting[] = [];
  /** By lane. */
  const running = new Map<string, number>();
  const busy = { urgent: 0, ordinary: 0 };

  const runningIn = (name: string): number => running.get(name) ?? 0;
  const busiest = ({ names }: Waiting): number => Math.max(...names.map(runningIn));

  /**
   * The index of the next work: urgent work first, then the work in the lanes with the fewest running calls; −1 for
   * none.
   */
  function next(): number {
    if (busy.urgent + busy.ordinary >= most) return -1;
    const urgent = waiting.findIndex(({ names }) => names.length === 0);
    if (urgent >= 0 || busy.ordinary >= most - reserved) return urgent;
    let found = -1;
    let least = each;
    for (const [index, work] of waiting.entries()) {
      const under = busiest(work);
      if (under < least) [found, least] = [index, under];
    }
    return found;
  }
  function count(names: readonly string[], change: 1 | -1): void {
    busy[names.length === 0 ? 'urgent' : 'ordinary'] += change;
    for (const name of names) {
      const now = runningIn(name) + change;
      if (now > 0) running.set(name, now);
      else running.delete(name);
    }
  }
  function startWaiting(): void {
    for (let index = next(); index >= 0; index = next()) {
      const [work] = waiting.splice(index, 1);
      if (!work) return;
      count(work.names, 1);
      work.start();
    }
  }

  return async (names, run) => {
    await new Promise<void>((start) => {
      waiting.push({ names, start });
      startWaiting();
    });
    try {
      return await run();
    } finally {
      count(names, -1);
      startWaiting();
    }
  };
}
