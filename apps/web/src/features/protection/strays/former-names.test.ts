import type { PbsBackup } from '@belfry/schema/entities/pbs';
import type { StorageBackup } from '@belfry/schema/entities/pve-backups';
import { expect, test } from 'vitest';
import { formerNames } from './former-names.ts';

const onServer = (vmid: string, comment: string | undefined, backupTime = '2026-05-03', namespace = 'dc') =>
  ({ instance: 'main', datastore: 'store', namespace, backupType: 'vm', vmid, backupTime, comment }) as PbsBackup;
const onStorage = (vmid: number, notes: string) =>
  ({ instance: 'edge', storage: 'local', type: 'lxc', vmid, time: '2026-03-02', notes }) as StorageBackup;
const groups = [
  { id: 'main:store/dc qemu/157', vmid: 157 },
  { id: 'edge/local lxc/204', vmid: 204 },
  { id: 'main:store qemu/157', vmid: 157 },
];

test('the newest note says what the guest was called', () => {
  const names = formerNames(
    groups,
    [onServer('157', 'crm'), onServer('157', 'crm-old\nbefore the move', '2026-05-04'), onServer('158', 'other')],
    [onStorage(204, 'pos-1')],
  );
  expect([...names]).toEqual([
    ['main:store/dc qemu/157', 'crm-old'],
    ['edge/local lxc/204', 'pos-1'],
  ]);
});

test('the same number in another namespace is another guest', () => {
  expect(
    formerNames(groups, [onServer('157', 'root', '2026-05-03', '')], []).get('main:store/dc qemu/157'),
  ).toBeUndefined();
});

test('a backup without a note gives no name', () => {
  expect(formerNames(groups, [onServer('157', undefined), onServer('157', '  ')], []).size).toBe(0);
});
