import { aGuest } from '@belfry/domain/testing/guest';
import type { PbsBackup } from '@belfry/schema/entities/pbs';
import type { GuestSnapshot, StorageBackup } from '@belfry/schema/entities/pve-backups';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { shortName, shortNote } from './backup.ts';
import { type BackupSources, unify } from './unify.ts';

const TIME = 1_790_000_000;
const iso = new Date(TIME * 1000).toISOString();

const snapshot = (fields: Partial<GuestSnapshot> = {}): GuestSnapshot => ({
  id: 's',
  name: 'before',
  node: 'pve1',
  instance: 'dc',
  type: 'qemu',
  vmid: 100,
  time: iso,
  vmstate: false,
  ...fields,
});
const volume = (fields: Partial<StorageBackup> = {}): StorageBackup => ({
  id: 'v',
  storage: 'local',
  node: 'pve1',
  instance: 'dc',
  type: 'qemu',
  vmid: 100,
  time: iso,
  ctime: TIME,
  size: 5,
  format: 'vma.zst',
  protected: false,
  encrypted: false,
  volid: 'local:backup/vzdump-qemu-100.vma.zst',
  isPBS: false,
  verified: false,
  ...fields,
});
const remote = (fields: Partial<PbsBackup> = {}): PbsBackup => ({
  id: 'p',
  instance: 'main',
  datastore: 'store',
  namespace: '',
  backupType: 'vm',
  vmid: '100',
  backupTime: iso,
  size: 7,
  protected: false,
  verified: true,
  encrypted: false,
  files: [],
  owner: 'root@pam',
  ...fields,
});
const from = (sources: Partial<BackupSources>) =>
  unify({ guestSnapshots: [], storageBackups: [], pbsBackups: [], vms: [], containers: [], ...sources });

test('a backup that is running on a server is unfinished, not a backup of size 0', () => {
  const { size: _size, ...running } = remote({ verified: false });
  const listed = volume({ isPBS: true, size: 0, ctime: TIME - 1 });
  const all = from({ storageBackups: [listed], pbsBackups: [running, remote()] });
  expect(all.map(({ status, size }) => [status, size])).toEqual([
    ['unfinished', undefined],
    ['unfinished', undefined],
    ['ok', 7],
  ]);
});

test('the three sources become one shape, named after their guest', () => {
  const vms = [aGuest({ instance: 'dc', vmid: 100, name: 'web' })];
  const all = from({ guestSnapshots: [snapshot()], storageBackups: [volume()], pbsBackups: [remote()], vms });
  expect(all.map(({ backupType, type, name, size, verified }) => ({ backupType, type, name, size, verified }))).toEqual(
    [
      { backupType: 'snapshot', type: 'VM', name: 'web', size: undefined, verified: undefined },
      { backupType: 'local', type: 'VM', name: 'web', size: 5, verified: undefined },
      { backupType: 'remote', type: 'VM', name: 'web', size: 7, verified: true },
    ],
  );
  expect(all.every(({ time }) => time === TIME)).toBe(true);
});

test('a backup that its server reports is not listed again from the storage that points to the server', () => {
  const seen = volume({ isPBS: true, volid: 'pbs:backup/vm/100/x', storage: 'pbs' });
  expect(from({ storageBackups: [seen], pbsBackups: [remote()] }).map(({ owner }) => owner)).toEqual(['root@pam']);
  const older = volume({ ...seen, ctime: TIME - 1 });
  expect(from({ storageBackups: [older], pbsBackups: [remote()] })).toHaveLength(2);
  expect(from({ storageBackups: [seen] })).toMatchObject([{ backupType: 'remote', storage: 'pbs', verified: false }]);
});

test('the same backup in two namespaces is two backups', () => {
  expect(from({ pbsBackups: [remote(), remote({ id: 'q', namespace: 'copy' })] })).toHaveLength(2);
});

test('a vmid that two clusters have gives no name: the comment does', () => {
  const vms = ['a', 'b'].map((instance) => aGuest({ instance, vmid: 100, name: `in ${instance}` }));
  expect(from({ pbsBackups: [remote({ comment: 'web\nnightly' })], vms })[0]?.name).toBe('web');
  expect(from({ pbsBackups: [remote({ guestInstance: 'b' })], vms })[0]?.name).toBe('in b');
  // the number belonged to a container then
  expect(from({ pbsBackups: [remote({ guestInstance: 'b', backupType: 'ct' })], vms })[0]?.name).toBe('');
});

test('hosts have their own name; templates and images are not backups', () => {
  expect(from({ pbsBackups: [remote({ backupType: 'host', vmid: 'mail' })] })).toMatchObject([
    { type: 'Host', vmid: 'mail', name: 'mail' },
  ]);
  expect(from({ storageBackups: [volume({ type: 'host', vmid: 0 })] })).toMatchObject([{ type: 'Host' }]);
  const others = ['local:vztmpl/debian.tar.zst', 'local:iso/debian.iso'].map((volid) => volume({ volid }));
  expect(from({ storageBackups: others })).toEqual([]);
});

test('notes above 35 characters are shown with 32, names of volumes above 30 with 30; the search knows all of it', () => {
  const notes = `${'n'.repeat(35)}end`;
  const [long] = from({ storageBackups: [volume({ notes, volid: `local:backup/${'v'.repeat(31)}` })] });
  if (!long) throw new Error('lost');
  expect([shortNote(long), shortName(long)]).toEqual([`${'n'.repeat(32)}…`, `${'v'.repeat(30)}…`]);
  expect(long.words).toContain('end');
  const [whole] = from({ storageBackups: [volume({ notes: 'n'.repeat(35) })] });
  expect(whole && shortNote(whole)).toBe('n'.repeat(35));
});

test('a backup with an unreadable time is left out, the others stay; nothing throws', () => {
  expect(from({ guestSnapshots: [snapshot({ time: 'yesterday' }), snapshot()] })).toHaveLength(1);
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.double(), (text, time, ctime) => {
      from({
        guestSnapshots: [snapshot({ time, name: text, description: text })],
        storageBackups: [volume({ ctime, volid: text, notes: text, type: 'unknown', vmid: 0 })],
        pbsBackups: [remote({ backupTime: time, vmid: text, comment: text, owner: text })],
      });
    }),
  );
});
