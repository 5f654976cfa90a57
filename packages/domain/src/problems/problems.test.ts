import type { Alert } from '@belfry/schema/entities/alert';
import type { Instance } from '@belfry/schema/entities/instance';
import { expect, test } from 'vitest';
import { aContainer, aDockerHost } from '../testing/docker.ts';
import { aGuest } from '../testing/guest.ts';
import { aNode } from '../testing/node.ts';
import { openProblems, problemsOf, type Troubled } from './problems.ts';

const none: Troubled = {
  ...{ instances: [], nodes: [], dockerHosts: [], activeAlerts: [], vms: [], containers: [], storage: [], pbs: [] },
};
const instance = (fields: Partial<Instance>): Instance =>
  ({
    ...{ id: 'dc', kind: 'pve', name: 'dc', host: 'https://dc:8006', health: 'healthy', dropped: 0 },
    ...{ polls: [], endpoints: [] },
    ...fields,
  }) as Instance;
const alert = (id: string, fields: Partial<Alert> = {}, metadata: object = {}): Alert => ({
  ...{ id, type: 'cpu', level: 'warning', resourceId: id, resourceName: id, node: 'pve1', instance: 'dc' },
  ...{ message: '', value: 1, threshold: 1, startTime: '', acknowledged: false },
  ...fields,
  metadata: { resourceType: 'guest', unit: 'none', occurrence: id, instanceId: 'dc', list: 'vms', ...metadata },
});
const ids = (troubled: Partial<Troubled>) => problemsOf({ ...none, ...troubled }).map(({ id }) => id);
const dead = aNode({ id: 'dc-pve2', name: 'pve2', status: 'offline' });
const silent = aDockerHost({ id: 'dock', staleSince: '2026-01-01T00:00:00.000Z', containers: [aContainer()] });

test('the node on which most depends is first, a silent agent after it, and what only warns is last', () => {
  expect(
    ids({
      instances: [instance({ id: 'broken', dropped: 3 }), instance({ id: 'down', health: 'error' })],
      nodes: [aNode({ id: 'dc-pve1' }), dead],
      dockerHosts: [aDockerHost({ id: 'well' }), silent],
      vms: [aGuest({ vmid: 101, node: 'pve2', status: 'unknown' })],
    }),
  ).toEqual(['dc-pve2', 'down', 'dock', 'broken']);
});

test('a silent Docker host is one problem, though it is an instance and a host', () => {
  const agent = instance({ id: 'docker-dock', kind: 'docker', name: 'dock', health: 'error' });
  const offline = alert('docker-host-offline-dock', {
    type: 'docker-host-offline',
    level: 'critical',
    resourceId: 'dock',
  });
  expect(ids({ instances: [agent], dockerHosts: [silent] })).toEqual(['dock']);
  expect(ids({ instances: [agent], dockerHosts: [silent], activeAlerts: [offline] })).toEqual([offline.id]);
});

test('an instance that answers, and of which one call fails, only warns', () => {
  const error = { kind: 'bad-status', message: 'GET /nodes/pve1/status: the host answered 500.', since: '' } as const;
  const problems = (health: Instance['health'], fields: Partial<Instance> = {}) =>
    problemsOf({ ...none, instances: [instance({ id: 'dc', health, error, ...fields })] }).map(({ id, level }) => [
      id,
      level,
    ]);
  const seen = { lastSeen: '2026-01-01T00:00:00.000Z' };
  expect(problems('degraded', seen)).toEqual([['dc', 'warning']]);
  // the last poll failed, and what the one before said is not old yet
  expect(problems('error', seen)).toEqual([['dc', 'warning']]);
  expect(problems('error', { ...seen, downSince: seen.lastSeen })).toEqual([['dc', 'critical']]);
  expect(problems('error')).toEqual([['dc', 'critical']]);
});

test('an alert that another one explains is no problem of its own', () => {
  const cause = alert('node-offline-dc-pve2', { type: 'connectivity', level: 'critical', resourceId: 'dc-pve2' });
  const symptom = alert('cpu', {}, { cause: cause.id });
  expect(ids({ nodes: [dead], activeAlerts: [cause, symptom] })).toEqual([cause.id]);
});

test.each([
  ['acknowledged', { acknowledged: true }, {}],
  ['silenced', {}, { silenced: { until: '' } }],
  ['in maintenance', {}, { maintenance: { name: 'move', until: '' } }],
])('an alert that is %s is listed after the others of its level, and not counted', (_, fields, metadata) => {
  const problems = problemsOf({ ...none, activeAlerts: [alert('a', fields, metadata), alert('b')] });
  expect(problems.map(({ id }) => id)).toEqual(['b', 'a']);
  expect(openProblems(problems).map(({ id }) => id)).toEqual(['b']);
});

test('a lost backup server is one problem, and its failed jobs stay problems of their own while it answers in part', () => {
  const server = { kind: 'pbs', id: 'pbs-main', name: 'main' } as const;
  const job = alert('job', { type: 'pbs-job', resourceId: 'pbs-main' });
  const lost = alert('pbs-offline', { type: 'offline', level: 'critical', resourceId: 'pbs-main', acknowledged: true });
  expect(ids({ instances: [instance({ ...server, dropped: 2 })], activeAlerts: [job] }).sort()).toEqual([
    'job',
    'pbs-main',
  ]);
  const problems = problemsOf({ ...none, instances: [instance({ ...server, health: 'error' })], activeAlerts: [lost] });
  expect(problems).toMatchObject([{ id: 'pbs-main', isTaken: true, alert: lost }]);
});
