import { expect, test } from 'vitest';
import type { ProtectionInput } from './input.ts';
import { createProtectionModel } from './model.ts';
import { at, config, guest, job, night, pbsStorage, snapshot, sync, task, volume } from './testing/night.ts';

const NOW = at('05:26');
const stateOf = (input: ProtectionInput, now = NOW) => createProtectionModel().update(input, now);
const first = (input: ProtectionInput, now = NOW) => {
  const [protection] = stateOf(input, now);
  if (!protection) throw new Error('no guest');
  return protection;
};
const strays = (input: ProtectionInput) => {
  const model = createProtectionModel();
  model.update(input, NOW);
  return model.strayGroups();
};
const YESTERDAY = '2026-11-21T02:10:00Z';
const yesterday = snapshot(100, YESTERDAY);
const lastNight = snapshot(100, '02:10');
const pruning = { keep: { last: 2 }, schedule: '03:00', disabled: false };

test.each<[string, Partial<ProtectionInput>, object]>([
  ['a run that worked', { serverBackups: [yesterday, lastNight] }, { state: 'protected', lastRun: { result: 'ok' } }],
  ['a run that nobody started', { serverBackups: [yesterday] }, { state: 'protected', lastRun: { result: 'pending' } }],
  [
    'a task that ended well without a backup: the guest was skipped',
    { serverBackups: [yesterday], tasks: [task(0, '02:00')] },
    { state: 'late', lastRun: { result: 'missed' } },
  ],
  [
    'a disk that failed during the task of the guest',
    { serverBackups: [yesterday], tasks: [task(100, '02:00', { error: 'job errors: read error on drive-scsi0' })] },
    { state: 'failed', lastRun: { result: 'failed', error: 'job errors: read error on drive-scsi0' } },
  ],
  [
    'a full datastore, which ends the task of the whole node',
    { serverBackups: [yesterday], tasks: [task(0, '02:00', { error: 'No space left on device (os error 28)' })] },
    { state: 'failed', lastGood: '2026-11-21T02:10:00.000Z' },
  ],
  [
    'a disk that failed, with the line of the log about this guest',
    {
      serverBackups: [yesterday],
      tasks: [
        task(0, '02:00', {
          error: 'job errors',
          failures: [
            { vmid: 101, error: 'of another guest' },
            { vmid: 100, error: 'read error on drive-scsi0' },
          ],
        }),
      ],
    },
    { state: 'failed', lastRun: { result: 'failed', error: 'read error on drive-scsi0' } },
  ],
  [
    'jobs that were not read yet',
    { jobs: [], missing: [{ instance: 'dc', part: 'jobs' }] },
    { state: 'unknown', reason: { kind: 'not-read', text: '' } },
  ],
  [
    'a storage of the job that cannot be listed',
    { missing: [{ instance: 'dc', part: 'backups', needs: 'Datastore.Audit on /storage/pbs', storage: 'pbs' }] },
    { state: 'unknown', reason: { kind: 'missing-privilege', text: 'Datastore.Audit on /storage/pbs' } },
  ],
  [
    'another storage that cannot be listed does not matter',
    { missing: [{ instance: 'dc', part: 'backups', needs: 'Datastore.Audit on /storage/nas', storage: 'nas' }] },
    { state: 'never' },
  ],
  [
    'a prune job of the server at 03:00 of the next night, after the backup of 02:00',
    {
      serverBackups: [snapshot(100, '2026-11-20T02:10:00Z', { size: 400 }), yesterday, lastNight],
      retentions: [
        { id: 'p', kind: 'server', place: { server: 'pbs-main', datastore: 'main', namespace: '' }, ...pruning },
        { id: 'q', kind: 'server', place: { server: 'pbs-main', datastore: 'other', namespace: '' }, ...pruning },
      ],
    },
    {
      oldest: '2026-11-20T02:10:00.000Z',
      sizeChangeAll: 600,
      prune: {
        ...{ place: 'pbs-main:main', at: '2026-11-23T03:00:00.000Z', removes: 2 },
        oldestAfter: '2026-11-22T02:10:00.000Z',
      },
    },
  ],
  [
    'what the job keeps, in place of what the storage keeps, after its next run',
    {
      jobs: [job({ keep: { last: 2 } })],
      serverBackups: [yesterday, lastNight],
      retentions: [{ id: 's', kind: 'storage', instance: 'dc', storage: 'pbs', keep: { last: 1 } }],
    },
    { prune: { at: '2026-11-23T02:00:00.000Z', removes: 1, oldestAfter: '2026-11-22T02:10:00.000Z' } },
  ],
  [
    'a task that failed for others, while this guest has its backup',
    { serverBackups: [yesterday, lastNight], tasks: [task(0, '02:00', { error: 'job errors' })] },
    { state: 'protected' },
  ],
  [
    'a guest that moved after the run: the task was on the other node',
    {
      guests: [guest(100, { node: 'pve2' })],
      serverBackups: [yesterday],
      tasks: [task(0, '02:00', { error: 'job errors' })],
    },
    { state: 'failed' },
  ],
  [
    'a guest that moved, with its backup',
    { guests: [guest(100, { node: 'pve2' })], serverBackups: [yesterday, lastNight] },
    { state: 'protected' },
  ],
  [
    'a task that still runs: the run before counts',
    { serverBackups: [yesterday], tasks: [task(0, '02:00', { endTime: undefined })] },
    { state: 'protected', lastRun: { result: 'running' } },
  ],
  [
    'a backup that is damaged: the one before is the last good one',
    { serverBackups: [yesterday, snapshot(100, '02:10', { verification: 'failed' })] },
    { state: 'failed', lastRun: { result: 'damaged' }, verification: 'failed', lastGood: '2026-11-21T02:10:00.000Z' },
  ],
  [
    'a backup that is not complete',
    { serverBackups: [snapshot(100, '02:10', { size: undefined })] },
    { state: 'never' },
  ],
  ['no backup at all', { tasks: [task(0, '02:00')] }, { state: 'never', backups: 0 }],
  [
    'nothing verified for more than a week',
    {
      serverBackups: [
        snapshot(100, '2026-11-10T02:10:00Z', { verification: undefined }),
        snapshot(100, '02:10', { verification: undefined }),
      ],
    },
    { state: 'unverified', verification: 'none' },
  ],
  [
    'files on a storage, which nothing verifies',
    { jobs: [job({ storage: 'nas' })], storageBackups: [volume(100, '02:10')] },
    { state: 'protected', verification: 'not-possible' },
  ],
  [
    'a backup on another storage than that of the job',
    { jobs: [job({ storage: 'nas' })], serverBackups: [lastNight], tasks: [task(0, '02:00')] },
    { state: 'late' },
  ],
  ['no job', { jobs: [] }, { state: 'not-covered', reason: { kind: 'in-no-job' } }],
  [
    'a disabled job',
    { jobs: [job({ enabled: false })] },
    { state: 'not-covered', reason: { kind: 'job-disabled', job: 'nightly' } },
  ],
  [
    'a job that excludes the guest',
    { jobs: [job({ selection: { kind: 'all', exclude: [100] } })] },
    { state: 'not-covered', reason: { kind: 'excluded-by-job', job: 'nightly' } },
  ],
  [
    'a job of another node',
    { jobs: [job({ node: 'pve9' })] },
    { state: 'not-covered', reason: { kind: 'other-node', job: 'nightly' } },
  ],
  ['a pool without the guest', { jobs: [job({ selection: { kind: 'pool', pool: 'lab' } })] }, { state: 'not-covered' }],
  [
    'a pool with the guest',
    {
      guests: [guest(100, { pool: 'lab' })],
      jobs: [job({ selection: { kind: 'pool', pool: 'lab' } })],
      serverBackups: [lastNight],
    },
    { state: 'protected', jobs: ['nightly'] },
  ],
  [
    'the same number in the job of another cluster',
    { jobs: [job({ instance: 'branch', selection: { kind: 'guests', vmids: [100] } })] },
    { state: 'not-covered' },
  ],
  [
    'every disk left out',
    { configs: [config('dc-100', undefined, { isWhole: true })] },
    { state: 'not-covered', reason: { kind: 'all-disks-left-out' }, disksLeftOut: ['scsi0'] },
  ],
  [
    'a guest that somebody excluded',
    { exclusions: [{ guest: 'dc-100', note: 'a test machine', until: '2026-12-01T00:00:00Z' }] },
    { state: 'excluded', reason: { kind: 'exclusion', text: 'a test machine' } },
  ],
  [
    'an exclusion that has ended',
    { exclusions: [{ guest: 'dc-100', note: '', until: '2026-11-01T00:00:00Z' }] },
    { state: 'never' },
  ],
  [
    'a schedule that nobody understands',
    { jobs: [job({ schedule: 'sometimes' })], serverBackups: [lastNight] },
    { state: 'unknown', reason: { kind: 'schedule-not-understood', job: 'nightly', text: 'sometimes' } },
  ],
  [
    'jobs that the account may not read',
    { missing: [{ instance: 'dc', part: 'jobs', needs: 'Sys.Audit on /' }] },
    { state: 'unknown', reason: { kind: 'missing-privilege', text: 'Sys.Audit on /' } },
  ],
  [
    'backups that the account may not read',
    {
      tasks: [task(0, '02:00')],
      missing: [{ instance: 'dc', part: 'backups', needs: 'Datastore.Audit on /storage/pbs' }],
    },
    { state: 'unknown', reason: { kind: 'missing-privilege', text: 'Datastore.Audit on /storage/pbs' } },
  ],
])('%s', (_name, fields, expected) => {
  expect(first(night(fields))).toMatchObject(expected);
});

test('a task that failed is noticed when it is listed, and one that failed for another cluster is not', () => {
  const model = createProtectionModel();
  const input = night({ serverBackups: [yesterday] });
  const stateWith = (tasks: ProtectionInput['tasks']) => model.update({ ...input, tasks }, NOW)[0]?.state;
  expect(stateWith([])).toBe('protected');
  expect(stateWith([task(0, '02:00', { instance: 'branch', error: 'job errors' })])).toBe('protected');
  expect(stateWith([task(0, '02:00', { error: 'job errors' })])).toBe('failed');
});

test('a run without any sign is missed after a quarter of the interval', () => {
  const input = night({ serverBackups: [yesterday] });
  expect(first(input, at('07:59')).state).toBe('protected');
  expect(first(input, at('08:00'))).toMatchObject({ state: 'late', lastRun: { result: 'missed' } });
});

test('a job that nobody can parse does not affect the guests of others', () => {
  const jobs = [job({ id: 'a', schedule: '??', selection: { kind: 'guests', vmids: [101] } }), job({ id: 'b' })];
  const serverBackups = [lastNight, snapshot(101, '02:10')];
  const states = stateOf(night({ guests: [guest(100), guest(101)], jobs, serverBackups }));
  expect(states.map(({ state }) => state)).toEqual(['protected', 'unknown']);
});

test('a renamed guest keeps its backups, because names are not compared', () => {
  const model = createProtectionModel();
  const before = model.update(night({ serverBackups: [lastNight] }), NOW);
  const after = model.update(
    night({ guests: [{ ...guest(100), name: 'new' } as never], serverBackups: [lastNight] }),
    NOW,
  );
  expect(after).toEqual(before);
});

const twoClusters = {
  guests: [guest(100, { instance: 'branch' }), guest(100)],
  jobs: [job({ instance: 'branch' }), job()],
};

test('the same number in two clusters: with a namespace for each, each has its own backups', () => {
  const storages = [
    pbsStorage('branch', '10.0.0.5', { namespace: 'branch' }),
    pbsStorage('dc', '10.0.0.5', { namespace: 'dc' }),
  ];
  const serverBackups = [snapshot(100, '02:10', { namespace: 'branch' })];
  const states = stateOf(night({ ...twoClusters, storages, serverBackups, tasks: [task(0, '02:00')] }));
  expect(states.map(({ id, state }) => [id, state])).toEqual([
    ['branch-100', 'protected'],
    ['dc-100', 'never'],
  ]);
});

test('the same number in two clusters in one namespace is ambiguous until somebody assigns the group, or the accounts differ', () => {
  const storages = [pbsStorage('branch'), pbsStorage('dc')];
  const input = night({ ...twoClusters, storages, serverBackups: [lastNight] });
  const ambiguous = { state: 'unknown', reason: { kind: 'ambiguous-backups' } };
  expect(stateOf(input)).toMatchObject([ambiguous, ambiguous]);
  const [group] = strays(input);
  expect(group).toMatchObject({ kind: 'ambiguous', candidates: ['branch-100', 'dc-100'], size: 1000 });
  const assigned = { ...input, assignments: [{ group: group?.id ?? '', guest: 'dc-100' }], tasks: [task(0, '02:00')] };
  expect(stateOf(assigned).map(({ lastGood }) => lastGood !== undefined)).toEqual([false, true]);
  const accounts = [
    pbsStorage('branch', '10.0.0.5', { username: 'b@pbs' }),
    pbsStorage('dc', '10.0.0.5', { username: 'd@pbs' }),
  ];
  const owned = { ...input, storages: accounts, serverBackups: [{ ...lastNight, owner: 'd@pbs' }] };
  expect(stateOf(owned).map(({ lastGood }) => lastGood !== undefined)).toEqual([false, true]);
});

test('two clusters that write to one backup server that is not watched do not share backups', () => {
  const storages = [pbsStorage('branch', 'pbs.other.lan'), pbsStorage('dc', 'pbs.other.lan')];
  const listed = ['branch', 'dc'].map((instance) => volume(100, '02:10', { instance, storage: 'pbs', isPBS: true }));
  expect(stateOf(night({ ...twoClusters, storages, storageBackups: listed }))).toMatchObject([
    { reason: { kind: 'ambiguous-backups' } },
    { reason: { kind: 'ambiguous-backups' } },
  ]);
});

test('a file that two clusters list is on a disk they share, so it is ambiguous', () => {
  const nas = ['branch', 'dc'].map((instance) => volume(100, '02:10', { instance }));
  const jobs = twoClusters.jobs.map((each) => ({ ...each, storage: 'nas' }));
  const model = createProtectionModel();
  const input = night({ ...twoClusters, jobs, storages: [], storageBackups: nas });
  expect(model.update(input, NOW).map(({ state }) => state)).toEqual(['unknown', 'unknown']);
  // When one of them does not list it any more, it is the other's.
  expect(model.update({ ...input, storageBackups: nas.slice(1) }, NOW).map(({ state }) => state)).not.toContain(
    'unknown',
  );
});

test('a backup that a storage and its server list counts once', () => {
  const listed = volume(100, '02:10', { storage: 'pbs', isPBS: true, verification: 'ok' });
  expect(first(night({ serverBackups: [lastNight], storageBackups: [listed] })).backups).toBe(1);
});

const copied = snapshot(100, '02:10', { instance: 'pbs-far', datastore: 'copy' });
const copiedYesterday = snapshot(100, YESTERDAY, { instance: 'pbs-far', datastore: 'copy' });
const older = snapshot(100, '2026-11-20T02:10:00Z', { instance: 'pbs-far', datastore: 'copy' });

test('a sync job copies the backups of the guest; without the job nobody knows whose backups the copies are', () => {
  const serverBackups = [copied, yesterday, lastNight];
  expect(first(night({ serverBackups, copyJobs: [sync()] })).offSite).toMatchObject({
    ...{ kind: 'sync', place: 'pbs-far:copy', at: '2026-11-22T02:10:00.000Z', isLate: false, isConfirmed: true },
  });
  expect(first(night({ serverBackups })).offSite).toBeUndefined();
  expect(strays(night({ serverBackups }))).toMatchObject([{ kind: 'foreign', place: 'pbs-far:copy' }]);
});

test.each([
  ['a sync that is on time copies the backup of last night later', [copiedYesterday], sync(), false],
  ['a sync that stopped two nights ago is late', [older], sync(), true],
  ['a sync that fails is late at once', [copiedYesterday], sync({ result: 'failed' }), true],
  ['a sync that somebody disabled is late at once', [copiedYesterday], sync({ disabled: true }), true],
])('%s', (_name, copies, copyJob, isLate) => {
  const input = night({ serverBackups: [...copies, yesterday, lastNight], copyJobs: [copyJob] });
  expect(first(input).offSite?.isLate).toBe(isLate);
});

test('a sync job copies namespaces below its own, at most its depth', () => {
  const storages = [pbsStorage('dc', '10.0.0.5', { namespace: 'a/b' })];
  const serverBackups = [
    snapshot(100, '02:10', { instance: 'pbs-far', datastore: 'copy', namespace: 'x/b' }),
    snapshot(100, '02:10', { namespace: 'a/b' }),
  ];
  const copyJob = (maxDepth: number) =>
    sync({
      from: { server: 'pbs-main', datastore: 'main', namespace: 'a' },
      to: { server: 'pbs-far', datastore: 'copy', namespace: 'x' },
      maxDepth,
    });
  expect(first(night({ storages, serverBackups, copyJobs: [copyJob(1)] })).offSite?.kind).toBe('sync');
  expect(first(night({ storages, serverBackups, copyJobs: [copyJob(0)] })).offSite).toBeUndefined();
});

test('a tape has what its job found, which nobody can list', () => {
  const copyJob = sync({ id: 'tape', kind: 'tape', to: undefined, lastRunEnd: '2026-11-21T06:00:00Z' });
  expect(first(night({ serverBackups: [yesterday, lastNight], copyJobs: [copyJob] })).offSite).toMatchObject({
    ...{ kind: 'tape', at: '2026-11-21T02:10:00.000Z', isConfirmed: false },
  });
});

test('a backup without a guest is an orphan; one that is older than the guest with its number too', () => {
  expect(strays(night({ serverBackups: [snapshot(7, '02:10')] }))).toMatchObject([
    { kind: 'orphan', vmid: 7, size: 1000, isReused: false },
  ]);
  const configs = [config('dc-100', '01:00')];
  const input = night({ serverBackups: [yesterday, lastNight], configs });
  expect(strays(input)).toMatchObject([{ kind: 'orphan', backups: 1, isReused: true }]);
  expect(first(input).backups).toBe(1);
  const container = night({ guests: [guest(100, { type: 'lxc' })], serverBackups: [lastNight] });
  expect(strays(container)).toMatchObject([{ kind: 'orphan', isReused: true }]);
  expect(first(container).backups).toBe(0);
});

test('each night has the worst result of its runs, from noon to noon', () => {
  const model = createProtectionModel();
  const tasks = [task(100, '2026-11-20T02:00:00Z', { endTime: '2026-11-20T02:01:00.000Z', error: 'job errors' })];
  model.update(night({ tasks, serverBackups: [yesterday, lastNight] }), NOW);
  const nights = model.nights('dc-100', NOW, 4);
  expect(nights.map(({ result }) => result)).toEqual(['unknown', 'failed', 'ok', 'ok']);
  expect(nights.at(-1)?.until).toBe(at('12:00'));
  model.update(night({ jobs: [job({ schedule: 'fri 02:00' })] }), NOW);
  expect(model.nights('dc-100', NOW, 4).map(({ result }) => result)).toEqual(['none', 'missed', 'none', 'none']);
});

test('a backup whose time is none is no backup, and the others stay', () => {
  const timeless = [volume(999, '02:10', { ctime: 1e308 }), volume(998, '02:10', { ctime: -1e308 })];
  const wrong = snapshot(997, YESTERDAY, { backupTime: '2026-99-99T00:00:00Z' });
  const input = night({ serverBackups: [lastNight, wrong], storageBackups: timeless });
  expect(strays(input)).toEqual([]);
  expect(first(input)).toMatchObject({ state: 'protected' });
});
