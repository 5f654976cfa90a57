// Recorded answers of backup servers in, expected entities out; and whatever happens to an answer, reading it is safe.

import { capacityOf } from '@belfry/domain/datastores';
import { maySeeDatastores, maySeeRemotes } from '@belfry/domain/pbs-rights';
import { Datastore, PbsBackup, PbsInstance } from '@belfry/schema/entities/pbs';
import { describe, expect, test } from 'vitest';
import { countDropped } from '../dropped.ts';
import { noRecordings, recordingsOf } from '../testing/recordings.ts';
import { parseDatastores, parseUsage, provesRights } from './datastores.ts';
import { noFacts, normalizeInstance, withDatastores } from './facts.ts';
import { parseGroups } from './groups.ts';
import { parseDeduplication, parseJobs } from './jobs.ts';
import { parseNodeStatus, parseVersion } from './node-status.ts';
import { parseSnapshots } from './snapshots.ts';

const NOW = Date.parse('2024-01-01T00:00:00Z');
const LATER = Date.parse('2026-11-21T00:00:00Z');
const origin = { instance: 'pbs-main', name: 'main', datastore: 'store', namespace: '' };

const recorded = (endpoint: RegExp): unknown => recordingsOf('pbs', endpoint)[0]?.body.data;
const snapshotsOf = (data: unknown) => parseSnapshots(data, origin, LATER);

const _bodies = (endpoint: RegExp): unknown[] => recordingsOf('pbs', endpoint).map((r) => r.body.data);

describe('recorded answers', () => {
  test('datastores have their sizes, a broken one has the reason, and an estimate in the past is ignored', (ctx) => {
    if (noRecordings) ctx.skip(noRecordings);
    const facts = withDatastores(noFacts, parseUsage(recorded(/datastore-usage$/), NOW) ?? []);
    const { datastores } = normalizeInstance(facts, { name: 'main', host: 'https://pbs' });
    expect(datastores.map((d) => Datastore.parse(d))).toMatchObject([
      { name: 'archive', usage: 30, status: 'available' },
      { name: 'main', total: 3998639849472, used: 1899354112000, free: 2099285737472, usage: 47.5 },
      { name: 'usb', status: 'error', error: expect.stringContaining('unable to open chunk store') },
    ]);
    expect(datastores[1]?.estimatedFullDate).toBe(new Date(1750000000_000).toISOString());
    expect(datastores[0]).not.toHaveProperty('estimatedFullDate');
    expect(parseUsage(recorded(/datastore-usage$/), LATER)?.[1]?.fullAt).toBeUndefined();
  });

  test('the processor load of the host becomes a percentage', (ctx) => {
    if (noRecordings) ctx.skip(noRecordings);
    const node = parseNodeStatus(recorded(/nodes\/localhost\/status$/));
    expect(node).toEqual({
      cpu: 1.3,
      memory: 18.9,
      memoryUsed: 3153399808,
      memoryTotal: 16642998272,
      uptime: 2345678,
      ...{ swapUsed: 0, swapTotal: 8589930496, diskUsed: 12463228416, diskTotal: 100861726720, load: 0.12, ioWait: 0 },
    });
    expect(PbsInstance.parse(normalizeInstance({ ...noFacts, node }, { name: 'main', host: 'h' })).cpu).toBe(1.3);
    expect(parseVersion(recorded(/version$/))).toBe('3.2.7');
  });

  test('the status of a job follows from its exact last state', (ctx) => {
    if (noRecordings) ctx.skip(noRecordings);
    expect(parseJobs(recorded(/admin\/sync$/))).toMatchObject([
      { id: 's-local', result: 'warning', disabled: true },
      { id: 's-neuf', result: 'unknown', schedule: 'hourly' },
      { id: 's-offsite', store: 'archive', result: 'failed', comment: 'lab sync job' },
    ]);
    expect(parseJobs(recorded(/admin\/prune$/))?.map((j) => j.result)).toEqual(['ok', 'ok']);
  });

  test('every recorded snapshot appears, with its verification, size, owner and files', async (ctx) => {
    if (noRecordings) ctx.skip(noRecordings);
    const { value: found, dropped } = await countDropped(() =>
      recordingsOf('pbs', /snapshots$/).map(({ file, body }) => {
        const snapshots = snapshotsOf(body.data) ?? [];
        expect({ file, count: snapshots.length }).toEqual({ file, count: (body.data as unknown[]).length });
        return snapshots.map((s) => PbsBackup.parse(s.backup));
      }),
    );
    expect(dropped).toBe(0);
    const all = found.flat();
    expect(new Set(all.map((b) => b.verification))).toEqual(new Set(['ok', 'failed', undefined]));
    expect(all.find((b) => b.id === 'pbs-main-store--vm-103-1742550846')).toMatchObject({
      backupTime: '2025-03-21T09:54:06.000Z',
      verified: true,
      comment: 'pfsense01',
      size: 34359739369,
      encrypted: false,
      files: ['qemu-server.conf.blob', 'drive-scsi0.img.fidx', 'index.json.blob', 'client.log.blob'],
    });
  });

  test('the deduplication factor is the size that index files refer to divided by the size on disk', (ctx) => {
    if (noRecordings) ctx.skip(noRecordings);
    const row = { ...(recorded(/gc$/) as object), store: 'main' };
    expect(parseDeduplication([row])).toEqual(new Map([['main', 4]]));
  });
});

describe('recorded answers of 4.2.3', () => {
  const of423 = (endpoint: string): unknown =>
    recordingsOf('pbs', /./).find((r) => r.version === '4.2' && r.endpoint === endpoint)?.body.data;

  test('two datastores on one file system count its size once, and an absent datastore counts nothing', (ctx) => {
    if (noRecordings) ctx.skip(noRecordings);
    const facts = withDatastores(noFacts, parseUsage(of423('/status/datastore-usage'), LATER) ?? []);
    const { datastores } = normalizeInstance(facts, { name: 'main', host: 'https://pbs' });
    expect(datastores.map(({ name, status, total }) => [name, status, total])).toEqual([
      ['broken', 'error', undefined],
      ['store1', 'available', 270553174016],
      ['store2', 'available', 270553174016],
      ['usbdisk', 'not mounted', undefined],
    ]);
    expect(capacityOf(datastores)).toEqual({ total: 270553174016, used: 24931627008 });
  });

  test('a removable datastore does not prove a privilege, but a size does', (ctx) => {
    if (noRecordings) ctx.skip(noRecordings);
    const rows = parseUsage(of423('/status/datastore-usage'), LATER) ?? [];
    expect(provesRights(rows)).toBe(true);
    expect(provesRights(rows.filter(({ name }) => name === 'usbdisk'))).toBe(false);
  });

  test('privileges are recognised by their names, whatever their values', (ctx) => {
    if (noRecordings) ctx.skip(noRecordings);
    const rights = of423('/access/permissions') as Record<string, unknown>;
    expect([maySeeDatastores(rights), maySeeRemotes(rights)]).toEqual([true, true]);
    expect(maySeeRemotes({ ...rights, '/remote': {} })).toBe(false);
    expect(maySeeRemotes({ '/': { 'Remote.Audit': false } })).toBe(true);
    expect(maySeeDatastores({})).toBe(false);
  });

  test('a job whose daemon was killed is unknown, and a job that found damage is failed', (ctx) => {
    if (noRecordings) ctx.skip(noRecordings);
    const verdicts = (endpoint: string) => parseJobs(of423(endpoint))?.map((j) => `${j.id} ${j.result}`);
    expect(verdicts('/admin/sync?sync-direction=all')).toEqual(['s-local ok', 's-pull unknown', 's-push warning']);
    expect(verdicts('/admin/verify')).toEqual(['v-ns ok', 'v-store1 failed']);
  });

  test('a group without backups is empty, and a group with a running backup is not', (ctx) => {
    if (noRecordings) ctx.skip(noRecordings);
    const groups = recordingsOf('pbs', /groups$/)
      .filter(({ file }) => file.includes('store2'))
      .flatMap(({ body }) => parseGroups(body.data) ?? []);
    expect(groups.filter((group) => group.isEmpty).map(({ type, id }) => `${type}/${id}`)).toEqual(['vm/103']);
  });
});

describe('laws', () => {
  test('impossible values are left out and counted: times in the future, negative sizes, a load of forty', async () => {
    const row = { 'backup-type': 'vm', 'backup-id': '100', files: [] };
    const rows = [
      { ...row, 'backup-time': LATER / 1000 + 3600, size: -5 },
      { ...row, 'backup-time': LATER / 1000 + 1e6, size: 5 },
      { ...row, 'backup-type': 'tape', 'backup-time': 1 },
    ];
    const { dropped } = await countDropped(() => {
      expect(snapshotsOf(rows)).toMatchObject([{ isFinished: false }]);
      expect(parseNodeStatus({ cpu: 40, memory: { total: 100, used: 1e30 } })?.cpu).toBe(100);
      expect(parseNodeStatus({ cpu: Number.NaN, memory: { total: 100, used: 900 } })).toMatchObject({
        memoryUsed: 100,
        memory: 100,
      });
    });
    // size −5; the far time and its item; the tape; the load, the memory; NaN
    expect(dropped).toBe(7);
  });

  test('a list without any readable row is a broken answer, and an empty list is valid', () => {
    expect(parseGroups([{}, null])).toBeUndefined();
    expect(parseGroups('no')).toBeUndefined();
    expect(parseGroups([])).toEqual([]);
  });

  test.each([
    ['read-only', { type: 'read-only' }],
    ['offline,message=new disks, larger ones', { type: 'offline', message: 'new disks, larger ones' }],
    ['type=read-only,message="disk \\"swap\\", later"', { type: 'read-only', message: 'disk "swap", later' }],
    [null, undefined],
  ])('maintenance %j is read with its message', (maintenance, expected) => {
    expect(parseDatastores([{ store: 's', maintenance }])?.[0]?.maintenance).toEqual(expected);
  });

  test('an absent or null value is unknown, not 0', () => {
    expect(parseNodeStatus({ cpu: null, memory: null })).toEqual({});
    const facts = withDatastores(noFacts, parseUsage([{ store: 's', total: null, used: null }], NOW) ?? []);
    const [entity] = [normalizeInstance(facts, { name: 'main', host: 'h' })];
    for (const figure of ['cpu', 'memory', 'memoryUsed', 'memoryTotal', 'uptime'])
      expect(entity).not.toHaveProperty(figure);
    for (const figure of ['total', 'used', 'free', 'usage', 'deduplicationFactor'])
      expect(entity.datastores[0]).not.toHaveProperty(figure);
  });

  test('a backup is encrypted when any of its files is', () => {
    const files = [
      { filename: 'index.json.blob', 'crypt-mode': 'none' },
      { filename: 'd', 'crypt-mode': 'encrypt' },
    ];
    const rows = [{ 'backup-type': 'vm', 'backup-id': '1', 'backup-time': 1, size: 1, files }];
    expect(snapshotsOf(rows)?.[0]?.backup.encrypted).toBe(true);
  });

  test('a datastore whose size cannot be read keeps its last sizes and has the error', () => {
    const usage = (row: object) => parseUsage([{ store: 's', ...row }], NOW) ?? [];
    const before = withDatastores(noFacts, usage({ total: 100, used: 60, avail: 30 }));
    const after = withDatastores(before, usage({ error: 'I/O error', total: -1, used: -1, avail: -1 }));
    expect(normalizeInstance(after, { name: 'main', host: 'h' }).datastores).toMatchObject([
      { total: 100, used: 60, free: 30, usage: 60, error: 'I/O error', status: 'error' },
    ]);
  });
});
