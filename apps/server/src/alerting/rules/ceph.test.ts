import type { CephCluster } from '@belfry/schema/entities/ceph-cluster';
import { expect, test } from 'vitest';
import { node } from '../../state/testing/observations.ts';
import { polled } from '../testing/polled.ts';
import { createCephRules } from './ceph.ts';
import { createNodeRules } from './node.ts';

const ceph = (fields: Partial<CephCluster>): CephCluster => ({
  id: 'a-f1',
  instance: 'a',
  name: 'Ceph',
  health: 'HEALTH_OK',
  healthMessage: '',
  totalBytes: 100,
  usedBytes: 10,
  availableBytes: 90,
  usagePercent: 10,
  numMons: 3,
  numMgrs: 1,
  numOsds: 4,
  numOsdsUp: 4,
  numOsdsIn: 4,
  numPGs: 1,
  pools: [],
  services: [],
  lastUpdated: '2026-01-01T00:00:00.000Z',
  ...fields,
});
const at = (fields: Partial<CephCluster>, offline = false) => ({
  cephClusters: [ceph(fields)],
  nodes: [node('a', 'n1', { status: offline ? 'offline' : 'online' })],
});
const watch = (config = {}) => polled(() => [createCephRules(), createNodeRules()], config);
const warning = { health: 'HEALTH_WARN', healthMessage: 'RECENT_CRASH: 1 daemon has crashed' } as const;

test('the health of Ceph: HEALTH_WARN is an alert after a minute, HEALTH_ERR at once, and it ends with HEALTH_OK', async () => {
  const { poll, messages } = watch();
  expect(await poll(at({}))).toEqual([]);
  expect(await poll(at(warning), 60)).toEqual([]);
  expect(await poll(at(warning), 10)).toEqual(['ceph-health-a-f1 warning']);
  expect(messages()).toEqual(['Ceph reports HEALTH_WARN: RECENT_CRASH: 1 daemon has crashed']);
  expect(await poll(at({ ...warning, health: 'HEALTH_ERR' }), 10)).toEqual(['ceph-health-a-f1 critical']);
  expect(await poll(at({ health: 'HEALTH_UNKNOWN', numOsds: 0 }), 60)).toEqual(['ceph-health-a-f1 critical']);
  expect(await poll(at({}), 10)).toEqual([]);
});

test('OSDs that are down or out are an alert until all are back; without the status of Ceph nothing changes', async () => {
  const { poll, messages } = watch();
  expect(await poll(at({ numOsdsUp: 3 }), 120)).toEqual(['ceph-osd-a-f1 warning']);
  expect(messages()).toEqual(['Ceph: 1 down of 4 OSDs.']);
  await poll(at({ numOsdsUp: 2, numOsdsIn: 3 }), 10);
  expect(messages()).toEqual(['Ceph: 2 down and 1 out of 4 OSDs.']);
  expect(await poll(at({ health: 'HEALTH_UNKNOWN', numOsds: 0, numOsdsUp: 0, numOsdsIn: 0 }))).toHaveLength(1);
  expect(await poll(at({}), 10)).toEqual([]);
});

test('a warning that only follows from OSDs that are down is attached to the alert about them', async () => {
  const { poll } = watch();
  const degraded = { health: 'HEALTH_WARN', healthMessage: 'OSD_DOWN: 1 osds down; PG_DEGRADED: 7 pgs' } as const;
  expect(await poll(at({ ...degraded, numOsdsUp: 3 }), 300)).toEqual(['ceph-osd-a-f1 warning']);
  for (const check of ['RECENT_CRASH: 1 daemon', 'OSD_NEARFULL: 1 osd']) {
    const other = at({ ...degraded, healthMessage: `OSD_DOWN: 1 osds down; ${check}`, numOsdsUp: 3 });
    expect(await poll(other, 300)).toEqual(['ceph-health-a-f1 warning', 'ceph-osd-a-f1 warning']);
  }
});

test('problems of Ceph that follow from an offline node are attached to the alert about the node', async () => {
  const { poll } = watch();
  const degraded = { health: 'HEALTH_WARN', healthMessage: 'MON_DOWN: 1/3 mons down; OSD_HOST_DOWN: 1 host' } as const;
  expect(await poll(at({ ...degraded, numOsdsUp: 3 }, true), 300)).toEqual(['node-offline-a-n1 critical']);
});

test('the usage of Ceph has the limits of storages, and an estimate does not count', async () => {
  const { poll, messages } = watch();
  expect(await poll(at({ usagePercent: 99, health: 'HEALTH_UNKNOWN' }))).toEqual([]);
  expect(await poll(at({ usagePercent: 86 }))).toEqual(['a-f1-usage warning']);
  expect(messages()).toEqual(['Ceph is 86 % full: 90 B free.']);
  expect(await poll(at({ usagePercent: 95 }))).toEqual(['a-f1-usage critical']);
  expect(await poll(at({ usagePercent: 0, totalBytes: 0 }))).toEqual(['a-f1-usage critical']);
  expect(await poll(at({ usagePercent: 79 }))).toEqual([]);
});
