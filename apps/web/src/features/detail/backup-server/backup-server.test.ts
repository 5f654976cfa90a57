// What the page of a backup server says about its datastores, jobs, backups and tasks.
import type { Datastore, PbsBackup, PbsInstance, PbsJob } from '@belfry/schema/entities/pbs';
import type { PbsDetails, PbsFailedTask } from '@belfry/schema/entities/pbs-details';
import type { HistoryReply } from '@belfry/schema/http/history';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { english, speak } from '../../../lib/language/in-language.ts';
import { evidenceOfStore, storeRows } from './datastore-rows.ts';
import { failedRows } from './failed-rows.ts';
import { evidenceOfJob, jobRows } from './job-rows.ts';
import { namespaceRows } from './namespace-rows.ts';
import { problemsOf } from './problems.ts';
import { pastIn } from './use-growth.ts';

beforeAll(() => speak(english));
afterAll(() => speak(english));

const store = (name: string, fields: Partial<Datastore> = {}): Datastore => ({
  ...{ name, total: 100, used: 40, free: 60, usage: 40, status: 'available', namespaces: [{ path: '', depth: 0 }] },
  ...fields,
});
const job = (id: string, fields: Partial<PbsJob> = {}): PbsJob => ({
  ...{ id, store: 'a', disabled: false, result: 'ok' },
  ...fields,
});
const server = (fields: Partial<PbsInstance> = {}): PbsInstance => ({
  ...{ id: 'pbs-main', name: 'main', host: 'https://main:8007', status: 'online', version: '4.1.2' },
  ...{ datastores: [], backupJobs: [], syncJobs: [], verifyJobs: [], pruneJobs: [], tapeJobs: [], garbageJobs: [] },
  connectionHealth: 'healthy',
  ...fields,
});
const details = (fields: Partial<PbsDetails> = {}): PbsDetails => ({
  id: 'pbs-main',
  machine: {},
  datastores: [],
  ...fields,
});

const NOW = Date.parse('2026-11-21T00:00:00.000Z');

test('a schedule that nobody understands is said at its job, and no other job is affected', () => {
  const rows = jobRows(
    server({
      syncJobs: [job('odd', { schedule: 'every other tuesday', nextRun: '2026-11-24T00:00:00.000Z' })],
      verifyJobs: [job('plain', { schedule: 'mon..fri 8..17,22:0/15' }), job('by-hand')],
    }),
  );
  expect(rows.map((row) => [row.job.id, evidenceOfJob(row).map(({ head }) => head)])).toEqual([
    ['odd', [expect.stringContaining('“every other tuesday”')]],
    ['plain', []],
    ['by-hand', []],
  ]);
});

test('a failed job comes first, with the words of the server; a disabled one comes last and is no failure', () => {
  const words = 'TASK ERROR: sync failed: connection refused';
  const rows = jobRows(
    server({
      syncJobs: [job('well'), job('off', { result: 'failed', lastRunState: words, disabled: true })],
      pruneJobs: [job('well-too')],
      tapeJobs: [job('bad', { result: 'failed', lastRunState: words })],
    }),
  );
  expect(rows.map(({ job: { id } }) => id)).toEqual(['bad', 'well', 'well-too', 'off']);
  expect(rows.map((row) => evidenceOfJob(row).map((each) => each.words))).toEqual([
    ['sync failed: connection refused'],
    [],
    [],
    [],
  ]);
});

test('each datastore that is not well says why, and comes before the others', () => {
  const found = server({
    datastores: [
      store('well'),
      store('usb', { status: 'not mounted' }),
      store('moving', { status: 'offline', maintenanceMessage: 'new disks' }),
      store('broken', { status: 'error', error: 'no chunk store' }),
      store('full', { usage: 98 }),
    ],
    garbageJobs: [job('full', { store: 'full', result: 'failed', lastRunState: 'No space left on device' })],
  });
  const garbage = { damagedChunks: 2 };
  const rows = storeRows(found, details({ datastores: [{ name: 'well', garbage }] }));
  const said = rows.map((row) => [
    row.store.name,
    row.status.tone,
    ...evidenceOfStore(row).map(({ head, words }) => `${head}: ${words}`),
  ]);
  expect(said).toEqual([
    ['broken', 'crit', 'Cannot be read: no chunk store'],
    ['full', 'crit', 'The garbage collection of full failed: No space left on device'],
    ['usb', 'warn', 'not mounted: '],
    ['moving', 'warn', 'Maintenance, offline: new disks'],
    ['well', 'ok', '2 damaged chunks left by the garbage collection: '],
  ]);
});

test('the first lines name all that is wrong, the critical things first, and nothing twice', () => {
  const found = server({
    datastores: [
      store('broken', { status: 'error', error: 'no chunk store' }),
      store('usb', { status: 'not mounted' }),
    ],
    syncJobs: [job('s', { result: 'failed', lastRunState: 'TASK ERROR: refused' })],
  });
  const more = details({
    services: [
      { id: 'zfs-zed', description: '', state: 'failed', startup: 'enabled' },
      { id: 'proxy', description: '', state: 'dead', startup: 'enabled' },
      { id: 'banner', description: '', state: 'dead', startup: 'static' },
      { id: 'old', description: '', state: 'dead' },
    ],
    pools: [
      {
        ...{ name: 'tank', state: 'DEGRADED', status: '', scan: '', devices: [] },
        ...{ readErrors: 0, writeErrors: 0, checksumErrors: 0 },
      },
    ],
    disks: [
      { id: 'sdb', model: 'ST12', serial: '', type: 'hdd', size: 1, used: 'zfs', health: 'failed', checkedAt: '' },
      { id: 'sdc', model: 'ST12', serial: '', type: 'hdd', size: 1, used: 'zfs', health: 'unknown', checkedAt: '' },
    ],
  });
  expect(problemsOf(found, more, NOW).map(({ tone, text, words }) => `${tone} ${text}: ${words}`)).toEqual([
    'crit Nobody can read the datastore broken: no chunk store',
    'crit The disk sdb failed its SMART check: ST12',
    'warn The sync job s failed: refused',
    'warn The ZFS pool tank is not online: DEGRADED',
    'warn The service zfs-zed does not run: failed',
    'warn The service proxy does not run: dead',
  ]);
  expect(problemsOf(server({ datastores: [store('well')] }), undefined, NOW)).toEqual([]);
});

test('the backups of a namespace are counted by group, age and verification; those of other servers are not', () => {
  const backup = (vmid: string, day: number, fields: Partial<PbsBackup> = {}): PbsBackup => ({
    ...{ id: `${vmid}/${day}`, instance: 'main', datastore: 'a', namespace: '', backupType: 'vm', vmid, size: 1 },
    ...{ backupTime: `2026-11-0${day}T00:00:00.000Z`, protected: false, verified: false, encrypted: false, files: [] },
    ...fields,
  });
  const running = backup('100', 4);
  delete running.size;
  const rows = namespaceRows(
    server({
      datastores: [
        store('a', {
          namespaces: [
            { path: '', depth: 0 },
            { path: 'empty', depth: 1 },
          ],
        }),
      ],
    }),
    [
      backup('100', 1, { verification: 'ok', protected: true }),
      backup('100', 2, { verification: 'failed' }),
      backup('101', 3, { verification: 'ok' }),
      running,
      backup('100', 5, { namespace: 'dc' }),
      backup('100', 6, { instance: 'other' }),
    ],
  );
  expect(rows).toEqual([
    {
      ...{ key: 'a/', datastore: 'a', namespace: '', groups: 2, backups: 4, finished: 3, verified: 2, damaged: 1 },
      ...{ protected: 1, oldest: '2026-11-01T00:00:00.000Z', newest: '2026-11-04T00:00:00.000Z' },
    },
    expect.objectContaining({ key: 'a/dc', groups: 1, backups: 1, verified: 0 }),
    expect.objectContaining({ key: 'a/empty', groups: 0, backups: 0 }),
  ]);
});

test('a task that fails every night with the same words is one row with the newest time', () => {
  const task = (id: string, fields: Partial<PbsFailedTask> = {}): PbsFailedTask => ({
    ...{ id, type: 'backup', store: 'a', subject: 'vm/1', user: 'u', startTime: id, endTime: id, result: 'failed' },
    error: 'No space left',
    ...fields,
  });
  const tasks = [task('3'), task('2', { error: 'refused' }), task('1'), task('0', { subject: 'vm/2' })];
  expect(failedRows(tasks).map(({ task: { id }, count }) => [id, count])).toEqual([
    ['3', 2],
    ['2', 1],
    ['0', 1],
  ]);
});

test('the past of a datastore leaves out its gaps', () => {
  const DAY = 86_400_000;
  const mean = [0, 10, null, 30];
  const reply: HistoryReply = {
    ...{ from: 0, to: 10 * DAY },
    series: [
      {
        ...{ kind: 'datastore', id: 'pbs-main/a', metric: 'used', unit: 'bytes', from: 0, step: DAY },
        ...{ min: mean, mean, max: mean, parts: [] },
      },
    ],
  };
  expect(pastIn(reply, 'pbs-main/a').map(({ at, used }) => [at / DAY, used])).toEqual([
    [0, 0],
    [1, 10],
    [3, 30],
  ]);
  expect(pastIn(reply, 'pbs-main/b')).toEqual([]);
});

test('a job that did not run when it was due is a problem, unless it is off or waits for its disk', () => {
  const due = '2026-11-20T00:00:00.000Z';
  const found = server({
    datastores: [store('well'), { ...store('usb'), status: 'not mounted' }],
    syncJobs: [job('late', { nextRun: due }), job('off', { nextRun: due, disabled: true })],
    verifyJobs: [job('waits', { nextRun: due, store: 'usb' }), job('well', { nextRun: '2026-11-22T00:00:00.000Z' })],
  });
  expect(problemsOf(found, undefined, Date.parse('2026-11-21T00:00:00.000Z'))).toEqual([
    { tone: 'warn', text: 'The sync job late did not run when it was due', words: '' },
  ]);
});
