// The resources of Proxmox VE as an alert names them.
import { nodeId, SHARED } from '@belfry/domain/ids';
import { parentOf } from '@belfry/domain/status';
import type { Guest } from '@belfry/schema/entities/guest';
import type { Node } from '@belfry/schema/entities/node';
import type { PhysicalDisk } from '@belfry/schema/entities/physical-disk';
import type { Storage } from '@belfry/schema/entities/storage';
import type { State } from '@belfry/schema/state';
import type { Resource } from '../engine/reading.ts';

type Instances = Pick<State, 'instances'>;

/** The name of an instance that an administrator gave it. Entities of Proxmox VE have its id. */
const instanceName = ({ instances }: Instances, id: string): string =>
  instances.find((instance) => instance.id === id)?.name ?? id;

/** The fields that say where a resource is. `instance` is the id of the instance. */
const whereabouts = (state: Instances, { instance, node }: { instance: string; node: string }) => ({
  node,
  instance: instanceName(state, instance),
  instanceId: instance,
});

export const guestResource = (guest: Guest, state: Instances): Resource => ({
  kind: 'guest',
  id: guest.id,
  name: guest.name,
  node: guest.node,
  instance: instanceName(state, guest.instance),
  instanceId: guest.instance,
  tags: guest.tags,
  nodeId: parentOf(guest),
});

export const nodeResource = ({ id, name, instance }: Node, state: Instances): Resource => ({
  kind: 'node',
  id,
  name,
  ...whereabouts(state, { instance, node: name }),
  nodeId: id,
});

export const storageResource = (storage: Storage, state: Instances): Resource => ({
  kind: 'storage',
  id: storage.id,
  name: storage.name,
  ...whereabouts(state, storage),
  ...(storage.node !== SHARED && { nodeId: nodeId(storage.instance, storage.node) }),
});

export const diskResource = (disk: PhysicalDisk, state: Instances): Resource => ({
  kind: 'disk',
  id: disk.id,
  name: disk.devPath,
  ...whereabouts(state, disk),
  nodeId: nodeId(disk.instance, disk.node),
});

/** A cluster and its Ceph belong to no single node. */
export const clusterResource = (
  kind: 'cluster' | 'ceph',
  { id, name, instance }: { id: string; name: string; instance: string },
  state: Instances,
): Resource => ({ kind, id, name, ...whereabouts(state, { instance, node: SHARED }) });
