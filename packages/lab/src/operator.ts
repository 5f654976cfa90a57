// Lets a test change the guests of a lab, and read their real figures to compare them with those of a monitor.
import { sendWebhook, type Webhook } from './webhook.ts';
import { beginBackup } from './world/backup-history.ts';
import {
  addGuest,
  type Cluster,
  migrateGuest,
  nodeNamed,
  removeGuest,
  startGuest,
  stopGuest,
} from './world/cluster.ts';
import { advance } from './world/events.ts';
import { type Figures, figures, type Guest } from './world/guest.ts';
import { lastRound } from './world/node.ts';
import { backupTimesOf, type Clone, cloneGuest, type Restore, restoreGuest } from './world/restore.ts';
import { editRow, type Row } from './world/settings.ts';
import { createTask, finish } from './world/task.ts';

/** The duration of a backup that an operator makes. */
const BACKUP_S = 20;

export interface EditTask {
  type: string;
  user: string;
  id?: string;
  node?: string;
}

/** `instance` is the name of a cluster. Unknown names and numbers throw, because they are errors in a test. */
export type Operator = ReturnType<typeof createOperator>;

export function createOperator(clusters: Cluster[], now: () => number) {
  const clusterOf = (instance: string): Cluster => {
    const cluster = clusters.find((c) => c.name === instance);
    if (!cluster)
      throw new Error(`no cluster ${instance} in the lab; there are ${clusters.map((c) => c.name).join(', ')}`);
    advance(cluster, now());
    return cluster;
  };
  const guestOf = (instance: string, vmid: number) => {
    const cluster = clusterOf(instance);
    const guest = cluster.guests.get(vmid);
    if (!guest) throw new Error(`no guest ${vmid} in ${instance}`);
    return { cluster, guest };
  };

  const webhooks = new Map<string, Webhook[]>();

  return {
    /** The cluster calls it when a backup ends. */
    addWebhook(instance: string, webhook: Webhook): void {
      webhooks.set(instance, [...(webhooks.get(instance) ?? []), webhook]);
    },
    /** Backs up a guest. The backup has just ended. Returns the statuses with which its webhooks answered. */
    async backUp(instance: string, vmid: number): Promise<number[]> {
      const { cluster, guest } = guestOf(instance, vmid);
      beginBackup(cluster, guest, now() - BACKUP_S, BACKUP_S)();
      const fields = { type: 'vzdump', hostname: guest.node };
      return Promise.all((webhooks.get(instance) ?? []).map((webhook) => sendWebhook(webhook, fields)));
    },
    guests: (instance: string): readonly Guest[] => [...clusterOf(instance).guests.values()],
    /** The guest, with the figures of the last statistics round of its node. */
    truth(instance: string, vmid: number): Guest & { figures: Figures } {
      const { cluster, guest } = guestOf(instance, vmid);
      const node = nodeNamed(cluster, guest.node);
      return { ...guest, figures: figures(guest, node ? lastRound(node, now()) : now()) };
    },
    startGuest(instance: string, vmid: number): void {
      const { cluster, guest } = guestOf(instance, vmid);
      startGuest(cluster, guest, now());
    },
    stopGuest(instance: string, vmid: number): void {
      const { cluster, guest } = guestOf(instance, vmid);
      stopGuest(cluster, guest, now());
    },
    migrateGuest(instance: string, vmid: number, toNode: string): void {
      const { cluster, guest } = guestOf(instance, vmid);
      const node = nodeNamed(cluster, toNode);
      if (!node) throw new Error(`no node ${toNode} in ${instance}`);
      migrateGuest(cluster, guest, node, now());
    },
    removeGuest(instance: string, vmid: number): void {
      const { cluster, guest } = guestOf(instance, vmid);
      removeGuest(cluster, guest, now());
    },
    /** Restores a backup as a new guest, which does not run yet. */
    restoreGuest: (instance: string, plan: Restore): Guest => restoreGuest(clusterOf(instance), now(), plan),
    cloneGuest: (instance: string, plan: Clone): Guest => cloneGuest(clusterOf(instance), now(), plan),
    /** Epoch seconds, the newest first. */
    backupTimes: (instance: string, vmid: number): number[] => backupTimesOf(clusterOf(instance), vmid),
    addGuest: (instance: string, given: Partial<Guest> = {}): Guest => addGuest(clusterOf(instance), now(), given),
    /** Makes any other change: a name, tags, a lock, the load, a lost agent. */
    changeGuest(instance: string, vmid: number, change: Partial<Omit<Guest, 'vmid' | 'seed' | 'kind'>>): void {
      Object.assign(guestOf(instance, vmid).guest, change);
    },
    /**
     * Changes lines of the configuration of a guest; null removes a line. With `by` by a task of this person, as the host makes one for most
     * changes of hardware; else without one.
     */
    editGuest(instance: string, vmid: number, lines: NonNullable<Guest['edits']>, by?: string): void {
      const { cluster, guest } = guestOf(instance, vmid);
      guest.edits = { ...guest.edits, ...lines };
      if (by !== undefined) finish(cluster, guest, 'qmconfig', now(), now() + 1, 'OK', by);
    },
    /**
     * Changes a row of a configuration: `call` is the path of its list, `row` its name, or empty where the answer is an object. Fields of null
     * are removed, and null removes the row. `task`: the host makes one of this type.
     */
    editSettings(instance: string, call: string, row: string, fields: Row | null, task?: EditTask): void {
      const cluster = clusterOf(instance);
      editRow(cluster.edits, call, row, fields);
      const node = nodeNamed(cluster, task?.node ?? '') ?? cluster.nodes[0];
      if (task && node)
        cluster.tasks.push(createTask(node, task.type, task.id ?? '', now(), now() + 1, 'OK', task.user));
    },
    renameGuest(instance: string, vmid: number, name: string): void {
      guestOf(instance, vmid).guest.name = name;
    },
  };
}
