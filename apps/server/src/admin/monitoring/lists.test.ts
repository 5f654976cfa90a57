import { emptyState } from '@belfry/domain/delta/empty-state';
import { aGuest } from '@belfry/domain/testing/guest';
import { aNode } from '@belfry/domain/testing/node';
import type { Guest } from '@belfry/schema/entities/guest';
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

test('guests are found by the search of the Overview, and a wrong search says what is right', async () => {
  const app = createServer(createLogger('silent'));
  const own = {
    ...state,
    nodes: [aNode({ clusterName: 'berlin' })],
    vms: [
      aGuest({ vmid: 102, name: 'db', status: 'stopped', cpu: 0 }),
      aGuest({ vmid: 101, name: 'web', tags: ['prod'] }),
    ],
    containers: [aGuest({ vmid: 103, name: 'proxy', type: 'lxc', cpu: 0.9 })],
    instances: [],
  };
  listRoutes(createMount(app, openGate), { state: () => own, clock: fakeClock(5000) });
  const call = callerOf(app);
  const get = async (search: string) => {
    const { json } = await call('GET', `/api/guests?search=${encodeURIComponent(search)}`);
    return (json.guests as Guest[]).map(({ vmid }) => vmid);
  };
  expect([await get(''), await get('lxc'), await get('cpu<50'), await get('-tag:prod')]).toEqual([
    [101, 102, 103],
    [103],
    [101],
    [102, 103],
  ]);
  expect([await get('cluster:berlin, proxy'), await get('status:stopped')]).toEqual([[103], [102]]);
  expect((await call('GET', '/api/guests')).json.guests).toHaveLength(3);
  const wrong = await call('GET', '/api/guests?search=cup%3E5');
  expect([wrong.status, wrong.json.details]).toEqual([
    400,
    { search: 'There is no field "cup". Did you mean cpu>5? A text in quotes is searched as it is.' },
  ]);
});
