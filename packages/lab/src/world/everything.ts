// Adds all features and problems that a datacentre can have, for screens, demos and tests.
import { isIncluded } from './backup-job.ts';
import { createCeph } from './ceph.ts';
import type { Cluster } from './cluster.ts';
import { agentBehaviours, type Guest, isRunning } from './guest.ts';
import { moreStorages } from './more-storages.ts';
import { createStorages } from './storage.ts';
import { chance } from './walk.ts';

/**
 * Adds storages of every kind, disks of every sort, a degraded pool, and agents with every behaviour. A cluster of
 * three or more nodes also gets Ceph with a warning, guests under HA, and replication with one failed job.
 */
export function addEverything(cluster: Cluster): void {
  const { nodes, name } = cluster;
  const guests = [...cluster.guests.values()];
  const isCluster = nodes.length >= 3;
  const [first, ...others] = nodes;
  // Replication needs ZFS on both nodes.
  const last = others.at(-1);
  if (isCluster && last && !others.some((node) => node.zfs)) last.zfs = true;
  if (first) Object.assign(first, { zfs: true, pool: 'DEGRADED', manyDisks: true });
  const vms = guests.filter((g) => g.kind === 'qemu' && isRunning(g) && !g.template);
  for (const guest of guests) guest.storage = sharedStorageOf(guest, isCluster);
  if (isCluster) {
    protect(vms);
    replicate(cluster, vms);
    const onCeph = guests.filter((g) => g.storage === 'ceph-vm');
    cluster.ceph = createCeph(cluster.seed, nodes, onCeph);
  }
  cluster.storages = [...createStorages(name, nodes, guests), ...moreStorages(isCluster, nodes, guests)];
  // Huge answers are only for tests, because creating them would slow down a demo.
  for (const [i, behaviour] of agentBehaviours.filter((m) => m !== 'huge').entries()) {
    const guest = vms[i * 2];
    if (guest) Object.assign(guest, { agent: true, agentLost: false, agentBehaviour: behaviour });
  }
  const copied = vms.filter(isIncluded).slice(0, 6);
  cluster.backupJobs.push({
    id: 'backup-office-7e21',
    schedule: 'sat 22:00',
    weekday: 6,
    second: 79_200,
    storage: 'office',
    only: copied.map((g) => g.vmid),
    keepLast: 3,
  });
}

function sharedStorageOf(guest: Guest, hasCeph: boolean): string | undefined {
  const luck = chance(guest.seed, 'shared');
  if (hasCeph && luck < 0.35) return 'ceph-vm';
  return luck < 0.45 && guest.kind === 'qemu' ? 'san-lvm' : guest.storage;
}

/** HA can start a guest on another node only if its storage is on every node. */
function protect(vms: readonly Guest[]): void {
  for (const [i, guest] of vms.slice(0, 8).entries())
    Object.assign(guest, { ha: i === 3 ? 'error' : 'started', storage: 'ceph-vm' });
}

/** Replicates guests from one node with ZFS to another. */
function replicate(cluster: Cluster, vms: readonly Guest[]): void {
  const targets = cluster.nodes.filter((node) => node.zfs).map((node) => node.name);
  const local = vms.filter((g) => g.ha === undefined && targets.includes(g.node)).slice(0, 5);
  for (const [i, guest] of local.entries()) {
    guest.storage = undefined;
    const target = targets.find((name) => name !== guest.node);
    if (target === undefined) continue;
    const failing = `command 'zfs send -Rpv -- rpool/data/vm-${guest.vmid}-disk-0' failed: exit code 1`;
    const failed = i === 2 && { failCount: 4, error: failing };
    cluster.replications.push({ id: `${guest.vmid}-0`, vmid: guest.vmid, target, schedule: '*/15', ...failed });
  }
}
