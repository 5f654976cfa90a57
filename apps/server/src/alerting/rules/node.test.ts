import type { Node } from '@belfry/schema/entities/node';
import { describe, expect, test } from 'vitest';
import { guest, node } from '../../state/testing/observations.ts';
import { polled } from '../testing/polled.ts';
import { createGuestRules } from './guest.ts';
import { createNodeRules } from './node.ts';

const at = (fields: Partial<Node>) => ({ nodes: [node('a', 'n1', { uptime: 9000, ...fields })] });
const used = (usage: number) => ({ total: 100, used: usage, free: 100 - usage, usage });
const watch = (config = {}) => polled(() => [createNodeRules()], config);

describe.each([
  ['cpu', (value: number) => ({ cpu: value / 100 }), [80, 90, 76, 75], 'Node n1: CPU usage is 80 %.'],
  ['memory', (value: number) => ({ memory: used(value) }), [85, 95, 81, 80], 'Node n1: memory usage is 85 %.'],
  ['disk', (value: number) => ({ disk: used(value) }), [90, 98, 86, 85], 'Node n1: disk usage is 90 %.'],
] as const)('%s of a node', (metric, fields, [bad, worse, between, well], message) => {
  test('starts at its threshold, becomes critical, stays in between and ends', async () => {
    const { poll, messages } = watch();
    expect(await poll(at(fields(bad - 1)))).toEqual([]);
    expect(await poll(at(fields(bad)))).toEqual([`a-n1-${metric} warning`]);
    expect(messages()).toEqual([message]);
    expect(await poll(at(fields(worse)))).toEqual([`a-n1-${metric} critical`]);
    expect(await poll(at(fields(between)))).toEqual([`a-n1-${metric} warning`]);
    expect(await poll(at(fields(well)))).toEqual([]);
  });

  test('is unknown for a node that is not online or has just booted', async () => {
    const { poll } = watch({ disableAllNodesOffline: true });
    expect(await poll(at({ ...fields(worse), uptime: 0 }))).toEqual([]);
    const raised = await poll(at(fields(worse)));
    expect(raised).toEqual([`a-n1-${metric} critical`]);
    expect(await poll(at({ ...fields(0), status: 'offline', uptime: 0 }), 50)).toEqual(raised);
    expect(await poll(at({ ...fields(0), status: 'unknown' }))).toEqual(raised);
  });
});

test('a node that is off has no load: after a minute its alerts about CPU and memory end, and its disk stays full', async () => {
  const { poll, stage } = watch({ disableAllNodesOffline: true });
  const full = at({ cpu: 0.99, memory: used(99), disk: used(99) });
  const off = at({ cpu: 0, memory: used(0), disk: used(99), status: 'offline', uptime: 0 });
  expect(await poll(full, 120)).toHaveLength(3);
  expect(await poll(off, 50)).toHaveLength(3);
  expect(await poll(off, 60)).toEqual(['a-n1-disk critical']);
  expect(stage.announced().slice(-2)).toEqual(['resolved a-n1-cpu stopped', 'resolved a-n1-memory stopped']);
});

test('the temperature of a node starts, becomes critical and ends; without a report it stays', async () => {
  const { poll, messages } = watch();
  const hot = (cpuMax: number) => () => ({ temperatures: { 'a-n1': { available: true, cpuMax } } });
  expect(await poll(at({}), 60, hot(79))).toEqual([]);
  expect(await poll(at({}), 60, hot(82))).toEqual(['a-n1-temperature warning']);
  expect(messages()).toEqual(['Node n1: temperature is 82 °C.']);
  expect(await poll(at({}), 60, hot(91))).toEqual(['a-n1-temperature critical']);
  expect(await poll(at({}), 300)).toEqual(['a-n1-temperature critical']);
  expect(await poll(at({}), 60, hot(60))).toEqual([]);
});

describe('a node that is offline', () => {
  test('is an alert after three polls, until the first poll in which it is back', async () => {
    const { poll, messages } = watch();
    expect(await poll(at({}))).toEqual([]);
    expect(await poll(at({ status: 'offline' }), 20)).toEqual([]);
    expect(await poll(at({ status: 'offline' }), 10)).toEqual(['node-offline-a-n1 critical']);
    expect(messages()).toEqual(['Node n1 is offline.']);
    expect(await poll(at({ status: 'unknown' }))).toEqual(['node-offline-a-n1 critical']);
    expect(await poll(at({}), 10)).toEqual([]);
  });

  test.each([
    { disableAllNodesOffline: true },
    { disableAllNodes: true },
    { overrides: { 'a-n1': { disableConnectivity: true } } },
  ])('is none where it may be off: %o', async (config) => {
    expect(await watch(config).poll(at({ status: 'offline' }))).toEqual([]);
  });
});

describe('ZFS pools without a storage', () => {
  const none = { readErrors: 0, writeErrors: 0, checksumErrors: 0 };
  const pool = (state: string, device: string) => ({
    ...{ name: 'rpool', state, status: '', scan: '', ...none },
    devices: [
      { name: 'mirror-0', type: 'mirror', state, ...none },
      { name: 'ata-B-part3', type: 'disk', state: device, ...none },
    ],
  });

  test('a ZFS pool that is degraded is an alert, and the device in it', async () => {
    const { poll, messages, restart } = watch();
    expect(await poll(at({ pools: [pool('ONLINE', 'ONLINE')] }))).toEqual([]);
    const bad = ['zfs-device-a-n1/rpool-ata-B-part3 warning', 'zfs-pool-state-a-n1/rpool warning'];
    expect(await poll(at({ pools: [pool('DEGRADED', 'REMOVED')] }), 10)).toEqual(bad);
    expect(messages()[1]).toBe('ZFS pool rpool on n1 is DEGRADED.');
    const after = restart();
    expect(await after.poll(at({}), 120)).toEqual(bad);
    expect(await after.poll(at({ pools: [pool('ONLINE', 'ONLINE')] }), 10)).toEqual([]);
  });

  test('a ZFS pool that is well and was not scrubbed for two months is a warning; one with errors has an alert for these', async () => {
    const scrubbed = (day: string, state = 'ONLINE') => ({
      pools: [{ ...pool(state, 'ONLINE'), scan: `scrub repaired 0B in 00:41:07 with 0 errors on ${day}` }],
    });
    expect(await watch().poll(at(scrubbed('Sun Nov  9 01:05:08 2025')), 600)).toEqual([]);
    const { poll, messages } = watch();
    expect(await poll(at(scrubbed('Sun Sep 14 01:05:08 2025')), 600)).toEqual(['job-late-scrub-a-n1/rpool warning']);
    expect(messages()).toEqual(['ZFS pool rpool on n1 was last scrubbed 109 days ago.']);
    expect(await poll(at(scrubbed('Sun Dec 14 01:05:08 2025')), 10)).toEqual([]);
    const degraded = at(scrubbed('Sun Sep 14 01:05:08 2025', 'DEGRADED'));
    expect(await watch().poll(degraded, 600)).toEqual(['zfs-pool-state-a-n1/rpool warning']);
    expect(await watch().poll(at({ pools: [pool('ONLINE', 'ONLINE')] }), 600)).toEqual([]);
  });

  test('metadata of a thin pool that is almost full is an alert with the limits of a storage, however little data it holds', async () => {
    const { poll, messages } = watch();
    const thin = (metadataUsed: number) =>
      at({ thinPools: [{ name: 'pve/data', size: 1000, used: 10, metadataSize: 100, metadataUsed }] });
    expect(await poll(thin(84))).toEqual([]);
    expect(await poll(thin(86), 10)).toEqual(['thin-metadata-a-n1/pve/data warning']);
    expect(messages()).toEqual([
      'Node n1: the metadata of thin pool pve/data is 86 % full. When it is full, nothing can be written to the pool.',
    ]);
    expect(await poll(thin(96), 10)).toEqual(['thin-metadata-a-n1/pve/data critical']);
    expect(await poll(thin(40), 10)).toEqual([]);
  });
});

describe('a backup of several guests of a node', () => {
  const task = (hour: number, status: string) => ({
    id: `a-upid-${hour}`,
    instance: 'a',
    node: 'n1',
    type: 'vzdump',
    vmid: 0,
    status,
    startTime: `2026-01-01T0${hour}:00:00.000Z`,
    endTime: `2026-01-01T0${hour}:10:00.000Z`,
    ...(status !== 'OK' && !status.startsWith('WARNINGS') && { error: status }),
  });
  const tasks = (...backupTasks: ReturnType<typeof task>[]) => ({ ...at({}), backupTasks });
  const id = 'backup-failed-a-n1 warning';

  test('that failed is an alert until a later one succeeds, also with warnings', async () => {
    const { poll, messages } = watch();
    expect(await poll(tasks(task(1, 'OK')))).toEqual([]);
    expect(await poll(tasks(task(1, 'OK'), task(2, 'job errors')))).toEqual([id]);
    expect(messages()).toEqual(['Backup job of several guests: the last backup on n1 failed: job errors']);
    expect(await poll(tasks(task(2, 'job errors'), task(3, 'WARNINGS: 1')))).toEqual([]);
  });

  test('that has no result, or is not known after a restart, changes nothing', async () => {
    const before = watch();
    expect(await before.poll(tasks(task(2, 'job errors')))).toEqual([id]);
    expect(await before.poll(tasks(task(2, 'job errors'), task(3, 'unknown')))).toEqual([id]);
    const after = before.restart();
    expect(await after.poll(at({}))).toEqual([id]);
    expect(await after.poll(tasks(task(4, 'OK')))).toEqual([]);
  });

  test('for several guests is one alert with their names; the last of them that is not made good has its own', async () => {
    const { poll, messages } = polled(() => [createNodeRules(), ...createGuestRules()]);
    const failures = [1, 2].map((vmid) => ({ vmid, error: 'no mount point' }));
    const backedUp = (...hours: number[]) =>
      hours.map((hour, i) =>
        guest('a', i + 1, { node: 'n1', name: `vm${i + 1}`, lastBackup: `2026-01-01T0${hour}:30:00.000Z` }),
      );
    const all = tasks(Object.assign(task(1, 'job errors'), { failures }), task(2, 'OK'));
    expect(await poll({ ...all, vms: backedUp(0, 0) }, 120)).toEqual([id]);
    expect(messages()).toEqual([
      'Backup job of several guests: 2 backups on n1 failed, of VM vm1 (1), VM vm2 (2): no mount point',
    ]);
    expect(await poll({ ...all, vms: backedUp(0, 3) }, 120)).toEqual(['backup-failed-a-1 warning']);
    expect(await poll({ ...all, vms: backedUp(4, 3) }, 10)).toEqual([]);
  });
});
