// The rules about backup servers, each with the real engine.
import { aBackupServer, aDatastore, aJob } from '@belfry/domain/testing/pbs';
import type { Instance } from '@belfry/schema/entities/instance';
import type { Datastore, PbsBackup, PbsInstance, PbsJob } from '@belfry/schema/entities/pbs';
import { expect, test } from 'vitest';
import { joinRules } from '../../engine/joined-rules.ts';
import { anInstance } from '../../testing/instance.ts';
import { createTurns, START, type TurnsOptions } from '../../testing/turns.ts';
import { createInstanceRules } from '../instance/reachability.ts';
import { createDatastoreRules } from './datastores.ts';
import { createPbsJobRules } from './jobs.ts';
import { createBackupServerRules } from './servers.ts';

const rules = () => [
  createInstanceRules(),
  joinRules('pbs', [createBackupServerRules(), createDatastoreRules(), createPbsJobRules()]),
];

const aBackup = (fields: Partial<PbsBackup>): PbsBackup => ({
  ...{ id: 'b', instance: 'main', datastore: 'store', namespace: '', backupType: 'vm', vmid: '100', files: [] },
  ...{ backupTime: '2026-06-01T12:00:00.000Z', protected: false, verified: false, encrypted: false },
  ...fields,
});

function watch(options: Partial<TurnsOptions> = {}) {
  const turns = createTurns(rules, { instanceId: 'pbs-main', ...options });
  turns.see({ instances: [anInstance({ id: 'pbs-main', kind: 'pbs' })] });
  const server = (fields: Partial<PbsInstance>) => turns.see({ pbs: [aBackupServer(fields)] });
  return {
    ...turns,
    server,
    twice: (fields: Partial<PbsInstance>) => server(fields) && server({ ...fields }),
    store: (fields: Partial<Datastore>) => server({ datastores: [aDatastore(fields)] }),
  };
}

test('cpu and memory of a backup server: raised in the second poll, kept, critical, ended below the clear level', () => {
  for (const metric of ['cpu', 'memory'] as const) {
    const id = `pbs-main-${metric}`;
    const { server, message } = watch();
    expect(server({ [metric]: 88 })).toEqual({});
    expect(server({ [metric]: 88.7 })).toEqual({ [id]: 'warning' });
    expect(message(id)).toContain('usage is 88 %');
    expect(server({ [metric]: 83 })).toEqual({ [id]: 'warning' });
    expect(server({ [metric]: 99 })).toEqual({ [id]: 'critical' });
    expect(server({ [metric]: undefined })).toEqual({ [id]: 'critical' });
    expect(server({ [metric]: 40, staleSince: '2026-06-01T12:00:00.000Z' })).toEqual({ [id]: 'critical' });
    expect(server({ [metric]: 40 })).toEqual({});
  }
});

test('a datastore that fills up is a warning, then critical, and ends when it was emptied', () => {
  const id = 'pbs-main-store-usage';
  const { store, message } = watch();
  store({ usage: 84 });
  expect(store({ usage: 86 })).toEqual({});
  expect(store({ usage: 86.4 })).toEqual({ [id]: 'warning' });
  expect(message(id)).toBe('Datastore store of main is 86 % full: 1.4 TB free of 10 TB.');
  expect(store({ usage: 83 })).toEqual({ [id]: 'warning' });
  expect(store({ usage: 96 })).toEqual({ [id]: 'critical' });
  expect(store({ usage: 60 })).toEqual({});
});

test('a full file system under two datastores is one alert, of the datastore that has backups, and names the other', () => {
  const { see, server, message } = watch();
  const full = { usage: 96, total: 1000, used: 960, free: 40 };
  const datastores = [aDatastore({ ...full, name: 'empty' }), aDatastore({ ...full, name: 'main' })];
  server({ datastores });
  // Which of them has backups is not known yet.
  expect(server({ datastores })).toEqual({});
  const { id, name: instance } = aBackupServer();
  see({ pbsBackups: [aBackup({ id: `${id}-1`, instance, datastore: 'main' })] });
  server({ datastores });
  expect(server({ datastores })).toEqual({ 'pbs-main-main-usage': 'critical' });
  expect(message('pbs-main-main-usage')).toContain('On the same file system: empty.');
});

test('the last sizes of a datastore that cannot be read neither raise nor end an alert about its usage', () => {
  const id = 'pbs-main-store-usage';
  const { store } = watch();
  store({ usage: 99, status: 'offline' });
  expect(store({ usage: 99, status: 'offline' })).not.toHaveProperty([id]);
  store({ usage: 99 });
  expect(store({ usage: 99 })).toHaveProperty([id]);
  expect(store({ usage: 10, status: 'error', error: 'no chunk store' })).toHaveProperty([id]);
});

test('two datastores on one full file system are one alert with the other attached', () => {
  const { twice, wait } = watch();
  const datastores = [aDatastore({ name: 'a', usage: 97 }), aDatastore({ name: 'b', usage: 97 })];
  twice({ datastores });
  // If no backup is known after ten minutes, the first has the alert.
  for (let minutes = 0; minutes < 10; minutes++) wait(60_000);
  twice({ datastores });
  expect(wait(60_000)).toEqual({ 'pbs-main-a-usage': 'critical' });
});

test('thresholds of a datastore: its own override wins over the override of its server', () => {
  const overrides = {
    'pbs-main': { usage: { trigger: 50, clear: 45 } },
    'pbs-main-b': { usage: { trigger: 99, clear: 98 } },
    'pbs-main-c': { disabled: true },
  };
  const { twice } = watch({ config: { overrides } });
  const datastores = ['a', 'b', 'c'].map((name, i) => aDatastore({ name, usage: 60 + i }));
  expect(twice({ datastores })).toEqual({ 'pbs-main-a-usage': 'critical' });
});

test('a datastore with an error is critical; read-only and in maintenance are warnings, in the second poll; a disk that is not connected is none', () => {
  const id = 'datastore-state-pbs-main-store';
  for (const [fields, level, text] of [
    [
      { status: 'error', error: 'unable to open chunk store' },
      'critical',
      'cannot be read: unable to open chunk store',
    ],
    [
      { status: 'read-only', maintenanceMessage: 'disk swap' },
      'warning',
      'read-only, so no backup can be saved: disk swap',
    ],
    [{ status: 'offline' }, 'warning', 'is in maintenance (offline).'],
  ] as const) {
    const { store, message } = watch();
    expect(store(fields)).toEqual({});
    expect(store({ ...fields })).toEqual({ [id]: level });
    expect(message(id)).toContain(text);
    expect(store({ ...fields })).toEqual({ [id]: level });
    expect(store({ status: 'available' })).toEqual({});
  }
  const { store } = watch();
  store({ status: 'read-only' });
  store({ status: 'read-only' });
  expect(store({ status: 'error' })).toEqual({ [id]: 'critical' });
  // after a start the server has not said yet whether it is in maintenance
  expect(store({ status: 'unknown' })).toEqual({ [id]: 'critical' });
  const { twice } = watch();
  expect(twice({ datastores: [aDatastore({ status: 'unknown' })] })).toEqual({});
  expect(twice({ datastores: [aDatastore({ status: 'delete' })] })).toEqual({});
  expect(twice({ datastores: [aDatastore({ status: 'not mounted' })] })).toEqual({});
});

test('a datastore that is removed ends its alerts after three polls', () => {
  const { store, server } = watch();
  store({ status: 'error' });
  expect(store({ status: 'error' })).not.toEqual({});
  expect(server({})).not.toEqual({});
  expect(server({})).not.toEqual({});
  expect(server({})).toEqual({});
});

test('a datastore that will be full within a week is a warning after an hour, if it is rather full already', () => {
  const id = 'datastore-full-soon-pbs-main-store';
  const day = 86_400_000;
  const fullIn = (days: number) => new Date(START + days * day).toISOString();
  const hours = (turns: ReturnType<typeof watch>, fields: Partial<Datastore>) => {
    for (let i = 0; i < 5; i++) {
      turns.wait(15 * 60_000);
      turns.store({ ...fields });
    }
    return turns.store({ ...fields });
  };
  const turns = watch();
  expect(hours(turns, { usage: 30, estimatedFullDate: fullIn(3) })).toEqual({});
  expect(turns.store({ usage: 75, estimatedFullDate: fullIn(3) })).toEqual({});
  expect(hours(turns, { usage: 75, estimatedFullDate: fullIn(3) })).toEqual({ [id]: 'warning' });
  expect(turns.message(id)).toBe('Datastore store of main will be full in 3 days, as the server estimates.');
  expect(turns.store({ usage: 75, estimatedFullDate: fullIn(9) })).toEqual({ [id]: 'warning' });
  expect(turns.store({ usage: 75, estimatedFullDate: fullIn(30) })).toEqual({});
  expect(hours(turns, { usage: 75, estimatedFullDate: fullIn(9) })).toEqual({});
  expect(hours(turns, { usage: 75 })).toEqual({});
});

test('a failed job is an alert at once; a run that was interrupted or is going on changes nothing; success ends it', () => {
  const lists = {
    syncJobs: 'sync',
    pruneJobs: 'prune',
    tapeJobs: 'tape',
    garbageJobs: 'garbage',
    backupJobs: 'backup',
    verifyJobs: 'verify',
  };
  for (const [list, name] of Object.entries(lists)) {
    const { server, message } = watch();
    const job = (fields: Partial<PbsJob>) => server({ [list]: [aJob(fields)] });
    const id = `pbs-job-pbs-main-${name}-j-1`;
    const level = name === 'verify' ? 'critical' : 'warning';
    expect(job({ result: 'unknown', lastRunState: undefined })).toEqual({});
    expect(job({ result: 'warning', lastRunState: 'WARNINGS: 2' })).toEqual({});
    expect(job({ result: 'failed', lastRunState: 'connection refused' })).toEqual({ [id]: level });
    expect(message(id)).toMatch(/j-1 on main failed: connection refused\.$/);
    expect(job({ result: 'failed', lastRunState: 'connection refused', running: true })).toEqual({ [id]: level });
    expect(job({ result: 'unknown', lastRunState: 'unknown' })).toEqual({ [id]: level });
    expect(job({ result: 'ok' })).toEqual({});
    expect(job({ result: 'failed' })).toEqual({ [id]: level });
    expect(job({ result: 'failed', disabled: true })).toEqual({});
  }
});

test('a job that is due since days is a warning after six minutes, and ends when it runs', () => {
  const ids = ['sync', 'verify', 'prune', 'garbage'].map((kind) => `job-late-pbs-main-${kind}-j`);
  const daysAgo = (days: number) => new Date(START - days * 86_400_000).toISOString();
  const all = (days: number, fields: Partial<PbsJob> = {}): Partial<PbsInstance> => {
    const jobs = [aJob({ id: 'j', store: 'store', schedule: 'daily', nextRun: daysAgo(days), ...fields })];
    return { syncJobs: jobs, verifyJobs: jobs, pruneJobs: jobs, garbageJobs: jobs };
  };
  const { server, see, message } = watch();
  server(all(8));
  expect(see({ pbs: [aBackupServer(all(8))] }, { afterMs: 350_000 })).toEqual({});
  expect(server(all(8))).toEqual(Object.fromEntries(ids.map((id) => [id, 'warning'])));
  expect(message(ids[0] ?? '')).toBe('Sync job j on main is 8 days late.');
  expect(server(all(-1))).toEqual({});

  const calm = (fields: Partial<PbsInstance>) => {
    const other = watch();
    other.server(fields);
    other.see({ pbs: [aBackupServer({ ...fields })] }, { afterMs: 700_000 });
    return other.server({ ...fields });
  };
  expect(calm(all(8, { disabled: true }))).toEqual({});
  expect(calm(all(6, { running: true }))).toEqual({});
  expect(calm({ ...all(8), datastores: [aDatastore({ name: 'store', status: 'not mounted' })] })).not.toHaveProperty(
    ids[0] ?? '',
  );
  const maintained = calm({ ...all(8), datastores: [aDatastore({ name: 'store', status: 'offline' })] });
  expect(maintained).toEqual({ 'datastore-state-pbs-main-store': 'warning' });
});

test('a job that is removed ends its alert after three polls; while the jobs cannot be read, it stays', () => {
  const { server, see } = watch();
  const id = 'pbs-job-pbs-main-sync-j-1';
  const unread = { part: 'sync jobs', kind: 'timeout', message: 'late' } as const;
  const polls = (count: number, instance: Partial<Instance>) => {
    let seen = {};
    for (let i = 0; i < count; i++)
      seen = see({ pbs: [aBackupServer()], instances: [anInstance({ id: 'pbs-main', kind: 'pbs', ...instance })] });
    return seen;
  };
  expect(server({ syncJobs: [aJob({ result: 'failed' })] })).toHaveProperty([id]);
  expect(polls(5, { gaps: [unread] })).toHaveProperty([id]);
  expect(polls(5, { error: { ...unread, since: '2026-06-01T12:00:00.000Z' } })).toHaveProperty([id]);
  expect(polls(2, {})).toHaveProperty([id]);
  expect(polls(1, {})).toEqual({});
});

test('a server whose alerts are disabled has none', () => {
  const bad = {
    cpu: 99,
    datastores: [aDatastore({ status: 'error', usage: 99 })],
    syncJobs: [aJob({ result: 'failed' })],
  };
  for (const config of [{ disableAllPBS: true }, { overrides: { 'pbs-main': { disabled: true } } }, { enabled: false }])
    expect(watch({ config }).twice(bad), JSON.stringify(config)).toEqual({});
  const { twice, configure } = watch();
  expect(Object.keys(twice(bad))).toHaveLength(3);
  expect(configure({ disableAllPBS: true })).toEqual({});
});
