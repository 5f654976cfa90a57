import type { Alert } from '@belfry/schema/entities/alert';
import { expect, test } from 'vitest';
import { kindOf } from './kind.ts';
import { messages } from './messages.ts';

const alert = (list: string, resourceType: string): Pick<Alert, 'metadata'> => ({
  metadata: { resourceType, list, unit: 'percent', occurrence: 'o', instanceId: 'dc' },
});

test.each([
  ['vms', 'guest', 'VM'],
  ['containers', 'guest', 'LXC'],
  ['nodes', 'node', 'Node'],
  ['storage', 'storage', 'Storage'],
  ['dockerHosts', 'dockerHost', 'Docker Host'],
  ['dockerHosts', 'dockerContainer', 'Docker Container'],
  ['pbs', 'pbs', 'PBS'],
  ['cephClusters', 'ceph', 'Ceph'],
  ['sites', 'site', 'Site'],
  ['', 'something else', 'Unknown'],
  ['constructor', '', 'Unknown'],
])('an alert about %s of the kind %s is labelled %s', (list, resourceType, label) => {
  expect(messages.kinds[kindOf(alert(list, resourceType))]).toBe(label);
});
