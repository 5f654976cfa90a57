// What only the page of a backup server shows, from a simulated server on the real wire.
import { ok } from '@belfry/domain/result';
import { configSchema } from '@belfry/schema/config/node';
import { PbsDetails } from '@belfry/schema/entities/pbs-details';
import { expect, test } from 'vitest';
import { type FakeClock, fakeClock } from '../../lib/fake-clock.ts';
import { parseServices } from '../proxmox-api/services.ts';
import type { Reader } from '../proxmox-api/session.ts';
import { parseDisks, withHealth } from './disks.ts';
import { createDisksPoll } from './disks-poll.ts';
import { noFacts } from './facts.ts';
import { firstError, parseFailedTasks } from './failed-tasks.ts';
import { parseGarbage } from './garbage.ts';
import { parseMachine } from './machine.ts';
import type { BackupServer } from './server.ts';
import { release3, release4 } from './testing/answers.ts';
import { START, setUp } from './testing/watched.ts';
import { storeOf, subjectOf } from './worker-id.ts';

const HOUR = 3_600_000;
const NEW = ['services', 'failed-tasks', 'disks'] as const;

type SetUp = Awaited<ReturnType<typeof setUp>>;
async function detailsOf(t: SetUp, ...polls: string[]) {
  let details: unknown;
  for (const name of ['usage', 'jobs', 'backups', ...polls]) details = (await t.poll(name)).slices.pbsDetails?.[0];
  return PbsDetails.parse(details);
}

test.for([2.4, 3.2, 4.1] as const)(
  'release %s gives its machine, services, disks and failed tasks',
  async (release) => {
    await using t = await setUp({ release });
    const details = await detailsOf(t, ...NEW);
    expect(details.id).toBe('pbs-pbs-main');
    expect(details.machine).toEqual({
      load: [0.12, 0.18, 0.21],
      ioWait: 0.1,
      root: { used: 12_463_228_416, total: 100_861_726_720 },
      swap: { used: 536_870_912, total: 8_589_930_496 },
      kernel: '6.8.12-2-pve',
      cpuModel: 'Intel(R) N100',
      cpus: 4,
    });
    const services = new Map(details.services?.map((service) => [service.id, service]));
    expect(services.get('zfs-zed')?.state).toBe('failed');
    // An old release does not say which services are meant to run.
    expect(services.get('postfix')?.startup).toBe(release < 3.2 ? undefined : 'disabled');
    const disks = new Map(details.disks?.map((disk) => [disk.id, disk]));
    expect(disks.get('sdb')).toMatchObject({ health: 'failed', type: 'hdd', model: 'ATA ST12000NM001G-2MV103' });
    expect(disks.get('nvme1n1')).toMatchObject({ health: 'passed', wearout: 14 });
    expect(disks.get('sdd')).toMatchObject({ health: 'unknown' });
    expect(disks.get('sdd')).not.toHaveProperty('wearout');
    const main = details.datastores.find(({ name }) => name === 'main');
    expect(main?.garbage).toMatchObject({ removed: expect.any(Number), pending: expect.any(Number), damagedChunks: 0 });
    expect(Date.parse(main?.garbage?.startTime ?? '')).toBeLessThan(START);
    expect(main?.garbage?.seconds).toBe(release < 3.2 ? undefined : 720);
    const usb = details.datastores.find(({ name }) => name === 'usb');
    if (release >= 3.3)
      expect(usb).toEqual({ name: 'usb', comment: 'the disk of the week', backend: 'filesystem', mount: 'notmounted' });
    else expect(usb).toBeUndefined();
  },
);

test('a failed task has the line of its log that says why, and each log is read once', async () => {
  await using t = await setUp();
  await t.poll('usage');
  const logsIn = async () =>
    (await t.callsOf(() => t.poll('failed-tasks'))).filter((path) => path.endsWith('/log')).length;
  const read = [await logsIn(), await logsIn(), await logsIn()];
  const { failedTasks = [] } = PbsDetails.parse((await t.poll('failed-tasks')).slices.pbsDetails?.[0]);
  // At most five in one run.
  expect(read[0]).toBe(5);
  expect(read.reduce((sum, count) => sum + count, 0)).toBe(failedTasks.length);
  expect(await logsIn()).toBe(0);
  const brief = failedTasks.map(({ type, store, subject, result, error }) => ({ type, store, subject, result, error }));
  const full = 'unable to create chunk store temp file - No space left on device (os error 28)';
  expect(brief).toContainEqual({
    type: 'backup',
    store: 'archive',
    subject: 'vm/131',
    result: 'failed',
    error: `error: ${full}`,
  });
  expect(brief).toContainEqual({
    ...{ type: 'prunejob', store: 'archive', subject: 'archive', result: 'warning' },
    error: 'failed to prune group vm/102: owner check failed (backup@pbs != root@pam)',
  });
  const damaged = brief.find(({ subject }) => subject === 'v-lab');
  expect(damaged).toMatchObject({
    type: 'verificationjob',
    store: 'main',
    error: expect.stringContaining('digest mismatch'),
  });
  // A run that was interrupted has no words.
  expect(brief).toContainEqual({
    type: 'logrotate',
    store: undefined,
    subject: '',
    result: 'unknown',
    error: 'unknown',
  });
  const starts = failedTasks.map(({ startTime }) => startTime);
  expect(starts).toEqual(starts.toSorted().reverse());
});

test('a log that is gone leaves the result of its task, and is not asked for again', async () => {
  await using t = await setUp();
  await t.poll('usage');
  const task = {
    type: 'backup',
    id: 'main:vm/9',
    start: START / 1000 - 60,
    end: START / 1000,
    state: 'backup failed: broken pipe',
  };
  t.lab.world.tasks = [task];
  t.lab.world.jobs = { sync: [], verify: [], prune: [], tape: [], gc: [] };
  t.lab.world.lostLogs = true;
  const { slices, gaps } = await t.poll('failed-tasks');
  expect(slices.pbsDetails?.[0]?.failedTasks).toMatchObject([{ error: 'backup failed: broken pipe' }]);
  expect(gaps).toEqual([]);
  expect((await t.callsOf(() => t.poll('failed-tasks'))).length).toBe(1);
});

test('what the account may not read is a gap with the name of the privilege, and nothing is invented', async () => {
  await using t = await setUp({}, { role: 'datastores' });
  await t.poll('usage');
  const gaps = [];
  for (const name of NEW) gaps.push(...((await t.poll(name)).gaps ?? []));
  expect(gaps.map(({ part, needs }) => `${part}: ${needs}`)).toEqual([
    'services: Sys.Audit on /system/services',
    'failed tasks: Sys.Audit on /system/tasks',
    'disks: Sys.Audit on /system/disks',
  ]);
  const details = PbsDetails.parse((await t.poll('disks')).slices.pbsDetails?.[0]);
  expect(details).not.toHaveProperty('services');
  expect(details).not.toHaveProperty('disks');
});

test('a server without failed tasks is not one whose tasks are hidden', async () => {
  await using t = await setUp({ calm: true });
  t.lab.world.jobs = { sync: [], verify: [], prune: [], tape: [], gc: [] };
  await t.poll('usage');
  const { slices, gaps } = await t.poll('failed-tasks');
  expect(slices.pbsDetails?.[0]?.failedTasks).toEqual([]);
  expect(gaps).toEqual([]);
});

test('a failing call keeps what was read before', async () => {
  await using t = await setUp();
  const before = await detailsOf(t, ...NEW);
  await t.lab.fault({ status: 500 });
  for (const name of NEW) {
    const { slices, gaps } = await t.poll(name);
    expect(gaps?.length).toBe(1);
    expect(slices.pbsDetails?.[0]).toMatchObject({ services: before.services, disks: before.disks });
  }
});

test('a disk that may sleep is woken once a day, and its health stays known', async () => {
  const asked: string[] = [];
  const reader: Reader = {
    origin: () => 'https://pbs',
    async get(path) {
      asked.push(path);
      return ok([
        { name: 'sda', 'disk-type': 'hdd', serial: 'A', status: path.includes('skipsmart') ? 'unknown' : 'failed' },
      ]);
    },
  };
  const server: BackupServer = {
    config: {
      ...configSchema('pbs').parse({ type: 'pbs', name: 'x', host: 'pbs', user: 'u', password: 'p' }),
      id: 'pbs-x',
    },
    clock: fakeClock(START),
    session: { rights: '', read: () => reader },
    facts: noFacts,
  };
  const poll = createDisksPoll(server);
  const wakes = [];
  for (let hour = 0; hour < 49; hour++) {
    await poll.run(new AbortController().signal);
    expect(server.facts.disks).toMatchObject([{ id: 'sda', health: 'failed' }]);
    if (!asked.at(-1)?.includes('skipsmart')) wakes.push(hour);
    await (server.clock as FakeClock).advance(HOUR);
  }
  expect(wakes).toEqual([0, 24, 48]);
});

test('the health of a disk does not pass to another one in its place', () => {
  const [disk] = parseDisks([{ name: 'sda', serial: 'A', status: 'failed', wearout: 3 }], 'then') ?? [];
  const [other] = parseDisks([{ name: 'sda', serial: 'B', status: 'unknown' }], 'now') ?? [];
  if (!disk || !other) throw new Error('no disk was read');
  expect(withHealth([{ ...disk, health: 'unknown', checkedAt: 'now' }], [disk])).toEqual([disk]);
  expect(withHealth([other], [disk])).toEqual([other]);
});

test('these polls cost 37 calls an hour while nothing fails', async () => {
  await using t = await setUp({ calm: true });
  await t.poll('usage');
  const perHour = [];
  for (const name of NEW) {
    const every = t.source.polls.find((poll) => poll.name === name)?.everyMs ?? 0;
    perHour.push(((await t.callsOf(() => t.poll(name))).length * HOUR) / every);
  }
  // The list of failed tasks is empty, so its privilege is looked up too.
  expect(perHour).toEqual([12, 24, 1]);
});

test.each([
  ['backup', 'main:vm/101', 'main', 'vm/101'],
  ['verificationjob', 'main:v-daily', 'main', 'v-daily'],
  ['syncjob', 'archive:s-offsite', 'archive', 's-offsite'],
  ['syncjob', '-:store1:store2::s-local', 'store2', 's-local'],
  ['syncjob', 'self:store2:store1:dc/tier1:s-push', 'store1', 's-push'],
  ['garbage_collection', 'main', 'main', 'main'],
  ['prunejob', 'main', 'main', 'main'],
  ['aptupdate', '', undefined, ''],
  ['termproxy', 'main:vm', undefined, 'main:vm'],
] as const)('a %s with the id %s is about the datastore %s and %s', (type, id, store, subject) => {
  expect([storeOf(type, id), subjectOf(type, id)]).toEqual([store, subject]);
});

test.each([
  [['verified 4 MiB (0 errors)', 'chunk 9f digest mismatch', 'TASK ERROR: see the log'], 'chunk 9f digest mismatch'],
  [['2026-01-15T12:00:00+00:00: WARN: owner check failed', 'TASK WARNINGS: 1'], 'owner check failed'],
  [['starting', 'TASK ERROR: it failed'], undefined],
  [['Removed garbage: 0 B', 'errors: 0', 'TASK OK'], undefined],
  [[], undefined],
] as const)('of the lines %j the error is %j', (lines, expected) => {
  expect(firstError(lines.map((t, n) => ({ n, t })))).toBe(expected);
});

test.each([null, 'text', 7, { data: [] }, [null, 'x', {}]])('%j is no list of services, disks or tasks', (data) => {
  expect([parseServices(data), parseDisks(data, ''), parseFailedTasks(data)]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect([parseMachine(data), parseGarbage(data).size, firstError(data)]).toEqual([{}, 0, undefined]);
});

test('services, tasks, garbage collections and the machine are read', () => {
  expect(parseServices(release3.services)).toContainEqual({
    ...{ id: 'proxmox-backup-proxy', description: 'Proxmox Backup API Proxy Server' },
    ...{ state: 'dead', startup: 'enabled' },
  });
  const failed = parseFailedTasks(release3.tasks) ?? [];
  expect(failed.map(({ type, store, subject, result, error }) => [type, store, subject, result, error])).toEqual([
    ['backup', 'vault', 'vm/101', 'failed', 'backup failed: connection reset'],
    ['syncjob', 'attic', 's-far', 'failed', 'sync failed: connection refused'],
    ['verificationjob', 'vault', 'v-week', 'warning', 'WARNINGS: 1'],
  ]);
  const gc = parseGarbage([{ ...release3.gc, store: 'vault' }]).get('vault');
  expect(gc).toEqual({ startTime: '2023-11-02T18:59:44.000Z', removed: 123_456, pending: 7890, damagedChunks: 0 });
  const machine = parseMachine(release4.status);
  expect(machine).toMatchObject({ kernel: '6.17.2-1-pve', cpus: 2, ioWait: 0.1 });
  expect(machine).not.toHaveProperty('swap');
});
