// Where the resource of an alert is shown: the page of its own, or else the screen that lists it.
import type { Alert } from '@belfry/schema/entities/alert';
import { dockerContainerNameId, nodeId, SHARED } from '../ids.ts';
import type { ResourceKind } from './catalogue.ts';

export type ResourcePage = 'guests' | 'nodes' | 'storages' | 'servers' | 'docker/hosts' | 'docker/containers';
export type ResourceScreen = '/proxmox/overview' | '/proxmox/storage' | '/proxmox/mail';
export type ResourcePlace = { page: ResourcePage; id: string } | { screen: ResourceScreen };

type Placed = Pick<Alert, 'resourceId' | 'resourceName' | 'node' | 'metadata'>;

const pages: Readonly<Record<string, ResourcePage>> = {
  ...{ guest: 'guests', node: 'nodes', storage: 'storages', pbs: 'servers' },
  ...{ dockerHost: 'docker/hosts', dockerContainer: 'docker/containers' },
} satisfies Partial<Record<ResourceKind, ResourcePage>>;
const screens: Readonly<Record<string, ResourceScreen>> = {
  ...{ cluster: '/proxmox/overview', instance: '/proxmox/overview', ceph: '/proxmox/storage', pmg: '/proxmox/mail' },
} satisfies Partial<Record<ResourceKind, ResourceScreen>>;

/** Undefined for what only the alert itself shows. The page of a disk is that of its node. */
export function placeOfResource({ resourceId, resourceName, node, metadata }: Placed): ResourcePlace | undefined {
  const { resourceType: kind = '', instanceId } = metadata ?? {};
  const page = pages[kind];
  if (page === 'docker/containers') return { page, id: containerPageId(resourceId, resourceName) };
  if (page !== undefined) return { page, id: resourceId };
  if (kind === 'disk' && instanceId !== undefined && node !== SHARED)
    return { page: 'nodes', id: nodeId(instanceId, node) };
  const screen = screens[kind];
  return screen && { screen };
}

/** The same as a path of the web interface. */
export function pathOfResource(alert: Placed): string | undefined {
  const place = placeOfResource(alert);
  return place && ('page' in place ? `/${place.page}/${encodeURIComponent(place.id)}` : place.screen);
}

/** A container has its page under its name; alerts of older versions have its id. */
function containerPageId(resourceId: string, name: string): string {
  const [, host] = /^docker:(.*)\/[^/]*$/.exec(resourceId) ?? [];
  return host === undefined || resourceId.includes('/name:') ? resourceId : dockerContainerNameId(host, name);
}
