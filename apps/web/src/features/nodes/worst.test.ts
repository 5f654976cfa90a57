import { worstFirst } from '@belfry/domain/alerts/order';
import { rowsOfAlert } from '@belfry/domain/alerts/rows';
import { aBackupServer, aDatastore } from '@belfry/domain/testing/pbs';
import type { Alert, AlertMetadata } from '@belfry/schema/entities/alert';
import { expect, test } from 'vitest';
import { fullestStorages, worstAlerts } from './worst.ts';

const alert = (id: string, metadata: Partial<AlertMetadata>, fields: Partial<Alert> = {}): Alert => ({
  id,
  type: 'offline',
  level: 'critical',
  resourceId: id,
  resourceName: id,
  node: 'a-1',
  instance: 'a',
  message: '',
  value: 0,
  threshold: 0,
  startTime: '2026-11-28T20:00:00.000Z',
  lastSeen: '2026-11-28T20:00:00.000Z',
  acknowledged: false,
  metadata: { resourceType: 'node', unit: '', occurrence: id, instanceId: 'a', list: 'nodes', ...metadata },
  ...fields,
});
const worstOfCluster = (alerts: readonly Alert[]) => worstAlerts(alerts, rowsOfAlert).get('cluster:a');

test('the worst of a cluster is the first in the one order of what is wrong', () => {
  const alerts = [
    // it explains others, and no guest depends on it
    alert('storage', { resourceType: 'storage', affects: { count: 9, resources: [] } }),
    alert('old', { resourceType: 'guest' }, { startTime: '2026-11-01T00:00:00.000Z' }),
    alert('node', { depends: { guests: 12, others: 1 } }),
    alert('warning', { depends: { guests: 90, others: 0 } }, { level: 'warning' }),
  ];
  expect(alerts.toSorted(worstFirst)[0]?.id).toBe('node');
  expect(worstOfCluster(alerts)?.id).toBe('node');
  expect(worstOfCluster(alerts.toReversed())?.id).toBe('node');
});

test('what somebody takes care of is not the worst, nor what another alert explains', () => {
  const taken = [
    alert('acknowledged', {}, { acknowledged: true }),
    alert('explained', { cause: 'node' }),
    alert('silenced', { silenced: { by: 'ada', until: '2026-12-01T00:00:00.000Z' } }),
  ];
  expect(worstOfCluster(taken)).toBeUndefined();
});

test('of two datastores on one disk, the one with an alert is the fullest', () => {
  const server = aBackupServer({
    datastores: [aDatastore({ name: 'empty', usage: 97.1 }), aDatastore({ name: 'main', usage: 97 })],
  });
  const main = alert(server.id, { datastore: 'main', resourceType: 'pbs', list: 'pbs' });
  const nameOf = (alerts: readonly Alert[]) => fullestStorages([], [server], alerts).get(server.id)?.name;
  expect([nameOf([main]), nameOf([])]).toEqual(['main', 'empty']);
});
