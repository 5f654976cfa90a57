// What stands before two servers: it leads everybody to the one that says it is the active one, as HAProxy does. It notes for how long there was none.
import { setTimeout as wait } from 'node:timers/promises';
import type { StormClock } from '../../../contract/testing/storm/clock.ts';
import type { StormServer } from './server.ts';

const LOOK_MS = 25;
/** An answer counts as the present for so long: real, and more than one question takes on a busy machine. */
const FRESH_MS = 300;
/** Of the issue, on the clock of the storm. */
const BLIND_MS = 20_000;

export interface Front {
  holder(): StormServer | undefined;
  faults: string[];
  /** The longest time in ms of the storm for which nobody was active although somebody could be. */
  blindMs(): number;
  close(): Promise<void>;
}

export function startFront(
  servers: readonly StormServer[],
  { speed }: StormClock,
  lead: (server: StormServer) => void,
): Front {
  let followed: StormServer | undefined;
  let [isOver, isTold] = [false, false];
  let longest = 0;
  let last = performance.now();
  /** When one of both was last seen as the active one, and how much of the time since then this program itself was late. */
  let [seen, late] = [last, 0];
  const faults: string[] = [];

  /** Since when a server that has the lease gets ready; now, if none does. Its work may have begun before the other one ended. */
  function working(since: number): number {
    const at = servers
      .filter((server) => server.ableSince() !== undefined && server.begunAt() > server.readyAt())
      .map((server) => Math.max(since, server.begunAt()));
    return Math.min(performance.now(), ...at);
  }
  function look(): void {
    const now = performance.now();
    late += Math.max(0, now - last - 4 * LOOK_MS);
    last = now;
    const active = servers.filter((server) => now - server.readyAt() < FRESH_MS);
    const [first] = active.toSorted((a, b) => b.begunAt() - a.begunAt());
    if (first) [seen, late, isTold] = [Math.max(...servers.map((server) => server.readyAt())), 0, false];
    if (first && (!followed || !active.includes(followed))) {
      followed = first;
      lead(first);
    }
    if (first) return;
    for (const server of servers) {
      const since = Math.max(server.ableSince() ?? now, seen);
      // The clock is fast and the processor is not: what a server computes from the moment at which it has the lease takes real time.
      const begun = working(since);
      const waited = (begun - since) * speed + (now - begun);
      // The same for a machine so busy that this program is late too.
      const blind = waited - late * speed;
      longest = Math.max(longest, blind);
      if (blind < BLIND_MS || isTold) continue;
      isTold = true;
      faults.push(`nobody was active for ${Math.round(blind)} ms, although ${server.name} could be`);
    }
  }
  async function go(): Promise<void> {
    for (; !isOver; await wait(LOOK_MS)) look();
  }
  const going = go();
  return {
    holder: () => followed,
    faults,
    blindMs: () => longest,
    async close() {
      isOver = true;
      await going;
    },
  };
}
