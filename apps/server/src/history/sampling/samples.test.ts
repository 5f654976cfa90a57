// Every kind of resource is sampled, and nothing that was not measured.
import { aContainer, aDockerHost } from '@belfry/domain/testing/docker';
import { aGuest } from '@belfry/domain/testing/guest';
import { aBackupServer } from '@belfry/domain/testing/pbs';
import { aMailGateway } from '@belfry/domain/testing/pmg';
import { aStorage } from '@belfry/domain/testing/storage';
import type { Instance } from '@belfry/schema/entities/instance';
import { metricsOf, resourceKinds } from '@belfry/schema/history/metrics';
import type { State } from '@belfry/schema/state';
import { expect, test } from 'vitest';
import { ceph, disk, everything, GB, node, usage } from '../testing/everything.ts';
import { createOwnCost, type Usage } from './own-cost.ts';
import { samplesOf } from './samples.ts';

const since = '2026-06-01T12:00:00.000Z';
const instance = (id: string, health: Instance['health']): Instance => ({
  ...{ id, kind: 'pve', name: id, host: `https://${id}:8006`, health, dropped: 0, endpoints: [] },
});

/** By `kind id`: the measured values by metric. */
function read(state: Partial<State>): Record<string, Record<string, number>> {
  const samples = samplesOf({ ...everything, ...state });
  return Object.fromEntries(
    samples.map(({ kind, id, values }) => {
      const pairs = metricsOf(kind).map((metric, column) => [metric.id, values[column] ?? Number.NaN] as const);
      return [`${kind} ${id}`, Object.fromEntries(pairs.filter(([, value]) => !Number.isNaN(value)))];
    }),
  );
}
const kindsOf = (state: Partial<State>) => new Set(Object.keys(read(state)).map((key) => key.split(' ')[0]));
const without = (...gone: string[]) =>
  new Set(resourceKinds.filter((kind) => ![...gone, 'instance', 'belfry'].includes(kind)));

test('everything that is measured is sampled, in the units of the catalogue', () => {
  const space = { usage: 50, used: 50 * GB, total: 100 * GB };
  expect(read({})).toEqual({
    'node dc-pve1': {
      ...{ cpu: 10, memory: 50, swap: 12.5, disk: 50, load: 1.5, temperature: 55 },
      ...{ netin: 5000, netout: 6000, iowait: 2.5 },
      ...{ 'pressure.cpu': 12.4, 'pressure.io': 1.5, 'pressure.memory': 0 },
    },
    'guest dc-100': {
      ...{ cpu: 25, memory: 50, disk: 25, diskread: 3, diskwrite: 4, netin: 1000, netout: 2000 },
      ...{ 'pressure.cpu': 12.4, 'pressure.io': 1.5, 'pressure.memory': 0 },
      ...{ swap: 12.5, 'memory.estimate': 1 },
    },
    'filesystem dc-100:/var': space,
    'storage dc-pve1-data': space,
    'zfs dc-pve1-data': { 'errors.read': 2, 'errors.write': 0, 'errors.checksum': 4 },
    'ceph dc': { ...space, 'osds.up': 5, osds: 6 },
    'cephpool dc/vms': { usage: 20, used: 10 * GB },
    'thinpool dc-pve1/pve/data': { metadata: 25 },
    'disk dc-pve1--dev-sda': { temperature: 41, wearout: 97 },
    'pbs pbs-b': { cpu: 12, memory: 34, swap: 25, disk: 30, load: 0.18, iowait: 0.5, netin: 700, netout: 800 },
    'datastore pbs-b/main': expect.objectContaining({ usage: 10 }),
    'pmg pmg-mail': { queue: 7, 'queue.deferred': 5, 'queue.hold': 0, 'queue.oldest': 300 },
    'pmgnode pmg-mail/mail': {
      ...{ cpu: 21, memory: 25, swap: 25, disk: 30, load: 0.82, iowait: 0.5 },
      ...{ queue: 7, 'queue.deferred': 5, 'queue.hold': 0, 'queue.oldest': 300 },
    },
    'docker h1': { cpu: 7, memory: 25, 'containers.running': 1 },
    'container docker:h1/name:web': { cpu: 12, memory: 25, 'memory.used': GB },
  });
  expect(kindsOf({})).toEqual(without());
});

test('what is too old has no sample, whatever its last figures were', () => {
  const stale = <E extends object>(entities: readonly E[]) =>
    entities.map((entity) => ({ ...entity, staleSince: since }));
  expect(kindsOf({ nodes: stale(everything.nodes) })).toEqual(
    without('node', 'guest', 'filesystem', 'disk', 'thinpool'),
  );
  expect(kindsOf({ vms: stale(everything.vms) })).toEqual(without('guest', 'filesystem'));
  expect(kindsOf({ storage: stale(everything.storage) })).toEqual(without('storage', 'zfs'));
  expect(kindsOf({ cephClusters: stale(everything.cephClusters) })).toEqual(without('ceph', 'cephpool'));
  expect(kindsOf({ pbs: stale(everything.pbs) })).toEqual(without('pbs', 'datastore'));
  expect(kindsOf({ pmg: stale(everything.pmg) })).toEqual(without('pmg', 'pmgnode'));
  expect(kindsOf({ dockerHosts: stale(everything.dockerHosts) })).toEqual(without('docker', 'container'));
});

test('an instance whose essential poll fails has no samples, even before its data counts as stale', () => {
  const ofDc = ['node', 'guest', 'filesystem', 'storage', 'zfs', 'ceph', 'cephpool', 'disk', 'thinpool'];
  expect(kindsOf({ instances: [instance('dc', 'error')] })).toEqual(without(...ofDc));
  expect(kindsOf({ instances: [instance('dc', 'degraded')] })).toEqual(without());
  expect(kindsOf({ instances: [instance('pbs-b', 'error')] })).toEqual(without('pbs', 'datastore'));
  expect(kindsOf({ instances: [instance('pmg-mail', 'error')] })).toEqual(without('pmg', 'pmgnode'));
});

test('what is stopped, offline or unknown has no sample, and no zero that looks measured', () => {
  const off = { cpu: 0, memory: { ...usage, used: 0, usage: 0 } };
  expect(kindsOf({ vms: [aGuest({ status: 'stopped', ...off })] })).toEqual(without('guest', 'filesystem'));
  expect(kindsOf({ vms: [aGuest({ status: 'unknown', ...off })] })).toEqual(without('guest', 'filesystem'));
  expect(kindsOf({ vms: [aGuest({ status: 'paused' })] })).toEqual(without('filesystem'));
  const gone = { ...node, status: 'offline' as const };
  expect(kindsOf({ nodes: [gone] })).toEqual(without('node', 'guest', 'filesystem', 'disk', 'thinpool'));
  expect(kindsOf({ nodes: [{ ...node, uptime: 0 }] })).toEqual(without('node'));
  expect(kindsOf({ storage: [aStorage({ status: 'inactive', total: 0, used: 0 })] })).toEqual(
    without('storage', 'zfs'),
  );
  expect(kindsOf({ dockerHosts: [aDockerHost({ containers: [aContainer({ state: 'exited' })] })] })).toEqual(
    without('container'),
  );
});

test('a figure that is not known is a gap in its column, and the others stay', () => {
  const guest = aGuest({ disk: { total: 32, used: 0, free: 32, usage: -1 }, networkIn: null, diskRead: null });
  expect(read({ vms: [guest] })['guest dc-100']).toEqual({ cpu: 25, memory: 50, diskwrite: 0, netout: 0 });
  expect(read({ physicalDisks: [{ ...disk, temperature: 0, wearout: -1 }] })).not.toHaveProperty(`disk ${disk.id}`);
  expect(read({ physicalDisks: [{ ...disk, temperature: 0 }] })[`disk ${disk.id}`]).toEqual({ wearout: 97 });
  expect(read({ cephClusters: [{ ...ceph, health: 'HEALTH_UNKNOWN', numOsds: 0, numOsdsUp: 0 }] })['ceph dc']).toEqual({
    ...{ usage: 50, used: 50 * GB, total: 100 * GB },
  });
  expect(read({ storage: [aStorage({ total: 0, used: 0, usage: 0 })] })).not.toHaveProperty('storage dc-pve1-data');
  expect(read({ pmg: [aMailGateway({ nodes: [] })] })).not.toHaveProperty('pmg pmg-mail');
  const lost = aMailGateway({ nodes: [{ name: 'mail', status: 'offline', error: 'no route', cpu: 3 }] });
  expect(kindsOf({ pmg: [lost] })).toEqual(without('pmg', 'pmgnode'));
  expect(read({ pbs: [aBackupServer({ id: 'pbs-b', cpu: 1, swapUsed: 0 })] })['pbs pbs-b']).toEqual({ cpu: 1 });
  const silent = aContainer({ cpuPercent: null, memoryPercent: null, memoryUsageBytes: null });
  expect(kindsOf({ dockerHosts: [aDockerHost({ containers: [silent] })] })).toEqual(without('container'));
});

test('what Belfry costs is a rate between two readings, and a counter that falls is no negative rate', () => {
  const cost = createOwnCost();
  const ofPoll = (calls: number) => ({ instance: 'dc', poll: 'resources', calls, failed: 1, lastDurationMs: 20 });
  const used = (n: number, calls: number): Usage => ({
    ...{ cpuSeconds: n, residentBytes: 64 * GB, writtenBytes: n * 1000, sentBytes: n * 500, browsers: 2 },
    calls: [ofPoll(calls), { ...ofPoll(calls), poll: 'nodes' }],
  });
  expect(cost(used(1, 10), 0)).toEqual([]);
  expect(cost(used(2, 13), 10_000)).toEqual([
    { kind: 'belfry', id: 'belfry', values: [10, 64 * GB, 100, 50, 2] },
    { kind: 'instance', id: 'dc', values: [36, 0] },
  ]);
  expect(cost(used(2, 1), 20_000)[1]?.values[0]).toBe(0);
});
