import { emptyState } from '@belfry/domain/delta/empty-state';
import { BackupTask, GuestSnapshot, StorageBackup } from '@belfry/schema/entities/pve-backups';
import { Storage } from '@belfry/schema/entities/storage';
import { expect, test } from 'vitest';
import { createMount } from '../../http/mount.ts';
import { createServer } from '../../http/server.ts';
import { callerOf } from '../../http/testing/call.ts';
import { openGate } from '../../http/testing/gate.ts';
import { fakeClock } from '../../lib/fake-clock.ts';
import { createLogger } from '../../lib/logger.ts';
import { listRoutes } from './lists.ts';

const state = {
  ...emptyState,
  storage: ['local', 'space age/100%'].map((name) =>
    Storage.parse({
      ...{ id: `dc-pve1-${name}`, name, node: 'pve1', instance: 'dc', type: 'dir', content: 'backup' },
      ...{ status: 'available', total: 3, used: 1, free: 2, usage: 33.3, shared: false, enabled: true, active: true },
      ...{ nodes: [], nodeIds: [], nodeCount: 1 },
    }),
  ),
  backupTasks: [
    BackupTask.parse({
      ...{ id: 'dc-UPID', instance: 'dc', node: 'pve1', type: 'vzdump', vmid: 100, status: 'OK' },
      ...{ startTime: '2026-01-01T00:00:00Z', endTime: '2026-01-01T00:01:00Z' },
    }),
  ],
  storageBackups: [
    StorageBackup.parse({
      ...{ id: 'dc-vol', storage: 'local', node: 'pve1', instance: 'dc', type: 'qemu', vmid: 100, ctime: 1 },
      ...{ time: '2026-01-01T00:00:00Z', size: 5, format: 'vma', protected: false, volid: 'vol', isPBS: false },
      ...{ verified: false, encrypted: false },
    }),
  ],
  guestSnapshots: [
    GuestSnapshot.parse({
      ...{ id: 'dc-100-a', name: 'a', node: 'pve1', instance: 'dc', type: 'qemu', vmid: 100, vmstate: false },
      time: '2026-01-01T00:00:00Z',
    }),
  ],
};

test('the calls for storages, backups and snapshots return the lists of the state', async () => {
  const app = createServer(createLogger('silent'));
  listRoutes(createMount(app, openGate), { state: () => state, clock: fakeClock(5000) });
  const call = callerOf(app);
  const get = async (url: string) => (await call('GET', url)).json;
  for (const { id } of state.storage)
    expect(await get(`/api/storage/${encodeURIComponent(id)}`)).toMatchObject({ data: { id, avail: 2 }, timestamp: 5 });
  const missing = await call('GET', '/api/storage/toString');
  expect([missing.status, missing.json.code]).toEqual([404, 'storage_not_found']);
  const { backupTasks, storageBackups, guestSnapshots, pbsBackups, pbs } = state;
  for (const url of ['/api/backups', '/api/backups/', '/api/backups/unified'])
    expect(await get(url)).toEqual({ backupTasks, storageBackups, guestSnapshots, pbsBackups });
  expect(await get('/api/backups/pve')).toEqual({ backups: storageBackups });
  expect(await get('/api/backups/pbs')).toEqual({ instances: pbs, backups: pbsBackups });
  expect(await get('/api/snapshots')).toEqual({ snapshots: guestSnapshots });
});
