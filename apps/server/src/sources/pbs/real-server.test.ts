// What a real Proxmox Backup Server 4.2.3 does that is easily misread: the polls against a simulated one that does so too.

import type { PbsBackup } from '@belfry/schema/entities/pbs';
import { expect, test } from 'vitest';
import { noCalls } from '../../lib/call-counts.ts';
import { createState } from '../../state/state.ts';
import { numbered } from '../numbering.ts';
import { START, setUp } from './testing/watched.ts';

test('an account without privileges gets an error with that reason, although every account sees a removable datastore', async () => {
  await using t = await setUp({}, { role: 'none' });
  expect(t.lab.world.stores.some((store) => store.isUnmounted)).toBe(true);
  for (let i = 0; i < 3; i++) {
    expect(await t.attempt('usage')).toMatchObject({ ok: false, error: { kind: 'forbidden' } });
    await t.clock.advance(30_000);
  }
});

test('a token for one namespace gives its backups, no sizes, and no gap for other namespaces', async () => {
  await using t = await setUp({}, { role: 'namespace' });
  for (let i = 0; i < 2; i++) {
    const { slices } = await t.poll('usage');
    const [main, usb] = slices.pbs?.[0]?.datastores ?? [];
    expect([main?.name, usb?.name]).toEqual(['main', 'usb']);
    for (const size of ['total', 'used', 'free', 'usage']) expect(main).not.toHaveProperty(size);
    const { slices: listed, gaps } = await t.poll('backups');
    expect(new Set(listed.pbsBackups?.map((backup) => backup.namespace))).toEqual(new Set(['lab']));
    expect(listed.pbs?.[0]?.datastores[0]?.namespaces).toEqual([{ path: 'lab', parent: '', depth: 1 }]);
    expect(gaps).toEqual([]);
  }
  expect(await t.callsOf(() => t.poll('usage'))).not.toContain('/access/permissions');
});

test('sync jobs that are hidden without a privilege on remotes are a gap with the name of the privilege', async () => {
  await using t = await setUp({}, { role: 'local' });
  await t.poll('usage');
  const { slices, gaps } = await t.poll('jobs');
  expect(slices.pbs?.[0]?.syncJobs.map((job) => job.id)).toEqual(['s-local']);
  expect(gaps).toMatchObject([{ part: 'sync jobs', kind: 'forbidden', needs: 'Remote.Audit on /remote' }]);
  await using whole = await setUp();
  await whole.poll('usage');
  expect((await whole.poll('jobs')).gaps).toEqual([]);
});

test('maintenance and a manual verification are noticed within a minute, at a cost of two calls while nothing changes', async () => {
  await using t = await setUp();
  for (const name of ['usage', 'jobs', 'backups']) await t.poll(name);
  const main = t.lab.world.stores.find((store) => store.name === 'main');
  if (!main) throw new Error('the lab has no such datastore');
  const before = (await t.look()).slices.pbsBackups ?? [];
  t.lab.verify('main');
  const after = (await t.look()).slices.pbsBackups ?? [];
  expect(after.filter((b) => b.datastore === 'main').every((b) => b.verified)).toBe(true);
  // The verdict is written into the snapshot, so the snapshot grows. It is still the same backup.
  const sizes = (backups: readonly PbsBackup[]) => new Map(backups.map((b) => [b.id, b.size]));
  expect(new Set(sizes(after).keys())).toEqual(new Set(sizes(before).keys()));
  expect(sizes(after)).not.toEqual(sizes(before));
  expect((await t.callsOf(t.look)).length).toBe(2);

  main.maintenance = 'offline,message=new disks';
  const [entity] = (await t.look()).slices.pbs ?? [];
  expect(entity?.datastores.find((d) => d.name === 'main')).toMatchObject({
    status: 'offline',
    maintenanceMessage: 'new disks',
  });
  delete main.maintenance;
  const [healed] = (await t.look()).slices.pbs ?? [];
  expect(healed?.datastores.find((d) => d.name === 'main')).toMatchObject({ status: 'available' });
});

test('data missing from a full listing stays a gap until the next full listing', async () => {
  await using t = await setUp();
  const { gaps } = await t.poll('backups');
  expect(gaps?.map((gap) => gap.part)).toEqual(['backups of broken']);
  expect((await t.look()).gaps).toEqual(gaps);
});

test('a running job keeps its last result; an interrupted run is unknown, not failed', async () => {
  await using t = await setUp();
  await t.poll('usage');
  await t.poll('jobs');
  const job = t.lab.world.jobs.verify.find(({ id }) => id === 'v-lab');
  if (!job) throw new Error('the lab has no such job');
  const seen = async () => (await t.poll('jobs')).slices.pbs?.[0]?.verifyJobs.find(({ id }) => id === 'v-lab');
  const before = await seen();
  expect(before?.result).toBe('failed');
  job.isRunning = true;
  expect(await seen()).toEqual({ ...before, running: true });
  delete job.isRunning;
  job.state = 'unknown';
  expect(await seen()).toMatchObject({ result: 'unknown', lastRunState: 'unknown' });
  expect(await seen()).not.toHaveProperty('running');
});

test('a datastore that goes offline keeps the job of its garbage collection', async () => {
  await using t = await setUp();
  await t.poll('usage');
  await t.poll('jobs');
  const main = t.lab.world.stores.find((store) => store.name === 'main');
  if (!main) throw new Error('the lab has no such datastore');
  const jobs = async () => (await t.poll('jobs')).slices.pbs?.[0]?.garbageJobs;
  const before = await jobs();
  main.maintenance = 'offline,message=new disks';
  await t.poll('usage');
  expect(await jobs()).toEqual(before);
  t.lab.world.stores.splice(t.lab.world.stores.indexOf(main), 1);
  await t.poll('usage');
  expect((await jobs())?.map(({ store }) => store)).toEqual(['archive', 'empty']);
});

test('a group without backups is not listed repeatedly', async () => {
  await using t = await setUp();
  await t.poll('backups');
  const [group] = t.lab.groups('main', 'lab');
  if (!group) throw new Error('the lab has no group there');
  group.snapshots.length = 0;
  const calls = await t.callsOf(async () => {
    const { slices } = await t.poll('backups');
    expect(slices.pbsBackups?.filter((b) => b.namespace === 'lab' && b.vmid === group.id)).toEqual([]);
    expect(slices.pbsBackups?.every((b) => b.backupTime > '2000')).toBe(true);
  });
  expect(calls).not.toContain('snapshots');
});

test('a namespace that is deleted between two calls is removed without a gap', async () => {
  await using t = await setUp();
  const { gaps } = await t.poll('backups');
  const main = t.lab.world.stores.find((store) => store.name === 'main');
  const keys = main?.namespaces.keys.bind(main.namespaces);
  if (!main || !keys) throw new Error('the lab has no such datastore');
  const names = [...keys()];
  main.namespaces.delete('dc');
  main.namespaces.keys = () => names.values() as ReturnType<typeof keys>;
  const outcome = await t.poll('backups');
  expect(outcome.slices.pbsBackups?.some((b) => b.namespace === 'dc')).toBe(false);
  expect(outcome.gaps).toEqual(gaps);
});

test('the same answers in another order change no entity and make no delta', async () => {
  // The clock of the lab stands still, so nothing but the order differs.
  await using t = await setUp({ clock: () => START });
  const state = createState({ started: { at: START, monotonic: START }, version: 'test' });
  const { instance } = t.source;
  const seen = {
    instance,
    everyMs: 1e9,
    at: START,
    monotonic: START,
    tookMs: 1,
    calls: noCalls,
    endpoints: [],
    dropped: 0,
  };
  const observe = numbered(state.apply);
  const round = async () => {
    for (const poll of ['usage', 'jobs', 'backups', 'usage'])
      observe({ ...seen, poll, essential: poll === 'usage', outcome: await t.attempt(poll) });
    return state.current();
  };
  const first = await round();
  for (let i = 0; i < 3; i++) {
    const again = await round();
    for (const list of ['instances', 'pbs', 'pbsBackups'] as const) expect(again[list]).toBe(first[list]);
  }
});

test('an account with a second factor gets an error with that reason, without a failed login in the log of the server', async () => {
  await using t = await setUp({ secondFactor: true }, { tokenName: undefined, tokenValue: undefined });
  for (let i = 0; i < 3; i++)
    expect(await t.attempt('usage')).toMatchObject({
      ok: false,
      error: { kind: 'auth', message: expect.stringContaining('second factor') },
    });
  expect(t.lab.requests.recent().map(({ path, status }) => `${path} ${status}`)).toEqual(['/access/ticket 200']);
});

test('a login while the API daemon is down is an outage, and works again as soon as the daemon is up', async () => {
  await using t = await setUp({}, { tokenName: undefined, tokenValue: undefined });
  t.lab.world.isDaemonDown = true;
  expect(await t.attempt('usage')).toMatchObject({ ok: false, error: { kind: 'unreachable' } });
  t.lab.world.isDaemonDown = false;
  expect(await t.attempt('usage')).toMatchObject({ ok: true });
});
