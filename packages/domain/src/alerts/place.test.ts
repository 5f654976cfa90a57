import { expect, test } from 'vitest';
import { pathOfResource, placeOfResource } from './place.ts';

const path = (resourceType: string, resourceId: string, node = 'pve1', more: object = {}) =>
  pathOfResource({
    ...{ resourceId, resourceName: 'web', node },
    metadata: { resourceType, unit: 'none', occurrence: 'o', list: '', instanceId: 'dc', ...more },
  });

test.each([
  ['guest', 'dc-100', '/guests/dc-100'],
  ['node', 'dc-pve1', '/nodes/dc-pve1'],
  ['storage', 'dc-cluster-nas', '/storages/dc-cluster-nas'],
  ['pbs', 'pbs-main', '/servers/pbs-main'],
  ['dockerHost', 'h 1', '/docker/hosts/h%201'],
  ['dockerContainer', 'docker:h1/name:web', '/docker/containers/docker%3Ah1%2Fname%3Aweb'],
  ['dockerContainer', 'docker:h1/abc', '/docker/containers/docker%3Ah1%2Fname%3Aweb'],
  ['disk', 'dc-pve1--dev-sda', '/nodes/dc-pve1'],
  ['cluster', 'dc', '/proxmox/overview'],
  ['ceph', 'dc-ceph', '/proxmox/storage'],
  ['pmg', 'pmg-mail', '/proxmox/mail'],
])('the alert of a %s leads to where it is shown', (kind, id, expected) => {
  expect(path(kind, id)).toBe(expected);
});

test('a silent site leads to the sites, and a problem of the server itself to its diagnostics', () => {
  expect(path('site', 'koeln')).toBe('/settings/sites');
  expect(path('server', 'belfry')).toBe('/settings/diagnostics');
});

test('the alert of a datastore leads to its page, that of a job to the page of the server that lists the jobs', () => {
  const pbs = (more: object) => path('pbs', 'pbs-main', 'pbs1', more);
  expect(pbs({ datastore: 'tank' })).toBe('/datastores/pbs-main%2Ftank');
  expect(pbs({ datastore: 'tank', job: 'v-1' })).toBe('/servers/pbs-main');
});

test('a kind of resource that is not known leads nowhere', () => {
  const metadata = { resourceType: 'constructor', unit: 'none', occurrence: 'o', list: '', instanceId: 'dc' };
  expect(placeOfResource({ resourceId: 'x', resourceName: 'web', node: 'pve1', metadata })).toBeUndefined();
});
