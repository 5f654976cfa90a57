// The polls against a simulated backup server on the real wire.

import { fail, ok } from '@belfry/domain/result';
import { configSchema } from '@belfry/schema/config/node';
import { PbsBackup, PbsInstance } from '@belfry/schema/entities/pbs';
import { expect, test } from 'vitest';
import { fakeClock } from '../../lib/fake-clock.ts';
import { countDropped } from '../dropped.ts';
import type { Reader } from '../proxmox-api/session.ts';
import { createBackupsPoll } from './backups-poll.ts';
import { noFacts } from './facts.ts';
import { LIST } from './listings.ts';
import { START, setUp } from './testing/watched.ts';
import { createUsagePoll } from './usage-poll.ts';

const HOUR = 3_600_000;

test('datastores in every condition, the machine and its version appear; backups come with all namespaces', async () => {
  await using t = await setUp();
  await t.poll('usage');
  await t.poll('jobs');
  const { value, dropped } = await countDropped(() => t.poll('backups'));
  const { slices, gaps } = value;
  const [entity] = (slices.pbs ?? []).map((p) => PbsInstance.parse(p));
  expect(entity).toMatchObject({ id: 'pbs-pbs-main', status: 'online', version: '4.1.2' });
  expect(entity?.cpu).toBeGreaterThan(1);
  expect(entity?.datastores.map((d) => [d.name, d.status])).toEqual([
    ['archive', 'read-only'],
    ['broken', 'error'],
    ['empty', 'available'],
    ['main', 'available'],
    ['usb', 'not mounted'],
  ]);
  expect(entity?.datastores[0]?.maintenanceMessage).toBe('disk swap on Friday');
  expect(entity?.datastores[3]).toMatchObject({
    deduplicationFactor: 14.2,
    namespaces: [
      { path: '', depth: 0 },
      { path: 'dc', parent: '', depth: 1 },
      { path: 'dc/tier1', parent: 'dc', depth: 2 },
      { path: 'dc/tier1/db', parent: 'dc/tier1', depth: 3 },
      { path: 'lab', parent: '', depth: 1 },
    ],
  });
  const truth = t.lab.world.stores.flatMap((s) => [...s.namespaces.values()].flat()).flatMap((g) => g.snapshots);
  expect(slices.pbsBackups?.map((b) => PbsBackup.parse(b)).length).toBe(truth.length);
  expect(slices.pbsBackups?.filter((b) => b.verified).length).toBe(truth.filter((s) => s.verified === 'ok').length);
  expect(dropped).toBe(0);
  // One datastore is broken, and says so here too.
  expect(gaps?.map((g) => g.part)).toEqual(['backups of broken']);
});

test('a server has the fingerprint of its certificate', async () => {
  await using t = await setUp({}, { fingerprint: undefined });
  const [entity] = (await t.poll('usage')).slices.pbs ?? [];
  expect(entity?.fingerprint?.toUpperCase()).toBe(t.lab.config().fingerprint.toUpperCase());
});

test.each([
  [2.4, '2.4.7', ['archive', 'broken', 'empty', 'main']],
  [3.2, '3.2.7', ['archive', 'broken', 'empty', 'main']],
  [4.1, '4.1.2', ['archive', 'broken', 'empty', 'main', 'usb']],
] as const)(
  'the state of Backup Server %s is complete, whatever the release omits',
  async (release, version, stores) => {
    await using t = await setUp({ release });
    for (const name of ['usage', 'jobs', 'backups', 'usage']) await t.poll(name);
    const { slices } = await t.poll('backups');
    const [entity] = (slices.pbs ?? []).map((p) => PbsInstance.parse(p));
    expect(entity).toMatchObject({ version, status: 'online' });
    expect(entity?.datastores.map((d) => d.name)).toEqual(stores);
    const main = entity?.datastores.find(({ name }) => name === 'main');
    expect(main).toMatchObject({ deduplicationFactor: 14.2, status: 'available' });
    expect(main?.namespaces.map((n) => n.path)).toEqual(['', 'dc', 'dc/tier1', 'dc/tier1/db', 'lab']);
    for (const kind of ['verifyJobs', 'pruneJobs', 'garbageJobs', 'syncJobs'] as const)
      expect(entity?.[kind].length, kind).toBeGreaterThan(0);
    const truth = t.lab.world.stores.flatMap((s) => [...s.namespaces.values()].flat()).flatMap((g) => g.snapshots);
    expect(slices.pbsBackups?.length).toBe(truth.length);
    expect(new Set(slices.pbsBackups?.map((b) => b.verification))).toEqual(new Set(['ok', 'failed', undefined]));
    for (const name of ['usage', 'jobs']) expect((await t.poll(name)).gaps).toEqual([]);
  },
);

test('jobs have the result of their last run, and push jobs and tape jobs are included', async () => {
  await using t = await setUp();
  const media = { pool: 'weekly', drive: 'lto8' };
  const state = 'TASK ERROR: no usable media in the library';
  t.lab.world.jobs.tape.push({ id: 't-week', store: 'main', schedule: 'sat 18:30', seconds: 60, media, state });
  await t.poll('usage');
  const [entity] = (await t.poll('jobs')).slices.pbs ?? [];
  const verdicts = (jobs: readonly { id: string; result: string }[] = []) => jobs.map((j) => `${j.id} ${j.result}`);
  expect(verdicts(entity?.syncJobs)).toEqual([
    's-local unknown',
    's-new unknown',
    's-offsite failed',
    's-push warning',
  ]);
  expect(verdicts(entity?.verifyJobs)).toEqual(['v-daily ok', 'v-lab failed']);
  expect(verdicts(entity?.pruneJobs)).toEqual(['p-daily ok', 'p-paused unknown']);
  expect(verdicts(entity?.tapeJobs)).toEqual(['t-week failed']);
  expect(entity?.tapeJobs[0]).toMatchObject({ store: 'main', lastRunState: state, nextRun: expect.any(String) });
  expect(verdicts(entity?.garbageJobs)).toEqual(['archive ok', 'empty ok', 'main ok']);
});

test('the machine has its swap, root file system, load, waits and network, each for as long as the server has it', async () => {
  await using t = await setUp();
  await t.poll('usage');
  const of = async (name: string) => PbsInstance.parse((await t.poll(name)).slices.pbs?.[0]);
  const { swapUsed, swapTotal, diskUsed, diskTotal, load, ioWait, ...entity } = await of('traffic');
  expect({ swapUsed, swapTotal, diskUsed, diskTotal, load, ioWait }).toEqual({
    ...{ swapUsed: 536_870_912, swapTotal: 8_589_930_496, diskUsed: 12_463_228_416, diskTotal: 100_861_726_720 },
    ...{ load: 0.12, ioWait: 0.1 },
  });
  expect([entity.networkIn, entity.networkOut].every((rate) => rate !== undefined && rate > 0)).toBe(true);
  expect((await of('usage')).networkIn).toBe(entity.networkIn);
});

test('unmonitored kinds of jobs and datastores are not requested', async () => {
  const off = { monitorSyncJobs: false, monitorVerifyJobs: false, monitorPruneJobs: false, monitorGarbageJobs: false };
  await using t = await setUp({}, { ...off, monitorDatastores: false });
  expect(await t.callsOf(() => t.poll('jobs'))).toEqual([]);
  expect((await t.poll('jobs')).slices.retentions).toBeUndefined();
  expect(await t.callsOf(() => t.poll('backups'))).toEqual([]);
  expect(new Set(await t.callsOf(() => t.poll('usage')))).toEqual(new Set(['/version', '/nodes/{node}/status']));
});

test('the configurations for the journal cost fewer than fifty calls an hour, and most of them come within the first two minutes', async () => {
  await using t = await setUp();
  await t.poll('usage');
  const half = async () => {
    await t.clock.advance(30_000);
    await t.poll('settings');
  };
  const begin = await t.callsOf(async () => {
    for (let n = 0; n < 4; n++) await half();
  });
  expect(begin).toEqual(expect.arrayContaining(['/config/datastore', '/config/notifications/matchers']));
  expect(begin.length).toBeLessThan(40);
  const later = await t.callsOf(async () => {
    for (let n = 0; n < 120; n++) await half();
  });
  expect(later.filter((path) => path === '/config/datastore')).toHaveLength(1);
  expect(later.length).toBeLessThan(50);
});

test('one minute costs seven calls; every five minutes there are seven more for jobs, and one for each datastore and namespace', async () => {
  await using t = await setUp();
  const names = ['usage', 'jobs', 'backups'];
  for (const name of names) await t.poll(name);
  expect((await t.callsOf(async () => [await t.poll('usage'), await t.poll('usage')])).length).toBe(4);
  expect(await t.callsOf(t.look)).toEqual(expect.arrayContaining(['/admin/datastore', '/nodes/{node}/tasks']));
  expect((await t.callsOf(t.look)).length).toBe(2);
  expect(await t.callsOf(() => t.poll('traffic'))).toEqual(['/nodes/{node}/rrd']);
  expect((await t.callsOf(() => t.poll('jobs'))).length).toBe(7);
  // Those two, the namespaces of four datastores, and the groups of eight namespaces.
  expect((await t.callsOf(() => t.poll('backups'))).length).toBe(2 + 4 + 8);
});

test('snapshots are listed again only after a change, and by group if few groups changed', async () => {
  await using t = await setUp();
  // Each verification is a reason to list everything again.
  t.lab.world.jobs.verify = [];
  const first = await t.callsOf(() => t.poll('backups'));
  expect(first.filter((p) => p === 'snapshots').length).toBe(7);
  const still = await t.callsOf(() => t.poll('backups'));
  expect(still).not.toContain('snapshots');
  expect(still.filter((p) => p === 'groups').length).toBe(8);
  t.clock.step(24 * HOUR);
  expect(await t.callsOf(() => t.poll('backups'))).not.toContain('snapshots');
  t.clock.step(-24 * HOUR);

  const [group] = t.lab.groups('main', 'lab');
  if (!group) throw new Error('the lab has no group there');
  t.lab.backUp(group, { size: 7, time: START / 1000 });
  const calls = await t.callsOf(async () => {
    const { slices } = await t.poll('backups');
    expect(slices.pbsBackups?.find((b) => b.vmid === group.id && b.size === 7)?.namespace).toBe('lab');
  });
  expect(calls.filter((p) => p === 'snapshots').length).toBe(1);

  group.owner = 'new@pbs';
  const { slices } = await t.poll('backups');
  expect(new Set(slices.pbsBackups?.filter((b) => b.namespace === 'lab').map((b) => b.owner))).toContain('new@pbs');
});

test('a running backup is polled until it has a size', async () => {
  await using t = await setUp();
  await t.poll('backups');
  const [group] = t.lab.groups('main');
  if (!group) throw new Error('the lab has no group there');
  const running = t.lab.backUp(group, { time: START / 1000 });
  const found = async () =>
    (await t.poll('backups')).slices.pbsBackups?.find((b) => b.backupTime === new Date(START).toISOString());
  expect(await found()).toMatchObject({ vmid: group.id, files: [] });
  const sizes = async () => (await found())?.size;
  expect(await sizes()).toBeUndefined();
  running.size = 99;
  expect(await sizes()).toBe(99);
  expect(await t.callsOf(() => t.poll('backups'))).not.toContain('snapshots');
});

test('a finished verification is noticed at once if its job is known, and otherwise within hours', async () => {
  await using t = await setUp();
  const verified = async () => (await t.poll('backups')).slices.pbsBackups?.filter((b) => b.verified).length ?? 0;
  await t.poll('jobs');
  const before = await verified();
  for (const group of t.lab.groups('main')) for (const snapshot of group.snapshots) snapshot.verified = 'ok';
  expect(await verified()).toBe(before);
  const [job] = t.lab.world.jobs.verify;
  Object.assign(job ?? {}, { endtime: START / 1000 });
  await t.poll('jobs');
  const after = await verified();
  expect(after).toBeGreaterThan(before);

  for (const group of t.lab.groups('archive')) for (const snapshot of group.snapshots) snapshot.verified = 'ok';
  await t.clock.advance(6 * HOUR + 1);
  expect(await verified()).toBeGreaterThan(after);
});

test('deleted backups, groups and namespaces are removed; data that cannot be requested stays', async () => {
  await using t = await setUp();
  const countIn = async (namespace: string) =>
    (await t.poll('backups')).slices.pbsBackups?.filter((b) => b.datastore === 'main' && b.namespace === namespace)
      .length;
  const all = await countIn('dc');
  expect(all).toBeGreaterThan(0);
  const main = t.lab.world.stores.find((s) => s.name === 'main');
  if (!main) throw new Error('the lab has no such datastore');
  main.error = 'I/O error';
  expect(await countIn('dc')).toBe(all);
  delete main.error;
  main.namespaces.delete('dc');
  expect(await countIn('dc')).toBe(0);
  expect(await countIn('lab')).toBeGreaterThan(0);
});

test('without Sys.Audit only the figures of the machine are missing, with the reason, and they are not requested every time', async () => {
  await using t = await setUp({}, { role: 'datastores' });
  const { slices, gaps } = await t.poll('usage');
  expect(slices.pbs?.[0]?.status).toBe('online');
  for (const figure of ['cpu', 'memory', 'memoryUsed', 'memoryTotal', 'uptime'])
    expect(slices.pbs?.[0]).not.toHaveProperty(figure);
  expect(gaps).toMatchObject([
    { part: 'node status', kind: 'forbidden', message: expect.stringContaining('Sys.Audit') },
  ]);
  const again = await t.callsOf(async () => expect((await t.poll('usage')).gaps).toEqual(gaps));
  expect(again).not.toContain('/nodes/{node}/status');
  await t.clock.advance(11 * 60_000);
  expect(await t.callsOf(() => t.poll('usage'))).toContain('/nodes/{node}/status');
});

test('a token without privileges is distinguished from an empty server', async () => {
  await using poor = await setUp({}, { role: 'none' });
  expect(await poor.attempt('usage')).toMatchObject({
    ok: false,
    error: { kind: 'forbidden', message: expect.stringContaining('Datastore.Audit') },
  });
  await using bare = await setUp();
  bare.lab.world.stores.length = 0;
  expect((await bare.poll('usage')).slices.pbs?.[0]?.datastores).toEqual([]);
});

test('a password also works, and a wrong one is an error with the message of the host', async () => {
  const noToken = { tokenName: undefined, tokenValue: undefined };
  await using t = await setUp({}, noToken);
  expect((await t.poll('usage')).slices.pbs?.[0]?.status).toBe('online');
  await using wrong = await setUp({}, { ...noToken, password: 'wrong' });
  expect(await wrong.attempt('usage')).toMatchObject({
    ok: false,
    error: { kind: 'auth', message: expect.stringContaining('permission check failed.') },
  });
});

test.for([2.4, 3.2] as const)(
  'release %s lacks calls and parameters, and nothing but those is missing',
  async (release) => {
    await using t = await setUp({ release });
    await t.poll('usage');
    const { slices, gaps } = await t.poll('jobs');
    expect(gaps).toEqual([]);
    expect(slices.pbs?.[0]?.syncJobs.map((j) => j.id)).toEqual(expect.arrayContaining(['s-new', 's-offsite']));
    // Before 3.2 a server gives the counts of a garbage collection, and not how it ended.
    const collected = slices.pbs?.[0]?.garbageJobs.find((j) => j.store === 'main')?.result;
    expect(collected).toBe(release < 3.2 ? 'unknown' : 'ok');
    expect(slices.pbs?.[0]?.datastores.find((d) => d.name === 'main')?.deduplicationFactor).toBe(14.2);
    expect((await t.poll('backups')).slices.pbsBackups?.length).toBeGreaterThan(300);
  },
);

test('every failure of a server is an error value, and polling works again after its recovery', async () => {
  await using t = await setUp();
  const kinds: unknown[] = [];
  for (const fault of ['die', 'garbage', 'truncated', { status: 500 }, { status: 401 }] as const) {
    await t.lab.fault(fault);
    for (const name of ['usage', 'backups']) {
      const outcome = await t.attempt(name);
      kinds.push(outcome.ok ? 'ok' : outcome.error.kind);
    }
  }
  expect(kinds.filter((_, i) => i % 2 === 0)).toEqual([
    'unreachable',
    'bad-payload',
    'bad-payload',
    'bad-status',
    'auth',
  ]);
  expect(kinds).not.toContain('ok');
  await t.lab.heal();
  // refused credentials rest
  await t.clock.advance(10 * 60_000);
  expect((await t.poll('usage')).slices.pbs?.length).toBe(1);
});

test('a datastore in maintenance is never available, neither after the first answer of a start nor while the list of datastores hangs', async () => {
  const answers: Record<string, unknown> = {
    '/status/datastore-usage': [{ store: 'archive', total: 10, used: 5, avail: 5 }],
    '/admin/datastore': [{ store: 'archive', maintenance: 'read-only' }],
  };
  let hangs = true;
  const asked: string[] = [];
  const reader: Reader = {
    origin: () => 'https://pbs',
    get: async (path) => {
      asked.push(path);
      if (!(path in answers) || (hangs && path === LIST)) return fail({ kind: 'timeout', message: `${path} hangs` });
      return ok(answers[path]);
    },
  };
  const poll = createUsagePoll({
    config: configSchema('pbs').parse({ type: 'pbs', name: 'x', host: 'pbs', user: 'u', password: 'p' }),
    clock: fakeClock(START),
    session: { rights: '', read: () => reader },
    facts: noFacts,
  });
  const status = async () => {
    const findings = await poll.run(new AbortController().signal);
    return findings.ok && findings.value.slices.pbs?.[0]?.datastores[0]?.status;
  };
  expect(await status()).toBe('unknown');
  hangs = false;
  expect([await status(), await status()]).toEqual(['read-only', 'read-only']);
  // later the poll of the backups reads it
  expect(asked.filter((path) => path === LIST).length).toBe(2);
});

test('a datastore that does not answer delays a run once, and the backups of the others are read', async () => {
  const asked: string[] = [];
  const answers: Record<string, unknown> = {
    '/admin/datastore': [{ store: 'slow' }, { store: 'quick' }],
    '/admin/datastore/slow/namespace': [{ ns: '' }, { ns: 'a' }, { ns: 'b' }],
    '/admin/datastore/quick/namespace': [],
    '/admin/datastore/quick/groups': [{ 'backup-type': 'vm', 'backup-id': '1', 'backup-count': 1 }],
    '/admin/datastore/quick/snapshots': [{ 'backup-type': 'vm', 'backup-id': '1', 'backup-time': 5, size: 1 }],
  };
  const reader: Reader = {
    origin: () => 'https://pbs',
    get: async (path) => {
      asked.push(path);
      if (path.includes('/tasks')) return ok([]);
      return path in answers ? ok(answers[path]) : fail({ kind: 'timeout', message: `${path} hangs` });
    },
  };
  const poll = createBackupsPoll({
    config: configSchema('pbs').parse({ type: 'pbs', name: 'x', host: 'pbs', user: 'u', password: 'p' }),
    clock: fakeClock(START),
    session: { rights: '', read: () => reader },
    facts: noFacts,
  });
  expect(await poll.run(new AbortController().signal)).toMatchObject({
    ok: true,
    value: { slices: { pbsBackups: [{ datastore: 'quick', vmid: '1' }] }, gaps: [{ part: 'backups of slow' }] },
  });
  expect(asked.filter((path) => path.includes('slow/groups'))).toEqual(['/admin/datastore/slow/groups']);
});

test('a backup that did not change is the same object when all are listed again', async () => {
  await using t = await setUp();
  await t.poll('usage');
  const { pbsBackups: before = [] } = (await t.poll('backups')).slices;
  t.lab.requests.clear();
  await t.clock.advance(7 * HOUR);
  const { pbsBackups: after = [] } = (await t.poll('backups')).slices;
  expect(t.lab.requests.recent().filter(({ path }) => path.endsWith('/snapshots')).length).toBeGreaterThan(0);
  expect(before.length).toBeGreaterThan(100);
  const known = new Map(before.map((backup) => [backup.id, backup]));
  expect(after.filter((backup) => known.get(backup.id) === backup)).toHaveLength(before.length);
});
