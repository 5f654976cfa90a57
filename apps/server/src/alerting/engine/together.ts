// Guests of one node that stop or start together, because their node does. A node that is shut down stops its guests first, while it
// is still online. A node that is back starts them one after the other.
import type { Reading } from './reading.ts';
import type { TrackedAlerts } from './tracked.ts';

/** Guests that stop within this time of each other belong together. */
const TOGETHER_MS = 60_000;
/** Their node must stay online this long after the last of them stopped. */
const SHUTDOWN_MS = 120_000;
/** After a node came back, or after one of its guests started, the others have this time to start. */
const RECOVERY_MS = 60_000;
/** For this time after its return, a node may be starting guests. */
const LONGEST_RECOVERY_MS = 300_000;

/** By the start of each, the start of the last one of its group. A guest that is alone is in none. */
type Groups = ReadonlyMap<number, number>;

/** Times are on the monotonic clock. A node is named by the alert about it. */
export function createTogether(alerts: TrackedAlerts) {
  const returns = new Map<string, { at: number; lastStart: number }>();
  let grouped: { evaluation: number; byHost: ReadonlyMap<string, Groups> } = { evaluation: 0, byHost: new Map() };

  const group = (): ReadonlyMap<string, Groups> => {
    const starts = new Map<string, number[]>();
    for (const { reading, pending, open } of alerts.all()) {
      const host = reading && isGuestOff(reading) ? reading.causes?.[0] : undefined;
      const since = pending?.since.monotonic ?? open?.startedAt;
      if (host === undefined || since === undefined) continue;
      const own = starts.get(host);
      if (own) own.push(since);
      else starts.set(host, [since]);
    }
    return new Map([...starts].map(([host, times]) => [host, groupsOf(times)]));
  };

  return {
    /**
     * Whether the reading of a guest that is off since `since` must wait. `answered` is when the last good answer was asked for: time
     * without answers does not show that the node stays online. `evaluation` is the number of the present one.
     */
    mustWait(reading: Reading, since: number, answered: number, evaluation: number): boolean {
      const host = reading.causes?.[0];
      if (host === undefined || !isGuestOff(reading)) return false;
      const back = returns.get(host);
      if (back && answered - back.lastStart < RECOVERY_MS) return true;
      if (grouped.evaluation !== evaluation) grouped = { evaluation, byHost: group() };
      const last = grouped.byHost.get(host)?.get(since);
      return last !== undefined && answered - last < SHUTDOWN_MS;
    },
    /** The alert about this host has ended. */
    returned: (host: string, now: number) => void returns.set(host, { at: now, lastStart: now }),
    /** A guest is not off any more. */
    started(reading: Reading, now: number) {
      const host = reading.causes?.[0];
      const back = host === undefined ? undefined : returns.get(host);
      if (back && isGuestOff(reading)) back.lastStart = now;
    },
    prune(now: number) {
      for (const [host, { at }] of returns) if (now - at > LONGEST_RECOVERY_MS) returns.delete(host);
    },
  };
}

const isGuestOff = ({ type, resource }: Reading): boolean => type === 'powered-off' && resource.kind === 'guest';

function groupsOf(times: number[]): Groups {
  const groups = new Map<number, number>();
  let members: number[] = [];
  const close = () => {
    const last = members.at(-1);
    if (members.length > 1 && last !== undefined) for (const member of members) groups.set(member, last);
    members = [];
  };
  for (const time of times.sort((a, b) => a - b)) {
    const before = members.at(-1);
    if (before !== undefined && time - before > TOGETHER_MS) close();
    members.push(time);
  }
  close();
  return groups;
}
