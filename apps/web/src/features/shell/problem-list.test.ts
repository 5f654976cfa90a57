import { aDockerHost } from '@belfry/domain/testing/docker';
import { aNode } from '@belfry/domain/testing/node';
import type { Alert } from '@belfry/schema/entities/alert';
import type { Instance } from '@belfry/schema/entities/instance';
import { expect, test } from 'vitest';
import { problemsOf } from './problem-list.ts';

const none = { instances: [], nodes: [], dockerHosts: [], activeAlerts: [] };
const instance = (fields: Partial<Instance>): Instance =>
  ({
    ...{ id: 'dc', kind: 'pve', name: 'dc', host: 'https://dc:8006', health: 'healthy', dropped: 0 },
    ...{ polls: [], endpoints: [] },
    ...fields,
  }) as Instance;
const alert = (id: string, fields: Partial<Alert>): Alert => ({
  ...{ id, type: 'cpu', level: 'warning', resourceId: id, resourceName: id, node: 'pve1', instance: 'dc' },
  ...{ message: '', value: 1, threshold: 1, startTime: '', acknowledged: false },
  ...fields,
});
const ids = (troubled: Partial<Parameters<typeof problemsOf>[0]>) =>
  problemsOf({ ...none, ...troubled }).map(({ id }) => id);

test('hosts that are not reached and dead nodes come before what only warns', () => {
  const dead = aNode({ id: 'dc-pve2', name: 'pve2', status: 'offline' });
  const silent = aDockerHost({ id: 'dock', staleSince: '2026-01-01T00:00:00.000Z' });
  expect(
    ids({
      instances: [instance({ id: 'broken', dropped: 3 }), instance({ id: 'down', health: 'error' })],
      nodes: [aNode({ id: 'dc-pve1' }), dead],
      dockerHosts: [aDockerHost({ id: 'well' }), silent],
    }),
  ).toEqual(['down', 'dc-pve2', 'dock', 'broken']);
});

test('an instance that answers, and of which one call fails, only warns', () => {
  const error = { kind: 'bad-status', message: 'GET /nodes/pve1/status: the host answered 500.', since: '' } as const;
  const problems = (health: Instance['health']) =>
    problemsOf({ ...none, instances: [instance({ id: 'dc', health, error })] }).map(({ id, tone }) => [id, tone]);
  expect(problems('degraded')).toEqual([['dc', 'warn']]);
  expect(problems('error')).toEqual([['dc', 'crit']]);
});

test('a failure that an alert reports is a problem at any level; a high value only when it is critical', () => {
  const activeAlerts = [
    alert('replication', { type: 'replication' }),
    alert('backup', { type: 'backup-failed' }),
    alert('availability', { type: 'ha-error', level: 'critical' }),
    alert('datastore', { type: 'datastore-state' }),
    alert('job', { type: 'pbs-job' }),
    alert('cpu-high', {}),
    alert('cpu-critical', { level: 'critical' }),
    alert('stopped-guest', { type: 'powered-off' }),
  ];
  expect(ids({ activeAlerts })).toEqual(['availability', 'cpu-critical', 'replication', 'backup', 'datastore', 'job']);
});

test.each([
  ['acknowledged', { acknowledged: true }],
  ['silenced', { metadata: { silenced: { until: '' } } }],
  ['in maintenance', { metadata: { maintenance: { name: 'move', until: '' } } }],
  ['the effect of another one', { metadata: { cause: 'node-offline' } }],
])('an alert that is %s is not named', (_, fields) => {
  expect(ids({ activeAlerts: [alert('a', { level: 'critical', ...(fields as Partial<Alert>) })] })).toEqual([]);
});

test('a dead node that has an alert too is one problem', () => {
  const node = aNode({ id: 'dc-pve2', name: 'pve2', status: 'offline' });
  const offline = alert('node-offline-dc-pve2', { type: 'connectivity', level: 'critical', resourceId: 'dc-pve2' });
  expect(ids({ nodes: [node], activeAlerts: [offline] })).toEqual(['dc-pve2']);
});
