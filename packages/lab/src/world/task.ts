// The tasks of a node.
import type { Cluster } from './cluster.ts';
import type { Guest } from './guest.ts';
import type { Node } from './node.ts';
import { between } from './walk.ts';

/** Times in epoch seconds. A task with an `endtime` in the future is running, and its `status` is not known yet. */
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
  /** The lines of its log, where they do not follow from the rest. */
  log?: readonly string[];
};

const keep = 1000;

export function createTask(
  node: Node,
  type: string,
  id: string,
  from: number,
  to: number,
  status: string,
  user = type === 'vzdump' || type === 'aptupdate' ? 'root@pam' : 'operator@pve',
  nth = 0,
): Task {
  const pid = between(1000, 4_000_000, node.seed, type, id, from) + nth;
  const pstart = Math.max(0, from - node.bootedAt) * 100;
  const hex = (value: number) => value.toString(16).toUpperCase().padStart(8, '0');
  const upid = `UPID:${node.name}:${hex(pid)}:${hex(pstart)}:${hex(from)}:${type}:${id}:${user}:`;
  return { upid, node: node.name, pid, pstart, starttime: from, endtime: to, type, id, user, status };
}

/** Adds a task of a guest to the list of its node. */
export function finish(
  cluster: Cluster,
  guest: Guest,
  type: string,
  from: number,
  to: number,
  status = 'OK',
  user?: string,
): void {
  const node = cluster.nodes.find((n) => n.name === guest.node);
  if (!node) return;
  // Two tasks may begin in the same second.
  const nth = cluster.tasks.filter((task) => task.starttime === from).length;
  cluster.tasks.push(createTask(node, type, String(guest.vmid), from, to, status, user, nth));
  if (cluster.tasks.length > keep) cluster.tasks.shift();
}
