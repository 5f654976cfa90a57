// Where the resource of an alert is shown: the page of its own, or else the screen that lists it.
import type { Alert } from '@belfry/schema/entities/alert';
import { datastoreId, dockerContainerNameId, nodeId, SHARED } from '../ids.ts';
import type { ResourceKind } from './catalogue.ts';

export type ResourcePage =
  | 'guests'
  | 'nodes'
  | 'storages'
  | 'servers'
  | 'datastores'
  | 'docker/hosts'
  | 'docker/containers';
export type ResourceScreen =
  | '/proxmox/overview'
  | '/proxmox/storage'
  | '/proxmox/mail'
  | '/settings/sites'
  | '/settings/diagnostics';
export type ResourcePlace = { page: ResourcePage; id: string } | { screen: ResourceScreen };

type Placed = Pick<Alert, 'resourceId' | 'resourceName' | 'node' | 'metadata'>;
type Leads = (alert: Placed) => ResourcePlace | undefined;

const pageOf =
  (page: ResourcePage): Leads =>
  ({ resourceId: id }) => ({ page, id });
const screenOf = (screen: ResourceScreen) => (): ResourcePlace => ({ screen });

/** A new kind of resource has to say here where its alerts lead. */
const leads: Readonly<Record<ResourceKind, Leads>> = {
  guest: pageOf('guests'),
  node: pageOf('nodes'),
  storage: pageOf('storages'),
  disk: pageOfItsNode,
  cluster: screenOf('/proxmox/overview'),
  ceph: screenOf('/proxmox/storage'),
  pbs: serverOrDatastore,
  pmg: screenOf('/proxmox/mail'),
  dockerHost: pageOf('docker/hosts'),
  dockerContainer: ({ resourceId, resourceName }) => ({
    page: 'docker/containers',
    id: containerPageId(resourceId, resourceName),
  }),
  instance: screenOf('/proxmox/overview'),
  site: screenOf('/settings/sites'),
  server: screenOf('/settings/diagnostics'),
};

/** Undefined for a kind that only another version knows, and for a disk whose node is not known. */
export function placeOfResource(alert: Placed): ResourcePlace | undefined {
  const kind = alert.metadata?.resourceType ?? '';
  return Object.hasOwn(leads, kind) ? leads[kind as ResourceKind](alert) : undefined;
}

/** The same as a path of the web interface. */
export function pathOfResource(alert: Placed): string | undefined {
  const place = placeOfResource(alert);
  return place && ('page' in place ? `/${place.page}/${encodeURIComponent(place.id)}` : place.screen);
}

function pageOfItsNode({ node, metadata }: Placed): ResourcePlace | undefined {
  const instance = metadata?.instanceId;
  return instance === undefined || node === SHARED ? undefined : { page: 'nodes', id: nodeId(instance, node) };
}

/** The page of the server lists its jobs, that of a datastore does not. */
function serverOrDatastore({ resourceId, metadata }: Placed): ResourcePlace {
  const datastore = metadata?.datastore;
  return typeof datastore === 'string' && metadata?.job === undefined
    ? { page: 'datastores', id: datastoreId(resourceId, datastore) }
    : { page: 'servers', id: resourceId };
}

/** A container has its page under its name; alerts of older versions have its id. */
function containerPageId(resourceId: string, name: string): string {
  const [, host] = /^docker:(.*)\/[^/]*$/.exec(resourceId) ?? [];
  return host === undefined || resourceId.includes('/name:') ? resourceId : dockerContainerNameId(host, name);
}
