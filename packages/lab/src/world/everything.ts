// Everything a datacentre can have and everything that can be wrong with it, for screens, demos and tests that ask for it.
import { createCeph } from './ceph.ts';
import type { Cluster } from './cluster.ts';
import { agentMoods, type Guest, isRunning } from './guest.ts';
import { moreStorages } from './more-storages.ts';
import { createStorages } from './storage.ts';

/**
 * Storages of every kind, disks of every sort, a degraded pool, agents in every mood. In a cluster of three and more
 * nodes also Ceph in a warning, guests under HA, and replication of which one job fails.
 */
export function addEverything(cluster: Cluster): void {
  const { nodes, guests, seed } = cluster;
  const isCluster = nodes.length >= 3;
  if (isCluster) cluster.ceph = createCeph(seed);
  const [first] = nodes;
  if (first) Object.assign(first, { zfs: true, pool: 'DEGRADED', manyDisks: true });
  cluster.storages = [...createStorages(seed, nodes), ...moreStorages(cluster)];
  const vms = [...guests.values()].filter((g) => g.kind === 'qemu' && isRunning(g) && !g.template);
  // Endless answers are for tests: making them up would keep a demo busy.
  for (const [i, mood] of agentMoods.filter((m) => m !== 'huge').entries()) {
    const guest = vms[i * 2];
    if (guest) Object.assign(guest, { agent: true, agentLost: false, agentMood: mood });
  }
  if (isCluster) protect(cluster, vms);
}

function protect(cluster: Cluster, vms: readonly Guest[]): void {
  for (const [i, guest] of vms.slice(0, 8).entries()) guest.ha = i === 3 ? 'error' : 'started';
  const failing = "command 'zfs send -Rpv -- rpool/data/vm-100-disk-0' failed: exit code 1";
  for (const [i, guest] of vms.slice(0, 5).entries()) {
    const target = cluster.nodes.find((node) => node.name !== guest.node)?.name ?? guest.node;
    const failed = i === 2 && { failCount: 4, error: failing };
    cluster.replications.push({ id: `${guest.vmid}-0`, vmid: guest.vmid, target, schedule: '*/15', ...failed });
  }
}
