// A node that is lost or switched off, and its return.
import { type Cluster, guestsOf, isQuorate, startGuest } from './cluster.ts';
import { type Guest, isRunning } from './guest.ts';
import type { Node } from './node.ts';
import { finish } from './task.ts';

/**
 * The other nodes keep the last report of the node for five minutes, and show its guests and storages unchanged. Only then they
 * are `unknown`. From `rrd_entry_is_old` in pmxcfs of pve-cluster. The node itself is offline at once.
 */
export const remembered = 300;

/** When the node sent its last statistics, if it sends none now: it is lost, or its statistics daemon hangs. */
const silentSince = ({ online, lostAt, statisticsUntil }: Node): number | undefined =>
  online ? statisticsUntil : (lostAt ?? Number.NEGATIVE_INFINITY);

/** Whether the cluster still has the last statistics of a node. */
export function isRemembered(node: Node, now: number): boolean {
  const since = silentSince(node);
  return since === undefined || now - since < remembered;
}

/** The time (epoch seconds) of the last statistics of that node: now, unless it sends none any more. */
export function statisticsTime(node: Node, now: number): number {
  const since = silentSince(node);
  return since === undefined || since === Number.NEGATIVE_INFINITY ? now : Math.min(now, since);
}

export function loseNode(node: Node, at: number): void {
  if (!node.online) return;
  node.online = false;
  node.lostAt = at;
}

/** The node starts. Its guests were off with it; those that start with their node run again after `guestsAfterS` seconds. */
export function returnNode(cluster: Cluster, node: Node, at: number): Guest[] {
  if (node.online) return [];
  node.online = true;
  node.lostAt = undefined;
  node.bootedAt = at;
  const waiting = guestsOf(cluster, node).filter((guest) => isRunning(guest) || guest.ha === 'freeze');
  for (const guest of waiting) guest.power = 'stopped';
  return waiting.filter(({ onboot, ha }) => onboot || ha !== undefined);
}

/** Starts these guests of a node that has booted. */
export function startAll(cluster: Cluster, guests: readonly Guest[], at: number): void {
  for (const guest of guests) {
    startGuest(cluster, guest, at);
    if (guest.ha !== undefined && guest.ha !== 'error') guest.ha = 'started';
  }
}

const managed = (cluster: Cluster, node: Node) =>
  guestsOf(cluster, node).filter(({ ha }) => ha !== undefined && ha !== 'error');

/** A cluster that has quorum fences a lost node. HA then waits until the node is off for certain. */
export function fence(cluster: Cluster, node: Node): void {
  if (node.online || !isQuorate(cluster)) return;
  for (const guest of managed(cluster, node)) guest.ha = 'fence';
}

/** HA moves the guests of a fenced node to the other nodes. They are stopped there until they are started. */
export function recover(cluster: Cluster, node: Node, at: number): Guest[] {
  const targets = cluster.nodes.filter((each) => each.online);
  if (node.online || !isQuorate(cluster)) return [];
  const moved = managed(cluster, node).filter(({ ha, storage }) => ha === 'fence' && storage !== undefined);
  for (const guest of moved) {
    const loads = targets.map((each) => ({ name: each.name, count: guestsOf(cluster, each).length }));
    const [least] = loads.sort((a, b) => a.count - b.count);
    if (!least) continue;
    guest.node = least.name;
    guest.power = 'stopped';
    guest.ha = 'starting';
    finish(cluster, guest, 'hastart', at, at + 1);
  }
  return moved;
}
