// The task list: what happened since the lab began, and the nights before.
import type { Cluster } from './cluster.ts';
import type { Guest } from './guest.ts';
import type { Node } from './node.ts';
import { between, chance, hash } from './walk.ts';

/** Times in epoch seconds. A running task has no `endtime` and no `status`. */
export type Task = {
  upid: string;
  node: string;
  pid: number;
  pstart: number;
  starttime: number;
  endtime: number;
  type: string;
  id: string;
  user: string;
  status: string;
};

const keep = 1000;
const day = 86_400;

function createTask(node: Node, type: string, id: string, from: number, to: number, status: string): Task {
  const pid = between(1000, 4_000_000, node.seed, type, id, from);
  const pstart = Math.max(0, from - node.bootedAt) * 100;
  const user = type === 'vzdump' || type === 'aptupdate' ? 'root@pam' : 'operator@pve';
  const hex = (value: number) => value.toString(16).toUpperCase().padStart(8, '0');
  const upid = `UPID:${node.name}:${hex(pid)}:${hex(pstart)}:${hex(from)}:${type}:${id}:${user}:`;
  return { upid, node: node.name, pid, pstart, starttime: from, endtime: to, type, id, user, status };
}

/** Puts a task of a guest on the list of the node where it happened. */
export function finish(cluster: Cluster, guest: Guest, type: string, from: number, to: number, status = 'OK'): void {
  const node = cluster.nodes.find((n) => n.name === guest.node);
  if (!node) return;
  cluster.tasks.push(createTask(node, type, String(guest.vmid), from, to, status));
  if (cluster.tasks.length > keep) cluster.tasks.shift();
}

/** The second of the night at which the backups of a node begin, and how long they take. */
const backupStart = (node: Node, midnight: number) => midnight + 3600 + between(0, 20, node.seed, 'backup') * 60;
export const midnightOf = (t: number) => t - (t % day);

/** All tasks of a node, newest first, as far as a week back. Includes those that are running at `now`. */
export function tasksOf(cluster: Cluster, node: Node, now: number): Task[] {
  const routine: Task[] = [];
  for (let ago = 0; ago < 7; ago++) {
    const midnight = midnightOf(now) - ago * day;
    const from = backupStart(node, midnight);
    const luck = chance(node.seed, 'night', midnight);
    const status = luck < 0.08 ? 'job errors' : luck < 0.12 ? 'WARNINGS: 2' : 'OK';
    routine.push(createTask(node, 'vzdump', '', from, from + between(1800, 5400, node.seed, midnight), status));
    const apt = midnight + 4 * 3600 + between(0, 3000, node.seed, 'apt', midnight);
    const failed = chance(hash(node.seed, 'apt', midnight)) < 0.05;
    const word = failed ? "command 'apt-get update' failed: exit code 100" : 'OK';
    routine.push(createTask(node, 'aptupdate', '', apt, apt + 6, word));
  }
  return [...routine, ...cluster.tasks.filter((t) => t.node === node.name)]
    .filter((t) => t.starttime <= now)
    .sort((a, b) => b.starttime - a.starttime);
}
