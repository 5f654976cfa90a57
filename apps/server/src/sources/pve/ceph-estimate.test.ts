import { expect, test } from 'vitest';
import { monitorsOf } from './ceph.ts';
import { type EstimateOf, estimatedCeph } from './ceph-estimate.ts';
import { parseStorageConfigs } from './storage-details.ts';

const GIB = 1024 ** 3;

/** Storages with 600 of 1000 GiB used, with what differs of each. `monhost` and others as in `GET /storage`. */
function estimate(rows: Record<string, Record<string, unknown>>, of: Partial<EstimateOf> = {}) {
  const given = Object.entries(rows).map(([storage, row]) => ({ storage, type: 'rbd', ...row }));
  const storages = given.map(({ storage, type, ...row }) => ({
    name: storage,
    type,
    used: 600 * GIB,
    total: 1000 * GIB,
    ...row,
  }));
  const configs = parseStorageConfigs(given);
  return estimatedCeph({ storages, configs, own: new Set(), isOwnKnown: false, ...of }, 'dc', '').map(
    ({ id, name, usagePercent, usedBytes, totalBytes, storages }) => ({
      ...{ id, name, usage: usagePercent, used: usedBytes / GIB, total: totalBytes / GIB, storages },
    }),
  );
}

test('if Ceph cannot be queried, only the size of its storages is in the state, without invented daemons or placement groups', () => {
  const storages = [{ name: 'a', type: 'rbd', total: 1000, used: 100 }];
  const configs = new Map();
  expect(estimatedCeph({ storages, configs, own: new Set(), isOwnKnown: false }, 'dc', '')).toMatchObject([
    { health: 'HEALTH_UNKNOWN', usedBytes: 100, numMons: 0, numMgrs: 0, numOsds: 0, numPGs: 0, services: [] },
  ]);
  expect(estimate({ a: { type: 'dir' } })).toEqual([]);
});

test('storages on one pool count once, also in namespaces, with an erasure-coded pool, or on one file system', () => {
  const once = { usage: 60, used: 600, total: 1000 };
  const vm = { monhost: '10.0.0.9', pool: 'rbd' };
  expect(estimate({ vm, ct: { ...vm, krbd: 1 } })).toMatchObject([{ ...once, storages: ['ct', 'vm'] }]);
  // The name of the pool is optional.
  expect(estimate({ a: { pool: 'rbd' }, b: { namespace: 'other' } })).toMatchObject([once]);
  expect(estimate({ a: { pool: 'p1', 'data-pool': 'ec' }, b: { pool: 'p2', 'data-pool': 'ec' } })).toMatchObject([
    once,
  ]);
  expect(estimate({ a: { type: 'cephfs' }, b: { type: 'cephfs', subdir: '/b' } })).toMatchObject([once]);
});

test('pools of one cluster are added, and share its free space', () => {
  expect(estimate({ a: { pool: 'a' }, b: { pool: 'b' } })).toMatchObject([{ usage: 75, used: 1200, total: 1600 }]);
});

test('two clusters elsewhere are two, and one cluster that is named in several ways is one', () => {
  const [a, b] = [{ monhost: '10.0.0.9' }, { monhost: '10.0.1.9' }];
  expect(estimate({ a, b })).toMatchObject([
    { id: 'dc-ceph-10.0.0.9', name: 'Ceph at 10.0.0.9', usage: 60, storages: ['a'] },
    { id: 'dc-ceph-10.0.1.9', name: 'Ceph at 10.0.1.9', usage: 60, storages: ['b'] },
  ]);
  expect(
    estimate({
      a: { monhost: '10.0.0.9 10.0.0.8' },
      b: { monhost: '10.0.0.8:6789,[fd00::7]:3300' },
      c: { monhost: 'fd00::7;10.0.0.6' },
    }),
  ).toMatchObject([{ id: 'dc-ceph', name: 'Ceph', usage: 60 }]);
});

test('the cluster of the nodes themselves is not estimated while its status is known', () => {
  const rows = { own: {}, other: { monhost: '10.0.0.9' }, named: { monhost: '10.9.0.1' } };
  const own = new Set(['10.9.0.1']);
  expect(estimate(rows, { own, isOwnKnown: true })).toMatchObject([{ id: 'dc-ceph-10.0.0.9', storages: ['other'] }]);
  expect(estimate(rows, { own })).toMatchObject([
    { id: 'dc-ceph', storages: ['named', 'own'] },
    { id: 'dc-ceph-10.0.0.9', storages: ['other'] },
  ]);
});

test('the monitors of a status are found in the forms of old and new releases of Ceph', () => {
  const mons = [
    { addr: '10.0.0.1:6789/0', public_addr: '10.0.0.1:6789/0' },
    { public_addrs: { addrvec: [{ type: 'v2', addr: '[fd00::2]:3300' }] } },
  ];
  expect(monitorsOf({ monmap: { mons } })).toEqual(new Set(['10.0.0.1', 'fd00::2']));
});
