// One task at a time, and few that wait. When more come than can wait, nobody is shut out by who came first: a known place
// is always heard, and among strangers chance decides, so that a flood from many addresses cannot hold every place.

/** Where a task comes from. `known`: somebody signed in from there before. */
export interface Place {
  network: string;
  known: boolean;
}

/** Undefined: the task was not run, because others are before it. */
export type FairQueue = <T>(place: Place, run: () => Promise<T>) => Promise<T | undefined>;

export interface FairQueueOptions {
  /** Running and waiting tasks. */
  places: number;
  /** The same of one network. */
  ofOneNetwork: number;
  /** 0 ≤ x < 1, such as Math.random. */
  random(): number;
}

interface Waiting extends Place {
  go(mayRun: boolean): void;
}

export function createFairQueue({ places, ofOneNetwork, random }: FairQueueOptions): FairQueue {
  const waiting: Waiting[] = [];
  let running: Place | undefined;

  /** Makes room for a newcomer. False: there is none. */
  function makeRoom({ network, known }: Place): boolean {
    const sameNetwork = [...waiting, ...(running ? [running] : [])].filter((other) => other.network === network);
    if (sameNetwork.length >= ofOneNetwork) return false;
    if (waiting.length + 1 < places) return true;
    const strangers = waiting.filter((other) => !other.known);
    // A stranger takes part in the draw, and may lose it.
    const lot = Math.floor(random() * (strangers.length + (known ? 0 : 1)));
    const loser = strangers[lot];
    if (!loser) return false;
    waiting.splice(waiting.indexOf(loser), 1);
    loser.go(false);
    return true;
  }

  function next(): void {
    const first = waiting.findIndex(({ known }) => known);
    const [following] = waiting.splice(Math.max(0, first), 1);
    running = following;
    following?.go(true);
  }

  return async (place, run) => {
    if (running) {
      if (!makeRoom(place)) return undefined;
      if (!(await new Promise<boolean>((go) => waiting.push({ ...place, go })))) return undefined;
    } else running = place;
    try {
      return await run();
    } finally {
      next();
    }
  };
}
