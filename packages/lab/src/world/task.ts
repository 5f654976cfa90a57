// The task list: what happened since the lab began, and the nights before.
import { historyOf } from './backup-history.ts';
import { midnightOf, runOn } from './backup-job.ts';
import type { Cluster } from './cluster.ts';
import type { Guest } from './guest.ts';
import type { Node } from './node.ts';
import { between, chance, hash } from './walk.ts';

/** Times in epoch seconds. A task with an `endtime` in the future is running; its `status` is not known yet. */
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

export function createTask(node: Node, type: string, id: string, from: number, to: number, status: string): Task {
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

/** All tasks of a node, newest first, as far as a week back. Includes those that are running at `now`. */
export function tasksOf(cluster: Cluster, node: Node, now: number): Task[] {
  const today = midnightOf(now);
  const routine: Task[] = [];
  for (let ago = 0; ago < 7; ago++) {
    const midnight = today - ago * day;
    const apt = midnight + 4 * 3600 + between(0, 3000, node.seed, 'apt', midnight);
    const failed = chance(hash(node.seed, 'apt', midnight)) < 0.05;
    const word = failed ? "command 'apt-get update' failed: exit code 100" : 'OK';
    routine.push(createTask(node, 'aptupdate', '', apt, apt + 6, word));
  }
  const running = cluster.backupJobs.flatMap((job) => {
    const run = runOn(job, node, today);
    return run && run.from <= now && now < run.to ? [createTask(node, 'vzdump', '', run.from, run.to, '')] : [];
  });
  const ended = historyOf(cluster).runs.filter((run) => run.node === node.name && run.starttime > now - 7 * day);
  return [...routine, ...running, ...ended, ...cluster.tasks.filter((t) => t.node === node.name)]
    .filter((t) => t.starttime <= now)
    .sort((a, b) => b.starttime - a.starttime);
}
