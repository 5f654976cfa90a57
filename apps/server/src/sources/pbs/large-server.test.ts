// What a backup server with ten thousand snapshots costs.
import { fastest } from '@belfry/domain/testing/processor-time';
import { expect, test } from 'vitest';
import { parseSnapshots } from './snapshots.ts';
import { START, setUp } from './testing/watched.ts';

test('a poll without changes lists none of ten thousand snapshots, and emits the same list object', async () => {
  await using t = await setUp({ snapshots: 10_000 });
  const before = (await t.poll('backups')).slices.pbsBackups ?? [];
  expect(before.length).toBeGreaterThanOrEqual(10_000);
  const calls = await t.callsOf(async () => {
    const after = (await t.poll('backups')).slices.pbsBackups ?? [];
    expect(after).toBe(before);
  });
  // The datastores, the verifications, the namespaces of four datastores, and the groups of eight namespaces.
  expect(calls.length).toBe(14);
});

test('a new snapshot in one of many groups is the only new object, and deleted snapshots are not kept', async () => {
  await using t = await setUp({ snapshots: 10_000 });
  const before = (await t.poll('backups')).slices.pbsBackups ?? [];
  const [group] = t.lab.groups('main', 'lab');
  if (!group) throw new Error('the lab has no group there');
  t.lab.backUp(group, { size: 7, time: START / 1000 });
  group.snapshots.splice(-3);
  const after = (await t.poll('backups')).slices.pbsBackups ?? [];
  expect(after.length).toBe(before.length - 2);
  const known = new Set(before);
  expect(after.filter((backup) => !known.has(backup)).length).toBe(1);
});

test('reading ten thousand snapshots takes little longer than JSON.parse does, so it needs no pauses', () => {
  const rows = Array.from({ length: 10_000 }, (_, i) => ({
    'backup-type': 'vm',
    'backup-id': String(100 + (i % 300)),
    'backup-time': START / 1000 - i,
    size: 5_368_709_120,
    owner: 'pve@pbs!token',
    protected: false,
    comment: 'nextcloud',
    verification: { state: 'ok', upid: 'UPID:pbs:1:2:3:6543F1A0:verify:main:root@pam:' },
    files: ['qemu-server.conf.blob', 'drive-scsi0.img.fidx', 'index.json.blob', 'client.log.blob'].map((filename) => ({
      filename,
      'crypt-mode': 'none',
      size: 487,
    })),
  }));
  const body = JSON.stringify(rows);
  const origin = { instance: 'pbs-main', name: 'main', datastore: 'store', namespace: '' };
  const parse = fastest(() => JSON.parse(body));
  const read = fastest(() => parseSnapshots(rows, origin, START));
  expect(read / parse).toBeLessThan(3);
});
