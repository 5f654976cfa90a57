// The calm life of a datacentre: now and then a backup, a move, a restart. Nothing runs while nobody asks.
import { type Cluster, migrateGuest, startGuest, stopGuest } from './cluster.ts';
import type { Guest } from './guest.ts';
import { finish } from './task.ts';
import { chance, hash } from './walk.ts';

/** One moment every so many seconds; every second one passes quietly. */
const rhythm = 75;

/**
 * Lets everything happen that was due by `now` (epoch seconds), in order and at its own time,
 * so that the state depends on the seed and the clock and not on who asked when.
 */
export function live(cluster: Cluster, now: number): void {
  while (cluster.since + (cluster.nextEvent + 1) * rhythm <= now) {
    const moment = ++cluster.nextEvent;
    happen(cluster, moment, cluster.since + moment * rhythm);
  }
}

function happen(cluster: Cluster, moment: number, at: number): void {
  settle(cluster, moment, at);
  const guest = chosen(cluster, moment);
  const luck = chance(cluster.seed, 'event', moment);
  if (!guest || guest.template || luck < 0.5) return;
  if (luck < 0.75) backup(guest);
  else if (luck < 0.85) migrate(cluster, guest, moment, at);
  else if (luck < 0.93 && guest.agent) guest.agentLost = true;
  else restart(cluster, guest, at);
}

/** What began one to three moments ago ends. */
function settle(cluster: Cluster, moment: number, at: number): void {
  const before = chosen(cluster, moment - 2);
  if (before?.lock === 'backup') {
    before.lock = undefined;
    finish(cluster, before, 'vzdump', at - 2 * rhythm, at);
  }
  const earlier = chosen(cluster, moment - 3);
  if (!earlier) return;
  const luck = chance(cluster.seed, 'event', moment - 3);
  if (luck >= 0.85 && luck < 0.93) earlier.agentLost = false;
  else if (luck >= 0.93 && earlier.power === 'stopped') startGuest(cluster, earlier, at);
}

function chosen(cluster: Cluster, moment: number): Guest | undefined {
  if (moment < 1) return undefined;
  const numbers = [...cluster.guests.keys()];
  return cluster.guests.get(numbers[hash(cluster.seed, 'who', moment) % Math.max(1, numbers.length)] ?? 0);
}

function backup(guest: Guest): void {
  if (guest.power === 'running') guest.lock = 'backup';
}

function migrate(cluster: Cluster, guest: Guest, moment: number, at: number): void {
  const others = cluster.nodes.filter((n) => n.online && n.name !== guest.node);
  const to = others[hash(cluster.seed, 'where', moment) % Math.max(1, others.length)];
  if (to && guest.power === 'running' && !guest.lock) migrateGuest(cluster, guest, to, at);
}

function restart(cluster: Cluster, guest: Guest, at: number): void {
  if (guest.power === 'running' && !guest.lock) stopGuest(cluster, guest, at);
}
