import type { Alert } from '@belfry/schema/entities/alert';
import { expect, test } from 'vitest';
import { rowsOfAlert } from './rows.ts';

const alert = (resourceType: string, fields: Partial<Alert>) =>
  ({ node: '', ...fields, metadata: { resourceType, instanceId: 'dc' } }) as Alert;

test.each([
  ['a guest: only its own', alert('guest', { resourceId: 'dc-100', node: 'pve1' }), ['dc-100']],
  ['a disk: its node too', alert('disk', { resourceId: 'dc-pve1-sda', node: 'pve1' }), ['dc-pve1-sda', 'dc-pve1']],
  [
    'a local storage: its node too',
    alert('storage', { resourceId: 'dc-pve1-lvm', node: 'pve1' }),
    ['dc-pve1-lvm', 'dc-pve1'],
  ],
  [
    'a shared storage: no node',
    alert('storage', { resourceId: 'dc-cluster-nas', node: 'cluster' }),
    ['dc-cluster-nas'],
  ],
  [
    'a container: its Docker host too',
    alert('dockerContainer', { resourceId: 'docker:dc/web' }),
    ['docker:dc/web', 'dc'],
  ],
  [
    'a node of a mail gateway: the gateway and the node',
    alert('pmg', { resourceId: 'dc', node: 'mx1' }),
    ['dc', 'dc-mx1'],
  ],
  ['a datastore: its server', alert('pbs', { resourceId: 'dc', node: 'https://pbs' }), ['dc']],
])('an alert about %s is shown at these rows', (_, given, rows) => expect(rowsOfAlert(given)).toEqual(rows));
