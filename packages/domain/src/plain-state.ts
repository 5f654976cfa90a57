// The plain state for all other clients: the same lists with the short field names that they expect.
// They do not know `staleSince`: for them a host that is not reached is offline (docs/decisions/0014).

import type { PlainState } from '@belfry/schema/plain-state';
import type { State } from '@belfry/schema/state';
import { pbsNamesOf } from './backup-identity.ts';

type Node = State['nodes'][number];
type Guest = State['vms'][number];
type Storage = State['storage'][number];

/** When the instance of an entity answered last; '' if never. */
export type LastSeen = (entity: { instance: string }) => string;

export function lastSeenIn(instances: State['instances']): LastSeen {
  const seen = new Map(instances.map((instance) => [instance.id, instance.lastSeen]));
  return ({ instance }) => seen.get(instance) ?? '';
}

interface Watched {
  status: string;
  connectionHealth: Node['connectionHealth'];
  staleSince?: string | undefined;
}

const withoutSilence = <H extends Watched>(host: H): H =>
  host.staleSince === undefined ? host : { ...host, status: 'offline', connectionHealth: 'error' };

export const plainNode = (node: Node, lastSeen: string): PlainState['nodes'][number] => ({
  ...withoutSilence(node),
  node: node.name,
  mem: node.memory.used,
  maxmem: node.memory.total,
  maxdisk: node.disk.total,
  lastSeen,
});

export const plainGuest = (guest: Guest, lastSeen: string): PlainState['vms'][number] => ({
  ...guest,
  mem: guest.memory.used,
  maxmem: guest.memory.total,
  lastSeen,
});

export const plainStorage = (storage: Storage, pbs: State['pbs']): PlainState['storage'][number] => ({
  ...storage,
  ...(storage.staleSince !== undefined && { status: 'unknown' }),
  storage: storage.name,
  avail: storage.free,
  ...(storage.backupTarget && { pbsNames: pbsNamesOf(storage, pbs) }),
});

/** Clients of the reference product calculate with these figures, so a missing one is sent as 0. */
export const plainPbs = (server: State['pbs'][number]): PlainState['pbs'][number] => ({
  ...withoutSilence(server),
  cpu: server.cpu ?? 0,
  memory: server.memory ?? 0,
  memoryUsed: server.memoryUsed ?? 0,
  memoryTotal: server.memoryTotal ?? 0,
  uptime: server.uptime ?? 0,
  datastores: server.datastores.map(({ total = 0, used = 0, free = 0, usage = 0, ...store }) => ({
    ...store,
    total,
    used,
    free,
    usage,
  })),
});

export const plainPmg = (gateway: State['pmg'][number]): PlainState['pmg'][number] => withoutSilence(gateway);

export const plainDockerHost = (host: State['dockerHosts'][number]): PlainState['dockerHosts'][number] =>
  host.staleSince === undefined ? host : { ...host, status: 'offline' };

export const plainCeph = (ceph: State['cephClusters'][number]): PlainState['cephClusters'][number] =>
  ceph.staleSince === undefined ? ceph : { ...ceph, health: 'HEALTH_UNKNOWN' };

export const plainPbsBackup = (backup: State['pbsBackups'][number]): PlainState['pbsBackups'][number] => ({
  ...backup,
  size: backup.size ?? 0,
});

/** The server writes it list by list (push/plain-text.ts). */
export function plain(whole: State): PlainState {
  const { backupTasks, storageBackups, guestSnapshots, ...others } = whole;
  const { tasks: _t, guestConfigs: _c, nodeLosses: _l, pbsDetails: _d, ...known } = others;
  const { backupJobs: _j, copyJobs: _y, retentions: _r, guestProtection: _p, backupGroups: _o, ...state } = known;
  const lastSeen = lastSeenIn(state.instances);
  return {
    ...state,
    nodes: state.nodes.map((node) => plainNode(node, lastSeen(node))),
    vms: state.vms.map((guest) => plainGuest(guest, lastSeen(guest))),
    containers: state.containers.map((guest) => plainGuest(guest, lastSeen(guest))),
    storage: state.storage.map((storage) => plainStorage(storage, state.pbs)),
    pbs: state.pbs.map(plainPbs),
    pmg: state.pmg.map(plainPmg),
    dockerHosts: state.dockerHosts.map(plainDockerHost),
    cephClusters: state.cephClusters.map(plainCeph),
    pbsBackups: state.pbsBackups.map(plainPbsBackup),
    pveBackups: { backupTasks, storageBackups, guestSnapshots },
    metrics: [],
  };
}
