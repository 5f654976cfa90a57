// Builds all ids. Only this file knows what an id is made of.

import { type Kind, kinds } from '@belfry/schema/config/kinds';
import type { DockerContainer } from '@belfry/schema/entities/docker';
import type { Guest } from '@belfry/schema/entities/guest';
import type { InstanceKind } from '@belfry/schema/entities/instance';
import { type Called, containerName } from './container-name.ts';

export const nodeId = (instance: string, node: string): string => `${instance}-${node}`;

/** The key of the counters of a node. An id of a guest has no slash, and a node may be named like a number. */
export const nodeCountersKey = (id: string): string => `node/${id}`;

const guestIds = new Map<string, Map<number, string>>();
/** Far more than there are in the largest clusters. */
const MAX_GUEST_IDS = 100_000;

/**
 * A vmid is unique in a cluster and survives migration, so the node is no part of it. The same string each time: every poll asks
 * for each guest, and looking up a new string in a map takes much longer.
 */
export function guestId(instance: string, vmid: number): string {
  const ids = guestIds.get(instance) ?? new Map<number, string>();
  const known = ids.get(vmid);
  if (known !== undefined) return known;
  const id = `${instance}-${vmid}`;
  if (ids.size >= MAX_GUEST_IDS) ids.clear();
  guestIds.set(instance, ids.set(vmid, id));
  return id;
}

/** Older ids of a guest, which clients and old exports still use. They change when the guest moves. */
export const oldGuestIds = ({ instance, node, vmid }: Pick<Guest, 'instance' | 'node' | 'vmid'>): string[] =>
  vmid === undefined ? [] : [`${instance}-${node}-${vmid}`, `${node}-${vmid}`];

/** The `node` of a shared storage, which belongs to the whole cluster. */
export const SHARED = 'cluster';

export const storageId = (instance: string, node: string, storage: string): string => `${instance}-${node}-${storage}`;

export const diskId = (instance: string, node: string, devPath: string): string =>
  `${instance}-${node}-${devPath.replaceAll('/', '-')}`;

const polled: Partial<Record<InstanceKind, Kind>> = kinds;

/** The key of an instance in `connectionHealth` and the id of its entity. PVE has no prefix, as clients expect. */
export const instanceId = (kind: InstanceKind, name: string): string =>
  `${polled[kind]?.idPrefix ?? `${kind}-`}${name}`;

/** The id of a new instance, made from its first name. A later name does not change it. */
export function mintInstanceId(kind: InstanceKind, name: string, isTaken: (id: string) => boolean): string {
  const slug = name
    .split(/[^\p{L}\p{N}._-]/u)
    .filter(Boolean)
    .join('-');
  const wanted = instanceId(kind, slug || kind);
  for (let n = 1; ; n++) {
    const id = n === 1 ? wanted : `${wanted}-${n}`;
    if (!isTaken(id)) return id;
  }
}

/** The id of a pool of Ceph in the history. `cluster` is the id of its Ceph cluster. */
export const cephPoolId = (cluster: string, name: string): string => `${cluster}/${name}`;

/** The id of a thin pool of LVM in the history. `name`: `{volume group}/{pool}`. */
export const thinPoolId = (node: string, name: string): string => `${node}/${name}`;

/** The id of a datastore in the history. `server` is the id of its backup server. */
export const datastoreId = (server: string, name: string): string => `${server}/${name}`;

/** The id of a machine of a mail gateway in the history. `gateway` is the id of the gateway. */
export const gatewayNodeId = (gateway: string, name: string): string => `${gateway}/${name}`;

/** The id of a file system of a guest in the history. */
export const filesystemId = (guest: string, mountpoint: string): string => `${guest}:${mountpoint}`;

/** `instance` is the id of the PBS, `seconds` the time of the backup in epoch seconds. */
export const pbsBackupId = (
  instance: string,
  { datastore, namespace }: { datastore: string; namespace: string },
  group: string,
  seconds: number,
): string => `${instance}-${datastore}-${namespace}-${group}-${seconds}`;

/** Lists of entities are sorted by this: code units, the same in every runtime and locale. */
export const byId = (a: { id: string }, b: { id: string }): number => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);

/** For a Docker host whose names are all in use: `n` from 2. */
export const nthDockerHostId = (name: string, n: number): string => `${name}-${n}`;

/** One incarnation of a container. The engine's id is unique on its host only, and new each time the container is made anew. */
export const dockerContainerId = (host: string, container: string): string => `docker:${host}/${container}`;

const NAMED = 'name:';
/** The container with this name on the host, whichever incarnation it is. */
export const dockerContainerNameId = (host: string, name: string): string => dockerContainerId(host, NAMED + name);

/** The id of a container for alerts and what people decide about it. An incarnation that another one has replaced is none of its own. */
export const containerId = (host: string, container: Pick<DockerContainer, 'id' | 'superseded'> & Called): string =>
  container.superseded ? dockerContainerId(host, container.id) : dockerContainerNameId(host, containerName(container));

const CONTAINER_ID = /^docker:(?:(.*?)\/name:.*|(.*)\/[^/]*)$/s;
/** The Docker host in the id of a container; undefined for any other id. */
export function hostOfContainer(id: string): string | undefined {
  const [, named, numbered] = CONTAINER_ID.exec(id) ?? [];
  return named ?? numbered;
}

/** Ids of the reference product: a shared storage is on one of its nodes, and an instance with the name of its node is left out. */
export const oldStorageIds = ({
  instance,
  nodes,
  name,
}: {
  instance: string;
  nodes: readonly string[];
  name: string;
}): string[] =>
  nodes.flatMap((node) => [storageId(instance, node, name), ...(node === instance ? [`${node}-${name}`] : [])]);

/** How the ids of what has no entity begin in the journal of changes: `what` is a list of the instance, such as `ha/rule`. */
export const journalIds = (instance: string, what: string): string => `${instance}/${what}/`;

/** The id of a backup job of a hypervisor. Two clusters may use the same id for different jobs. */
export const backupJobId = (instance: string, job: string): string => `${instance}/${job}`;

/** The id of a job of a backup server that copies backups, or of one that removes them. `server` is the id of the server. */
export const serverJobId = (server: string, kind: 'sync' | 'tape' | 'prune', job: string): string =>
  `${server}/${kind}/${job}`;
