// Answers of backup servers in, expected entities out; and whatever happens to an answer, reading it is safe.

import { capacityOf } from '@belfry/domain/datastores';
import { maySeeDatastores, maySeeRemotes } from '@belfry/domain/pbs-rights';
import { Datastore, PbsBackup, PbsInstance } from '@belfry/schema/entities/pbs';
import { describe, expect, test } from 'vitest';
import { countDropped } from '../dropped.ts';
import { parseDatastores, parseUsage, provesRights } from './datastores.ts';
import { noFacts as atStart, normalizeInstance, withDatastores } from './facts.ts';
import { parseGroups } from './groups.ts';
import { parseDeduplication, parseJobs } from './jobs.ts';
import { parseNodeStatus, parseVersion } from './node-status.ts';
import { parseSnapshots } from './snapshots.ts';
import { release3, release4 } from './testing/answers.ts';

/** The list of datastores has been read, and none is in maintenance. */
const noFacts = { ...atStart, maintenance: new Map() };

const NOW = Date.parse('2024-01-01T00:00:00Z');
const LATER = Date.parse('2026-11-21T00:00:00Z');
const origin = { instance: 'pbs-main', name: 'main', datastore: 'store', namespace: '' };

const snapshotsOf = (data: unknown) => parseSnapshots(data, origin, LATER);

describe('answers of 3.2', () => {
  test('datastores have their sizes, a broken one has the reason, and an estimate in the past is ignored', () => {
    const facts = withDatastores(noFacts, parseUsage(release3.usage, NOW) ?? []);
    const { datastores } = normalizeInstance(facts, { name: 'main', host: 'https://pbs' });
    expect(datastores.map((d) => Datastore.parse(d))).toMatchObject([
      { name: 'attic', usage: 30, status: 'available' },
      { name: 'stick', status: 'error', error: expect.stringContaining('unable to open chunk store') },
      { name: 'vault', total: 4_000_000_000_000, used: 1_900_000_000_000, free: 2_100_000_000_000, usage: 47.5 },
    ]);
    expect(datastores[2]?.estimatedFullDate).toBe(new Date(1750000000_000).toISOString());
    expect(datastores[0]).not.toHaveProperty('estimatedFullDate');
    expect(parseUsage(release3.usage, LATER)?.map(({ fullAt }) => fullAt)).toEqual([undefined, undefined, undefined]);
  });

  test('the processor load of the host becomes a percentage', () => {
    const node = parseNodeStatus(release3.status);
    expect(node).toEqual({
      cpu: 1.3,
      memory: 25,
      memoryUsed: 4_000_000_000,
      memoryTotal: 16_000_000_000,
      uptime: 1_234_567,
      ...{
        swapUsed: 0,
        swapTotal: 8_000_000_000,
        diskUsed: 12_000_000_000,
        diskTotal: 100_000_000_000,
        load: 0.12,
        ioWait: 0,
      },
    });
    expect(PbsInstance.parse(normalizeInstance({ ...noFacts, node }, { name: 'main', host: 'h' })).cpu).toBe(1.3);
    expect(parseVersion(release3.version)).toBe('3.2.7');
  });

  test('the status of a job follows from its exact last state', () => {
    expect(parseJobs(release3.sync)).toMatchObject([
      { id: 's-far', store: 'attic', result: 'failed', comment: 'over the river' },
      { id: 's-near', result: 'warning', disabled: true },
      { id: 's-new', result: 'unknown', schedule: 'hourly' },
    ]);
    expect(parseJobs(release3.prune)?.map((j) => j.result)).toEqual(['ok', 'ok']);
  });

  test('every snapshot appears, with its verification, size, owner and files', async () => {
    const { value: all = [], dropped } = await countDropped(() =>
      snapshotsOf(release3.snapshots)?.map((s) => PbsBackup.parse(s.backup)),
    );
    expect([all.length, dropped]).toEqual([release3.snapshots.length, 0]);
    expect(new Set(all.map((b) => b.verification))).toEqual(new Set(['ok', 'failed', undefined]));
    expect(all.find((b) => b.id === 'pbs-main-store--vm-100-1742550846')).toMatchObject({
      backupTime: '2025-03-21T09:54:06.000Z',
      verified: true,
      comment: 'web100',
      size: 34_359_739_000,
      encrypted: false,
      files: ['qemu-server.conf.blob', 'drive-scsi0.img.fidx', 'index.json.blob'],
    });
  });

  test('the deduplication factor is the size that index files refer to divided by the size on disk', () => {
    const row = { ...release3.gc, store: 'vault' };
    expect(parseDeduplication([row])).toEqual(new Map([['vault', 4]]));
  });
});

describe('answers of 4.2', () => {
  test('two datastores on one file system count its size once, and an absent datastore counts nothing', () => {
    const facts = withDatastores(noFacts, parseUsage(release4.usage, LATER) ?? []);
    const { datastores } = normalizeInstance(facts, { name: 'main', host: 'https://pbs' });
    expect(datastores.map(({ name, status, total }) => [name, status, total])).toEqual([
      ['gone', 'error', undefined],
      ['near', 'available', 500_000_000_000],
      ['nearer', 'available', 500_000_000_000],
      ['tray', 'not mounted', undefined],
    ]);
    expect(capacityOf(datastores)).toEqual({ total: 500_000_000_000, used: 50_000_000_000 });
  });

  test('a removable datastore does not prove a privilege, but a size does', () => {
    const rows = parseUsage(release4.usage, LATER) ?? [];
    expect(provesRights(rows)).toBe(true);
    expect(provesRights(rows.filter(({ name }) => name === 'tray'))).toBe(false);
  });

  test('privileges are recognised by their names, whatever their values', () => {
    const rights = release4.permissions;
    expect([maySeeDatastores(rights), maySeeRemotes(rights)]).toEqual([true, true]);
    expect(maySeeRemotes({ ...rights, '/remote': {} })).toBe(false);
    expect(maySeeRemotes({ '/': { 'Remote.Audit': false } })).toBe(true);
    expect(maySeeDatastores({})).toBe(false);
  });

  test('a job whose daemon was killed is unknown, and a job that found damage is failed', () => {
    const verdicts = (rows: unknown) => parseJobs(rows)?.map((j) => `${j.id} ${j.result}`);
    expect(verdicts(release4.sync)).toEqual(['s-get unknown', 's-in ok', 's-put warning']);
    expect(verdicts(release4.verify)).toEqual(['v-all failed', 'v-part ok']);
  });

  test('a group without backups is empty, and a group with a running backup is not', () => {
    const groups = parseGroups(release4.groups) ?? [];
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
