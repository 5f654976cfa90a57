import { type AlertType, alertTypes } from '@belfry/domain/alerts/catalogue';
import { pastOf } from '@belfry/domain/history/past-of';
import type { Alert } from '@belfry/schema/entities/alert';
import { metricsOf } from '@belfry/schema/history/metrics';
import { expect, test } from 'vitest';

const alert = (resourceType: string, type: string, resourceId: string, more: object = {}): Alert => ({
  ...{ id: 'a', type, level: 'warning', resourceId, resourceName: 'name', node: 'n', instance: 'name', message: '' },
  ...{ value: 1, threshold: 1, startTime: '', acknowledged: false },
  metadata: { resourceType, unit: '', occurrence: '', instanceId: '', list: '', ...more },
});
const MB = 1024 ** 2;

test.for([
  [alert('guest', 'cpu', 'dc-100'), 'guest', 'dc-100', 'cpu', 1],
  [alert('guest', 'networkIn', 'dc-100'), 'guest', 'dc-100', 'netin', 1 / MB],
  [alert('guest', 'disk', 'dc-100'), 'guest', 'dc-100', 'disk', 1],
  [alert('guest', 'disk', 'dc-100', { mountpoint: '/var' }), 'filesystem', 'dc-100:/var', 'usage', 1],
  [alert('node', 'temperature', 'dc-pve1'), 'node', 'dc-pve1', 'temperature', 1],
  [alert('storage', 'usage', 'dc-pve1-local'), 'storage', 'dc-pve1-local', 'usage', 1],
  [alert('ceph', 'usage', 'dc-ceph'), 'ceph', 'dc-ceph', 'usage', 1],
  [alert('disk', 'disk-wearout', 'dc-pve1-sda'), 'disk', 'dc-pve1-sda', 'wearout', 1],
  [alert('pbs', 'memory', 'pbs-a'), 'pbs', 'pbs-a', 'memory', 1],
  [alert('pbs', 'usage', 'pbs-a', { datastore: 'tank' }), 'datastore', 'pbs-a/tank', 'usage', 1],
  [alert('pbs', 'disk', 'pbs-a'), 'pbs', 'pbs-a', 'disk', 1],
  [alert('pmg', 'memory', 'pmg-a'), 'pmgnode', 'pmg-a/n', 'memory', 1],
  [alert('pmg', 'message-age', 'pmg-a'), 'pmg', 'pmg-a', 'queue.oldest', 1 / 60],
  [alert('pmg', 'queue-hold', 'pmg-a'), 'pmg', 'pmg-a', 'queue.hold', 1],
  [{ ...alert('pmg', 'queue-total', 'pmg-a'), resourceName: 'name: n' }, 'pmgnode', 'pmg-a/n', 'queue', 1],
  [{ ...alert('pmg', 'message-age', 'pmg-a'), resourceName: 'name: n' }, 'pmgnode', 'pmg-a/n', 'queue.oldest', 1 / 60],
  [alert('pmg', 'quarantine-virus', 'pmg-a'), 'pmg', 'pmg-a', 'quarantine.virus', 1],
  [
    { ...alert('node', 'thin-metadata', 'dc-pve1'), id: 'thin-metadata-dc-pve1/pve/data' },
    ...(['thinpool', 'dc-pve1/pve/data', 'metadata', 1] as const),
  ],
  [alert('dockerContainer', 'cpu', 'docker:h1/c1'), 'container', 'docker:h1/name:name', 'cpu', 1],
] as const)('the value of %o is found in the history', ([of, kind, id, metric, factor]) => {
  expect(pastOf(of)).toEqual({ kind, id, metric, factor });
  expect(metricsOf(kind).map((each) => each.id)).toContain(metric);
});

test('an alert without a value in the history has no past', () => {
  for (const of of [
    alert('guest', 'powered-off', 'dc-100'),
    alert('guest', 'backupAge', 'dc-100'),
    alert('node', 'connectivity', 'dc-pve1'),
    alert('pbs', 'usage', 'pbs-a'),
    { ...alert('pmg', 'quarantine-spam', 'pmg-a'), sentence: { id: 'pmg.spamGrowth', values: {} } } as Alert,
    alert('', 'cpu', 'x'),
    { ...alert('guest', 'cpu', 'x'), metadata: undefined },
  ])
    expect(pastOf(of)).toBeUndefined();
});

/** They have a value that the history has not, or only as part of a sum. A new type with a value has a past, or is named here. */
const notKept: readonly AlertType[] = [
  ...(['zfs-pool-errors', 'zfs-device', 'ceph-osd', 'backupAge', 'snapshotAge', 'replication', 'quorum'] as const),
  ...(['node-loss', 'datastore-full-soon', 'datastore-damaged', 'docker-container-restart-loop', 'baseline'] as const),
  ...(['anomaly-spamIn', 'anomaly-spamOut', 'anomaly-virusIn', 'anomaly-virusOut'] as const),
  ...(['certificate-expiry', 'clock-offset'] as const),
];

test.each(Object.keys(alertTypes) as AlertType[])(
  '%s has a past where it has a value that the history keeps, and else none',
  (type) => {
    const { of, unit } = alertTypes[type];
    const pasts = of.map((kind) => pastOf(alert(kind, type, 'docker:h1/c1', { datastore: 'tank' })));
    expect(pasts.some((past) => past !== undefined)).toBe(unit !== 'none' && !notKept.includes(type));
  },
);
