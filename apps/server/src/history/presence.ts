// Which resources are there now, whether they are sampled at present or not.
import {
  cephPoolId,
  datastoreId,
  dockerContainerNameId,
  filesystemId,
  gatewayNodeId,
  thinPoolId,
} from '@belfry/domain/ids';
import { listsWith } from '@belfry/domain/list-facts';
import { BELFRY, type Resource, type ResourceKind, resourceKinds } from '@belfry/schema/history/metrics';
import type { State } from '@belfry/schema/state';

const ids: { readonly [K in ResourceKind]: (state: State) => readonly string[] } = {
  guest: ({ vms, containers }) => idsOf([...vms, ...containers]),
  filesystem: ({ vms, containers }) =>
    [...vms, ...containers].flatMap(({ id, disks = [] }) => disks.map((disk) => filesystemId(id, disk.mountpoint))),
  node: ({ nodes }) => idsOf(nodes),
  storage: ({ storage }) => idsOf(storage),
  datastore: ({ pbs }) => pbs.flatMap(({ id, datastores }) => datastores.map(({ name }) => datastoreId(id, name))),
  zfs: ({ storage }) => idsOf(storage.filter(({ zfsPool }) => zfsPool !== undefined)),
  ceph: ({ cephClusters }) => idsOf(cephClusters),
  cephpool: ({ cephClusters }) =>
    cephClusters.flatMap(({ id, pools }) => pools.map(({ name }) => cephPoolId(id, name))),
  disk: ({ physicalDisks }) => idsOf(physicalDisks),
  pbs: ({ pbs }) => idsOf(pbs),
  pmg: ({ pmg }) => idsOf(pmg),
  pmgnode: ({ pmg }) => pmg.flatMap(({ id, nodes }) => nodes.map(({ name }) => gatewayNodeId(id, name))),
  docker: ({ dockerHosts }) => idsOf(dockerHosts),
  container: ({ dockerHosts }) =>
    dockerHosts.flatMap(({ id, containers }) => containers.map(({ name }) => dockerContainerNameId(id, name))),
  instance: ({ instances }) => idsOf(instances),
  belfry: () => [BELFRY],
  thinpool: ({ nodes }) => nodes.flatMap(({ id, thinPools = [] }) => thinPools.map(({ name }) => thinPoolId(id, name))),
};

const idsOf = (entities: readonly { id: string }[]): string[] => entities.map(({ id }) => id);

/** For one request, which may name many resources: the ids of a kind are collected once. */
export function presence(state: State): (resource: Resource) => boolean {
  const collected = new Map<ResourceKind, ReadonlySet<string>>();
  return ({ kind, id }) => {
    const present = collected.get(kind) ?? new Set(ids[kind](state));
    collected.set(kind, present);
    return present.has(id);
  };
}

type Own = { id: string; instance?: string };

/** All resources of one instance. */
export function resourcesOf(state: State, instance: string): Resource[] {
  const isOwn = (entity: Own) => (entity.instance ?? entity.id) === instance;
  const lists = listsWith('place').map((list) => [list, (state[list] as readonly Own[]).filter(isOwn)]);
  const own: State = { ...state, ...Object.fromEntries(lists) };
  const kinds = resourceKinds.filter((kind) => kind !== 'belfry');
  return kinds.flatMap((kind) => ids[kind](own).map((id): Resource => ({ kind, id })));
}
