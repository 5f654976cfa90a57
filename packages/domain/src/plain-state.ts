// The plain state for all other clients: the same lists with the short field names that they expect.
// They do not know `staleSince`: for them a host that is not reached is offline, and a node that nobody looks at, because its site is silent, is
// unknown (docs/decisions/0014).

import type { PlainState } from '@belfry/schema/plain-state';
import type { State } from '@belfry/schema/state';
import { pbsNamesOf } from './backup-identity.ts';

type Node = State['nodes'][number];
type Guest = State['vms'][number];
type Storage = State['storage'][number];

/** The form that other clients get of an entity. It is the same as before while the entity and the context are the same. */
export interface PlainForm<E, P = unknown> {
  of(entity: E): P;
  context(entity: E): unknown;
}

/** When the instance of an entity answered last; '' if never. */
type LastSeen = (entity: { instance: string }) => string;

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

/** What the cluster says of a node that does not answer, such as memory that nothing uses, must not look live. */
function withoutLoss(node: Node): Node {
  if (node.status !== 'offline') return node;
  const { services: _, networkIn: _in, networkOut: _out, ...known } = node;
  const { memory, disk } = known;
  return { ...known, connectionHealth: 'error', memory: { ...memory, free: 0 }, disk: { ...disk, free: 0 } };
}

/** The instances of sites from which nothing comes: nobody looks at their hosts. */
function unseenIn({ instances, sites }: Pick<State, 'instances' | 'sites'>): ReadonlySet<string> {
  const heard = new Set(sites.filter(({ status }) => status === 'connected').map(({ id }) => id));
  return new Set(instances.filter(({ site }) => site !== undefined && !heard.has(site)).map(({ id }) => id));
}

/** `isUnseen`: its site is silent. */
export const plainNode = (node: Node, lastSeen: string, isUnseen = false): PlainState['nodes'][number] => ({
  ...withoutLoss(withoutSilence(node)),
  ...(isUnseen && node.staleSince !== undefined && { status: 'unknown' as const }),
  node: node.name,
  mem: node.memory.used,
  maxmem: node.memory.total,
  maxdisk: node.disk.total,
  lastSeen: (node.status === 'offline' && node.lastKnown?.at) || lastSeen,
});

/** Such clients expect a number. One without a number is sent with 0. */
export const plainGuest = (guest: Guest, lastSeen: string): PlainState['vms'][number] => ({
  ...guest,
  vmid: guest.vmid ?? 0,
  mem: guest.memory.used,
  maxmem: guest.memory.total,
  lastSeen: (guest.status === 'unknown' && guest.lastKnown?.at) || lastSeen,
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

/** The forms of a list, in one state. */
type Forms<E, P> = (state: State) => PlainForm<E, P>;

const alone = <E, P>(of: (entity: E) => P): Forms<E, P> => {
  const form: PlainForm<E, P> = { of, context: () => undefined };
  return () => form;
};
const withLastSeen =
  <E extends { instance: string }, P>(of: (entity: E, lastSeen: string) => P): Forms<E, P> =>
  ({ instances }) => {
    const lastSeen = lastSeenIn(instances);
    return { of: (entity) => of(entity, lastSeen(entity)), context: lastSeen };
  };

export const plainForms = {
  node: (state: State): PlainForm<Node, PlainState['nodes'][number]> => {
    const [lastSeen, unseen] = [lastSeenIn(state.instances), unseenIn(state)];
    const isUnseen = ({ instance }: Node) => unseen.has(instance);
    return {
      of: (node) => plainNode(node, lastSeen(node), isUnseen(node)),
      context: (node) => `${isUnseen(node)} ${lastSeen(node)}`,
    };
  },
  guest: withLastSeen(plainGuest),
  storage: ({ pbs }: State): PlainForm<Storage, PlainState['storage'][number]> => ({
    of: (storage) => plainStorage(storage, pbs),
    context: () => pbs,
  }),
  pbs: alone(plainPbs),
  pmg: alone(plainPmg),
  dockerHost: alone(plainDockerHost),
  ceph: alone(plainCeph),
  pbsBackup: alone(plainPbsBackup),
};
