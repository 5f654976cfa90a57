import { expect, test } from 'vitest';
import { pathOfResource } from './place.ts';

const path = (resourceType: string, resourceId: string, node = 'pve1') =>
  pathOfResource({
    ...{ resourceId, resourceName: 'web', node },
    metadata: { resourceType, unit: 'none', occurrence: 'o', list: '', instanceId: 'dc' },
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

test('a problem of the server itself has no other page', () => {
  expect(path('server', 'belfry')).toBeUndefined();
});
