// A datacentre in which nothing is wrong: all that goes wrong comes from scripts of troubles.
import { type Cluster, guestsOf } from './cluster.ts';
import type { Guest } from './guest.ts';
import { nodeFigures } from './node.ts';

/** The largest usual use of anything, as a share. */
const busiest = 0.6;
const most = (share: number) => Math.min(share, busiest);

/** To be called before anything has asked for the backups of the cluster. Rare kinds of storage, disk and guest remain. */
export function calmDown(cluster: Cluster): void {
  cluster.calm = true;
  for (const guest of cluster.guests.values()) calmGuest(guest);
  for (const node of cluster.nodes) {
    Object.assign(node, { calm: true, pool: 'ONLINE', poolErrors: undefined, statisticsUntil: undefined });
    const { mem } = nodeFigures(node, guestsOf(cluster, node), cluster.since);
    // Guests that move to it also fit.
    while (mem > 0.4 * node.maxmem) node.maxmem *= 2;
  }
  for (const storage of cluster.storages) if (storage.fill !== undefined) storage.fill = most(storage.fill);
  for (const job of cluster.replications) {
    delete job.failCount;
    delete job.error;
    delete job.stoppedAt;
    delete job.neverRan;
  }
  cluster.managersDiedAt = undefined;
  if (cluster.ceph) Object.assign(cluster.ceph, { health: 'HEALTH_OK', down: [] });
}

function calmGuest(guest: Guest): void {
  const { load, power, ha, template } = guest;
  Object.assign(guest, {
    calm: true,
    // A guest that is off is meant to be off.
    onboot: power !== 'stopped' && !template,
    agentLost: false,
    agentBehaviour: undefined,
    agentError: undefined,
    layout: undefined,
    lock: undefined,
    ha: ha && 'started',
    load: { ...load, cpu: Math.min(load.cpu, 0.4), mem: most(load.mem), disk: most(load.disk) },
  });
}
