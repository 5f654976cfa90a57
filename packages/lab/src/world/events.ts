// Slow changes of a datacentre: sometimes a backup, a migration, a restart. They are calculated at the next request.
import { beginBackup, passTime } from './backup-history.ts';
import { type Cluster, migrateGuest, nodeNamed, startGuest, stopGuest } from './cluster.ts';
import type { Guest } from './guest.ts';
import { chance, hash } from './walk.ts';

/** The seconds between two possible events. About half of them do not happen. */
export const rhythm = 75;

/**
 * Applies all events until `now` (epoch seconds), in order and at their own times. So the state depends only on the
 * seed and the clock, not on the times of the requests.
 */
export function advance(cluster: Cluster, now: number): void {
  while (cluster.since + (cluster.moment + 1) * rhythm <= now) {
    const moment = ++cluster.moment;
    const at = cluster.since + moment * rhythm;
    const due = cluster.pending.filter((p) => p.due <= moment);
    cluster.pending = cluster.pending.filter((p) => p.due > moment);
    for (const { end } of due) end(at);
    passTime(cluster, at - rhythm, at);
    happen(cluster, moment, at);
  }
}

function happen(cluster: Cluster, moment: number, at: number): void {
  if (cluster.isLeftAlone) return;
  const luck = chance(cluster.seed, 'event', moment);
  const guest = luck < 0.5 ? undefined : idleGuest(cluster, moment);
  if (!guest) return;
  if (luck < 0.75) backup(cluster, guest, moment, at);
  else if (luck < 0.85) migrate(cluster, guest, moment, at);
  else if (cluster.calm) return;
  else if (luck < 0.93) loseAgent(cluster, guest, moment);
  else if (guest.ha === undefined) restart(cluster, guest, moment, at);
}

/** A running guest without another event, on an online node. */
function idleGuest(cluster: Cluster, moment: number): Guest | undefined {
  const numbers = [...cluster.guests.keys()];
  const guest = cluster.guests.get(numbers[hash(cluster.seed, 'who', moment) % Math.max(1, numbers.length)] ?? 0);
  return guest?.power === 'running' && !guest.lock && nodeNamed(cluster, guest.node)?.online ? guest : undefined;
}

/** An operator backs up one guest. */
function backup(cluster: Cluster, guest: Guest, moment: number, from: number): void {
  cluster.pending.push({ due: moment + 2, end: beginBackup(cluster, guest, from, 2 * rhythm) });
}

/** Moves a guest to a node that has its storage. */
function migrate(cluster: Cluster, guest: Guest, moment: number, at: number): void {
  const isZfs = nodeNamed(cluster, guest.node)?.zfs;
  const others = cluster.nodes.filter(
    (n) => n.online && n.name !== guest.node && (guest.storage !== undefined || n.zfs === isZfs),
  );
  const to = others[hash(cluster.seed, 'where', moment) % Math.max(1, others.length)];
  if (to) migrateGuest(cluster, guest, to, at);
}

function loseAgent(cluster: Cluster, guest: Guest, moment: number): void {
  if (!guest.agent || guest.agentLost) return;
  guest.agentLost = true;
  const end = () => {
    guest.agentLost = false;
  };
  cluster.pending.push({ due: moment + 3, end });
}

function restart(cluster: Cluster, guest: Guest, moment: number, at: number): void {
  stopGuest(cluster, guest, at);
  cluster.pending.push({ due: moment + 3, end: (later) => startGuest(cluster, guest, later) });
}
