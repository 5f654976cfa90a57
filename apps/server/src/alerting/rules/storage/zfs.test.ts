import { aStorage, aZfsPool } from '@belfry/domain/testing/storage';
import type { Storage, ZfsPool } from '@belfry/schema/entities/storage';
import { expect, test } from 'vitest';
import { polled } from '../../testing/polled.ts';
import { createStorageRules } from '../storage.ts';

type Device = ZfsPool['devices'][number];

const device = (name: string, fields: Partial<Device> = {}): Device => ({
  name,
  type: 'disk',
  state: 'ONLINE',
  ...{ readErrors: 0, writeErrors: 0, checksumErrors: 0 },
  ...fields,
});
const storage = (name: string, zfsPool?: ZfsPool): Storage =>
  aStorage({ instance: 'a', node: 'n1', name, type: 'zfspool', ...(zfsPool && { zfsPool }) });
const watch = () => polled(() => [createStorageRules()]);
const at = (fields: Partial<ZfsPool>) => ({ storage: [storage('vms', aZfsPool(fields))] });

test('the state of a pool is an alert at once, critical when the pool is lost, and ends when it is online', async () => {
  const { poll, messages } = watch();
  expect(await poll(at({}), 10)).toEqual([]);
  expect(await poll(at({ state: 'DEGRADED' }), 10)).toEqual(['zfs-pool-state-a-n1-vms warning']);
  expect(messages()).toEqual(['ZFS pool tank on n1 is DEGRADED.']);
  for (const state of ['FAULTED', 'UNAVAIL', 'SUSPENDED'])
    expect(await poll(at({ state }), 10)).toEqual(['zfs-pool-state-a-n1-vms critical']);
  expect(await poll(at({ state: 'UNKNOWN' }), 60)).toEqual(['zfs-pool-state-a-n1-vms critical']);
  expect(await poll({ storage: [storage('vms')] }, 60)).toEqual(['zfs-pool-state-a-n1-vms critical']);
  expect(await poll(at({}), 10)).toEqual([]);
});

test('errors of a pool are one alert, which is announced again only when there are more errors', async () => {
  const { poll, messages, stage } = watch();
  const errors = (readErrors: number, checksumErrors: number) => at({ readErrors, checksumErrors });
  expect(await poll(errors(3, 0), 60)).toEqual(['zfs-pool-errors-a-n1-vms warning']);
  expect(stage.announced()).toEqual(['raised zfs-pool-errors-a-n1-vms']);
  expect(await poll(errors(3, 2), 60)).toEqual(['zfs-pool-errors-a-n1-vms warning']);
  expect(stage.announced()).toEqual(['level zfs-pool-errors-a-n1-vms']);
  expect(messages()).toEqual(['ZFS pool tank on n1 has 3 read, 0 write and 2 checksum errors.']);
  await poll(errors(1, 2), 60);
  expect(stage.announced()).toEqual([]);
  expect(await poll(errors(0, 0), 10)).toEqual([]);
  expect(stage.announced()).toEqual(['resolved zfs-pool-errors-a-n1-vms recovered']);
});

test('data that is lost is critical, although the counters were reset, and the alert has the words of ZFS', async () => {
  const { poll, messages } = watch();
  const status = 'One or more devices has experienced an error resulting in data corruption.';
  expect(await poll(at({ dataErrors: '3 data errors', status }), 10)).toEqual(['zfs-pool-errors-a-n1-vms critical']);
  expect(messages()).toEqual([`ZFS pool tank on n1 has lost data: 3 data errors. ${status}`]);
  expect(await poll(at({}), 10)).toEqual([]);
});

test('each disk of a pool has an alert of its own; groups, spares and healthy disks have none', async () => {
  const { poll, messages, restart } = watch();
  const devices = (...list: Device[]) =>
    at({
      devices: [
        device('mirror-0', { type: 'mirror', state: 'DEGRADED' }),
        device('sda'),
        device('sdc', { state: 'AVAIL' }),
        ...list,
      ],
    });
  const id = 'zfs-device-a-n1-vms-sdb';
  expect(await poll(devices(device('sdb')), 10)).toEqual([]);
  expect(await poll(devices(device('sdb', { writeErrors: 4 })), 10)).toEqual([`${id} warning`]);
  expect(messages()).toEqual([
    'Device sdb of ZFS pool tank on n1 is ONLINE with 0 read, 4 write and 0 checksum errors.',
  ]);
  expect(await poll(devices(device('sdb', { state: 'FAULTED' })), 10)).toEqual([`${id} critical`]);
  expect(await poll(devices(device('sdb', { state: 'UNKNOWN' })), 10)).toEqual([`${id} critical`]);
  const again = restart();
  expect(await again.poll({ storage: [storage('vms')] }, 300)).toEqual([`${id} critical`]);
  expect(await again.poll(devices(device('sdb')), 10)).toEqual([]);
});

test('a disk that was replaced ends its alert after three polls', async () => {
  const { poll, stage } = watch();
  await poll(at({ devices: [device('sdb', { state: 'REMOVED' })] }), 10);
  expect(await poll(at({ devices: [device('sdx')] }), 20)).toEqual(['zfs-device-a-n1-vms-sdb warning']);
  expect(await poll(at({ devices: [device('sdx')] }), 10)).toEqual([]);
  expect(stage.announced()).toEqual(['raised zfs-device-a-n1-vms-sdb', 'resolved zfs-device-a-n1-vms-sdb gone']);
});

test('of several storages on one pool only the first one has its alerts', async () => {
  const bad = aZfsPool({ state: 'DEGRADED' });
  const { poll } = watch();
  expect(await poll({ storage: [storage('data', bad), storage('vms', bad)] }, 20)).toEqual([
    'zfs-pool-state-a-n1-data warning',
  ]);
});
