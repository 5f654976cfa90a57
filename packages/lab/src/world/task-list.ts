// The task list of a node: the tasks since the lab started, and tasks of the nights before.
import { historyOf } from './backup-history.ts';
import { midnightOf } from './backup-job.ts';
import type { Cluster } from './cluster.ts';
import { runIn } from './night.ts';
import type { Node } from './node.ts';
import { createTask, type Task } from './task.ts';
import { between, chance, hash } from './walk.ts';

const day = 86_400;

/** What administrators changed in the last week: the hardware of a VM, the disk of a container. */
const changesOn = (cluster: Cluster, node: Node, today: number): Task[] =>
  [...cluster.guests.values()].flatMap((guest) => {
    const ago = between(0, 20, guest.seed, 'changed');
    const at = today - ago * day + 9 * 3600 + between(0, 8 * 3600, guest.seed, 'changed at');
    if (guest.node !== node.name || ago >= 7 || at < guest.createdAt) return [];
    return [createTask(node, guest.kind === 'qemu' ? 'qmconfig' : 'resize', String(guest.vmid), at, at + 1, 'OK')];
  });

/** All tasks of a node in the last week, newest first. Includes those that are running at `now`. */
export function tasksOf(cluster: Cluster, node: Node, now: number): Task[] {
  const today = midnightOf(now);
  const routine: Task[] = [];
  for (let ago = 0; ago < 7; ago++) {
    const midnight = today - ago * day;
    const apt = midnight + 4 * 3600 + between(0, 3000, node.seed, 'apt', midnight);
    const failed = !cluster.calm && chance(hash(node.seed, 'apt', midnight)) < 0.05;
    const word = failed ? "command 'apt-get update' failed: exit code 100" : 'OK';
    routine.push(createTask(node, 'aptupdate', '', apt, apt + 6, word));
  }
  const running = cluster.backupJobs.flatMap((job) => {
    const run = runIn(cluster, job, node, today);
    return run && run.from <= now && now < run.to ? [createTask(node, 'vzdump', '', run.from, run.to, '')] : [];
  });
  const ended = historyOf(cluster).runs.filter((run) => run.node === node.name && run.starttime > now - 7 * day);
  return [
    ...routine,
    ...changesOn(cluster, node, today),
    ...running,
    ...ended,
    ...cluster.tasks.filter((t) => t.node === node.name),
  ]
    .filter((t) => t.starttime <= now)
    .sort((a, b) => b.starttime - a.starttime);
}
