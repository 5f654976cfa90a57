// The things with thresholds, from the live state. Each list stays the same while only figures change.
import type { GuestFacts } from '@belfry/domain/guest-figures';
import type { DockerHost } from '@belfry/schema/entities/docker';
import type { Node } from '@belfry/schema/entities/node';
import type { PbsInstance } from '@belfry/schema/entities/pbs';
import type { Storage } from '@belfry/schema/entities/storage';
import { useMemo } from 'react';
import { useDockerHosts, useSettledList } from '../../live/use-live.ts';
import { useSettled } from '../../ui/use-settled.ts';
import {
  containerResources,
  datastoreResources,
  guestResources,
  hostResources,
  nodeResources,
  type Resource,
  serverResources,
  storageResources,
} from './resources.ts';
import type { SectionId } from './sections.ts';

const alike =
  <T>(...fields: readonly (keyof T)[]) =>
  (a: T, b: T): boolean =>
    fields.every((field) => a[field] === b[field]);

const alikeGuests = (a: GuestFacts, b: GuestFacts): boolean =>
  a.id === b.id && a.name === b.name && a.node === b.node && a.type === b.type && a.tags.join() === b.tags.join();
const alikeNodes = alike<Node>('id', 'name', 'displayName', 'instance');
const alikeStorages = alike<Storage>('id', 'name', 'node', 'type', 'shared');
const alikeInstances = alike<{ id: string; name: string }>('id', 'name');
const alikeServers = alike<{ id: string; name: string; host: string }>('id', 'name', 'host');
const alikePbs = (a: PbsInstance, b: PbsInstance): boolean =>
  alikeServers(a, b) && a.datastores.map(({ name }) => name).join() === b.datastores.map(({ name }) => name).join();
const alikeHosts = (a: DockerHost, b: DockerHost): boolean =>
  a.id === b.id &&
  a.displayName === b.displayName &&
  a.hostname === b.hostname &&
  a.containers.length === b.containers.length &&
  a.containers.every(({ id, name, image }, at) => {
    const other = b.containers[at];
    return other?.id === id && other.name === name && other.image === image;
  });

export interface Resources {
  of: Readonly<Record<SectionId, readonly Resource[]>>;
  /** From the id of a node to its name. */
  nodeName(id: string): string;
}

/** The same object until something is added, removed or renamed. */
export function useResources(): Resources {
  const instances = useSettledList('instances', alikeInstances);
  const nodes = useSettledList('nodes', alikeNodes);
  const vms = useSettledList('vms', alikeGuests);
  const containers = useSettledList('containers', alikeGuests);
  const storages = useSettledList('storage', alikeStorages);
  const pbs = useSettledList('pbs', alikePbs);
  const pmg = useSettledList('pmg', alikeServers);
  const hosts = useSettled(useDockerHosts(), alikeHosts);
  const instanceName = useMemo(() => namesOf(instances), [instances]);
  const guests = useMemo(
    () => guestResources([...vms, ...containers], nodes, instanceName),
    [vms, containers, nodes, instanceName],
  );
  const storage = useMemo(() => storageResources(storages, nodes, instanceName), [storages, nodes, instanceName]);
  return useMemo(
    () => ({
      of: {
        nodes: nodeResources(nodes),
        pbs: serverResources('pbs', pbs),
        datastores: datastoreResources(pbs),
        guests,
        storage,
        pmg: serverResources('pmg', pmg),
        dockerHosts: hostResources(hosts),
        containers: containerResources(hosts),
      },
      nodeName: namesOf(nodes.map(({ id, name, displayName }) => ({ id, name: displayName || name }))),
    }),
    [nodes, pbs, guests, storage, pmg, hosts],
  );
}

function namesOf(things: readonly { id: string; name: string }[]): (id: string) => string {
  const names = new Map(things.map(({ id, name }) => [id, name]));
  return (id) => names.get(id) ?? id;
}
