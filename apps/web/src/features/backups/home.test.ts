import { aGuest } from '@belfry/domain/testing/guest';
import type { PbsBackup } from '@belfry/schema/entities/pbs';
import type { StorageBackup } from '@belfry/schema/entities/pve-backups';
import { expect, test } from 'vitest';
import { countByHome } from './home.ts';
import { selectBackups } from './list/rows.ts';
import { unify } from './unify.ts';

const CTIME = 1_790_000_000;
const volume = (vmid: number, fields: Partial<StorageBackup> = {}) =>
  ({
    id: `v${vmid}`,
    instance: 'dc',
    node: 'a',
    type: 'qemu',
    vmid,
    ctime: CTIME,
    volid: '',
    size: 1,
    ...fields,
  }) as StorageBackup;
const served = (vmid: number) => {
  const backupTime = new Date(CTIME * 1000).toISOString();
  return {
    id: `s${vmid}`,
    instance: 'main',
    datastore: 'store',
    backupType: 'vm',
    vmid: `${vmid}`,
    backupTime,
    size: 1,
  };
};

test('the counts of nodes and servers add up to the list: a backup known twice counts once, one known only from a storage counts too', () => {
  const serverIds = new Map([['main', 'pbs-main']]);
  const backups = unify({
    guestSnapshots: [],
    storageBackups: [volume(1, { isPBS: true }), volume(2, { isPBS: true }), volume(3, { isPBS: false })],
    pbsBackups: [served(1) as PbsBackup, served(4) as PbsBackup],
    vms: [aGuest()],
    containers: [],
  });
  const counts = countByHome(backups, serverIds);
  expect([...counts].sort()).toEqual([
    ['dc-a', 2],
    ['pbs-main', 2],
  ]);
  expect(backups).toHaveLength(4);
  for (const [node, count] of counts) {
    const view = {
      search: '',
      mode: 'all',
      type: 'all',
      grouping: 'date',
      node,
      sortKey: 'name',
      descending: false,
    } as const;
    expect(selectBackups(backups, view, serverIds)).toHaveLength(count);
  }
});

test('a backup on a shared storage is one backup, and belongs to no single node', () => {
  const backups = unify({
    guestSnapshots: [],
    storageBackups: [volume(1, { node: 'cluster' }), volume(2)],
    pbsBackups: [],
    vms: [aGuest()],
    containers: [],
  });
  expect([...countByHome(backups, new Map())].sort()).toEqual([
    ['dc-a', 1],
    ['dc-cluster', 1],
  ]);
});
