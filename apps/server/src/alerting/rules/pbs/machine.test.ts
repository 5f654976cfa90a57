// The rules about the machine of a backup server and the damage in its datastores, with the real engine.
import { aBackupServer, aDatastore } from '@belfry/domain/testing/pbs';
import type { PbsInstance } from '@belfry/schema/entities/pbs';
import type { PbsDetails, PbsDisk } from '@belfry/schema/entities/pbs-details';
import type { ZfsPool } from '@belfry/schema/entities/storage';
import { expect, test } from 'vitest';
import { joinRules } from '../../engine/joined-rules.ts';
import { anInstance } from '../../testing/instance.ts';
import { createTurns } from '../../testing/turns.ts';
import { createInstanceRules } from '../instance/reachability.ts';
import { createDatastoreRules } from './datastores.ts';
import { createBackupMachineRules } from './machine.ts';

const GB = 1024 ** 3;
const rules = () => [createInstanceRules(), joinRules('pbs', [createDatastoreRules(), createBackupMachineRules()])];

function watch() {
  const turns = createTurns(rules, { instanceId: 'pbs-main' });
  turns.see({ instances: [anInstance({ id: 'pbs-main', kind: 'pbs' })] });
  return {
    ...turns,
    look: (details: Partial<PbsDetails>, fields: Partial<PbsInstance> = {}, afterMs = 30_000) =>
      turns.see(
        { pbs: [aBackupServer(fields)], pbsDetails: [{ id: 'pbs-main', machine: {}, datastores: [], ...details }] },
        { afterMs },
      ),
  };
}

const disk = (fields: Partial<PbsDisk>): PbsDisk => ({
  ...{ id: 'sda', model: 'ATA ST8000', serial: 'A1', type: 'hdd', size: 8000 * GB, used: 'zfs' },
  health: 'passed',
  checkedAt: '2026-06-01T12:00:00.000Z',
  ...fields,
});
const pool = (fields: Partial<ZfsPool>): ZfsPool => ({
  ...{ name: 'backup', state: 'ONLINE', status: '', scan: '', readErrors: 0, writeErrors: 0, checksumErrors: 0 },
  devices: [],
  ...fields,
});

test('a disk of a backup server that fails is critical, one with little life left a warning, as those of a node', () => {
  const { look, message } = watch();
  expect(look({ disks: [disk({}), disk({ id: 'sdb', health: 'unknown' })] })).toEqual({});
  const worn = disk({ id: 'nvme0n1', model: 'unknown', wearout: 2 });
  const bad = { 'disk-health-pbs-main-sda': 'critical', 'disk-wearout-pbs-main-nvme0n1': 'warning' };
  expect(look({ disks: [disk({ health: 'failed' }), worn] })).toEqual(bad);
  expect(message('disk-health-pbs-main-sda')).toBe('Disk /dev/sda (ATA ST8000) on main reports its health as FAILED.');
  expect(message('disk-wearout-pbs-main-nvme0n1')).toBe('Disk /dev/nvme0n1 on main has 2 % of its life left.');
  expect(look({})).toEqual(bad);
  expect(look({ disks: [disk({ health: 'unknown' }), worn] })).toEqual(bad);
  expect(look({ disks: [disk({}), { ...worn, wearout: 99 }] })).toEqual({});
});

test('a pool of a backup server that is not well, and a device in it, are alerts', () => {
  const { look } = watch();
  expect(look({ pools: [pool({})] })).toEqual({});
  expect(look({ pools: [pool({ state: 'DEGRADED' })] })).toEqual({ 'zfs-pool-state-pbs-main-backup': 'warning' });
  const none = { readErrors: 0, writeErrors: 0, checksumErrors: 0 };
  const devices = [{ name: 'ata-B', type: 'disk', state: 'FAULTED', ...none }];
  expect(look({ pools: [pool({ state: 'FAULTED', dataErrors: '3 data errors', devices })] })).toEqual({
    'zfs-pool-state-pbs-main-backup': 'critical',
    'zfs-pool-errors-pbs-main-backup': 'critical',
    'zfs-device-pbs-main-backup-ata-B': 'critical',
  });
  expect(look({ pools: [pool({})] })).toEqual({ 'zfs-device-pbs-main-backup-ata-B': 'critical' });
  look({ pools: [pool({})] });
  expect(look({ pools: [pool({})] })).toEqual({});
});

test('a service that failed is an alert after ten minutes; one that is off on purpose is none', () => {
  const services = (state: string, startup = 'enabled', id = 'postfix') => ({
    services: [{ id, description: 'Some service', state, startup }],
  });
  const after = (details: Partial<PbsDetails>) => {
    const { look } = watch();
    look(details);
    expect(look({ ...details }, {}, 560_000)).toEqual({});
    look({ ...details }, {}, 60_000);
    return look({ ...details });
  };
  expect(after(services('failed'))).toEqual({ 'service-failed-pbs-main-postfix': 'warning' });
  expect(after(services('dead'))).toEqual({ 'service-failed-pbs-main-postfix': 'warning' });
  expect(after(services('dead', 'static'))).toEqual({});
  expect(after(services('exited'))).toEqual({});
  expect(after(services('dead', 'enabled', 'proxmox-backup'))).toEqual({
    'service-failed-pbs-main-proxmox-backup': 'critical',
  });
  expect(after(services('dead', 'disabled', 'proxmox-backup'))).toEqual({});
});

test('a full root file system is an alert with the limits of a node; a datastore on it speaks for both', () => {
  const { look, message } = watch();
  const full = { diskUsed: 49.8 * GB, diskTotal: 50 * GB };
  look({}, full);
  expect(look({}, { ...full })).toEqual({ 'pbs-main-disk': 'critical' });
  expect(message('pbs-main-disk')).toBe('Backup server main: root file system is 99 % full.');
  expect(look({}, { diskUsed: undefined, diskTotal: undefined })).toEqual({ 'pbs-main-disk': 'critical' });
  expect(look({}, { ...full, diskUsed: 10 * GB })).toEqual({});

  const same = watch();
  const datastores = [aDatastore({ total: full.diskTotal, used: full.diskUsed, free: 0, usage: 99.6 })];
  for (let i = 0; i < 3; i++) same.look({}, { ...full, datastores });
  expect(same.look({}, { ...full, datastores })).toEqual({ 'pbs-main-store-usage': 'critical' });
});

test('damaged chunks that a garbage collection had to leave are critical until one leaves none', () => {
  const { look, message } = watch();
  const left = (damagedChunks: number) => ({ datastores: [{ name: 'store', garbage: { damagedChunks } }] });
  const datastores = [aDatastore({})];
  expect(look({}, { datastores })).toEqual({});
  expect(look(left(37), { datastores })).toEqual({ 'datastore-damaged-pbs-main-store': 'critical' });
  expect(message('datastore-damaged-pbs-main-store')).toBe(
    'Datastore store of main: the last garbage collection found 37 damaged chunks. Backups that need them cannot be restored.',
  );
  expect(look({}, { datastores })).toEqual({ 'datastore-damaged-pbs-main-store': 'critical' });
  expect(look(left(0), { datastores })).toEqual({});
});
