// From a report to the state: freshness by our clock, removal, and the memory of the last run.

import { constants } from 'node:buffer';
import { randomBytes } from 'node:crypto';
import { State } from '@belfry/schema/state';
import { expect, inject, test } from 'vitest';
import { tempDir, tempStore } from '../../db/testing/temp-store.ts';
import { momentOf } from '../../lib/clock.ts';
import { fakeClock } from '../../lib/fake-clock.ts';
import { createLogger } from '../../lib/logger.ts';
import { connectionHealth } from '../../state/health.ts';
import { createState } from '../../state/state.ts';
import { numbered } from '../numbering.ts';
import { createDockerHosts } from './hosts.ts';
import { standardLimits } from './new-names.ts';
import { createPersistence } from './persistence.ts';
import { sizeOf, standardQuota } from './quota.ts';
import { containerBody, report, type Said } from './testing/reports.ts';

const { MAX_STRING_LENGTH } = constants;
const START = Date.UTC(2026, 0, 2);
const clock = () => fakeClock(START);

/** One run of a server: the state, the hosts and their database. */
async function run({ time = clock(), dataDir = tempDir(), quota = standardQuota, newNames = standardLimits } = {}) {
  const disk = await tempStore({ clock: time, dataDir });
  const state = createState({ started: momentOf(time), version: '1.0.0' });
  const hosts = createDockerHosts({
    clock: time,
    persistence: createPersistence({ store: disk.dockerHosts, clock: time, log: createLogger('silent') }),
    agentVersion: '1.0.0',
    observe: numbered(state.apply),
    forget: (id) => state.remove(id, momentOf(time)),
    isTokenValid: () => true,
    quota,
    newNames,
  });
  const stopSaving = await hosts.start();
  const current = () => State.parse(state.age(momentOf(time), 0).after);
  return {
    hosts,
    current,
    disk,
    says: (said: Said = {}, { askedAt = time.monotonic(), token }: { askedAt?: number; token?: string } = {}) =>
      hosts.receive(report(said), { token, admin: false }, askedAt),
    shown: () => current().dockerHosts,
    async stop() {
      await stopSaving();
      await disk.close();
    },
  };
}

test('a report is in the state at once: the host, its instance and its health', async () => {
  const { says, current } = await run();
  expect(says({ host: { dockerVersion: '29.0' } })).toEqual({
    ok: true,
    value: { hostId: 'engine-1', lastSeen: START },
  });
  const state = current();
  expect(state.dockerHosts).toMatchObject([{ id: 'engine-1', status: 'online', containers: [{ id: 'a' }] }]);
  expect(connectionHealth(state)).toEqual({ 'docker-engine-1': true });
  expect(state.instances).toMatchObject([
    { id: 'docker-engine-1', kind: 'docker', health: 'healthy', version: '29.0' },
  ]);
});

test('a host is unreachable when its agent misses four reports, whatever its own clock, and reachable again with the next report', async () => {
  const time = clock();
  const { says, shown, current } = await run({ time });
  const said = { agent: { intervalSeconds: 30 }, timestamp: new Date(START + 86_400_000).toISOString() };
  says(said);
  await time.advance(120_000);
  expect(shown()).toMatchObject([{ status: 'online', lastSeen: START }]);
  expect(shown()[0]).not.toHaveProperty('staleSince');
  await time.advance(1);
  expect(shown()).toMatchObject([{ status: 'online', lastSeen: START, staleSince: new Date(START).toISOString() }]);
  expect(connectionHealth(current())).toEqual({ 'docker-engine-1': false });
  says(said);
  expect(shown()[0]).toMatchObject({ status: 'online' });
  expect(shown()[0]).not.toHaveProperty('staleSince');
});

test('hosts do not affect each other', async () => {
  const time = clock();
  const { says, shown } = await run({ time });
  says();
  await time.advance(100_000);
  says({ agent: { id: 'engine-2' }, host: { machineId: 'machine-2' } });
  await time.advance(50_000);
  expect(shown().map(({ id, staleSince }) => [id, staleSince])).toEqual([
    ['engine-1', new Date(START).toISOString()],
    ['engine-2', undefined],
  ]);
});

test('a renamed host keeps its id and is shown under its new name', async () => {
  const { says, current } = await run();
  says();
  says({ host: { hostname: 'dock2' } });
  const { dockerHosts, instances } = current();
  expect(dockerHosts.map(({ id, displayName }) => [id, displayName])).toEqual([['engine-1', 'dock2']]);
  expect(instances.map(({ id, name }) => [id, name])).toEqual([['docker-engine-1', 'dock2']]);
});

test('a removed host disappears at once, and appears again with the next report', async () => {
  const time = clock();
  const { says, hosts, current } = await run({ time });
  says();
  expect(await hosts.remove('engine-1')).toMatchObject({ ok: true });
  expect(current()).toMatchObject({ dockerHosts: [], instances: [] });
  expect(await hosts.remove('engine-1')).toMatchObject({ ok: false, error: { code: 'not_found' } });
  await time.advance(1);
  says();
  expect(current().dockerHosts).toHaveLength(1);
});

test('a report in transit during the removal of its host does not restore the host', async () => {
  const time = clock();
  const { says, hosts, shown } = await run({ time });
  says();
  const askedAt = time.monotonic();
  await time.advance(200);
  await hosts.remove('engine-1');
  await time.advance(200);
  expect(says({}, { askedAt })).toMatchObject({ ok: true, value: { hostId: 'engine-1' } });
  expect(shown()).toEqual([]);
});

test('hosts are restored after a restart without their figures; hosts that do not report are or stay unreachable', async () => {
  const time = clock();
  const dataDir = tempDir();
  const first = await run({ time, dataDir });
  first.says({ agent: { id: 'dead' }, host: { machineId: 'm1', hostname: '<b>dead</b>' } });
  await time.advance(200_000);
  first.says();
  await first.stop();
  await time.advance(10_000);

  const second = await run({ time, dataDir });
  const back = second.shown();
  const silences = () => second.shown().map(({ staleSince }) => staleSince);
  expect(back.map(({ id, lastSeen }) => [id, lastSeen])).toEqual([
    ['dead', START],
    ['engine-1', START + 200_000],
  ]);
  expect(silences()).toEqual([new Date(START).toISOString(), undefined]);
  for (const { containers } of back) expect(containers).toMatchObject([{ state: 'running', cpuPercent: null }]);
  expect(back[0]?.hostname).toBe('<b>dead</b>');
  second.says();
  expect(second.shown()[1]?.containers).toMatchObject([{ cpuPercent: 12.5 }]);
  await time.advance(130_000);
  expect(silences()).toEqual([START, START + 210_000].map((at) => new Date(at).toISOString()));
  await second.stop();
});

test('a removed host stays removed after a restart', async () => {
  const time = clock();
  const dataDir = tempDir();
  const first = await run({ time, dataDir });
  first.says();
  first.hosts.remove('engine-1');
  await first.stop();
  const second = await run({ time, dataDir });
  expect(second.shown()).toEqual([]);
  await second.stop();
});

test('hosts saved while the clock was ahead do not stay online because of it', async () => {
  const time = clock();
  const dataDir = tempDir();
  await time.advance(86_400_000);
  const ahead = await run({ time, dataDir });
  ahead.says();
  await ahead.stop();
  const right = clock();
  const back = await run({ time: right, dataDir });
  expect(back.shown()[0]?.lastSeen).toBe(START);
  await right.advance(120_001);
  expect(back.shown()[0]).toHaveProperty('staleSince');
  back.stop();
});

test('a sender of invented hosts is limited, and known hosts can still report', async () => {
  const { says } = await run({ quota: { ...standardQuota, hosts: 2 } });
  const host = (n: number) => says({ agent: { id: `engine-${n}` }, host: { machineId: `machine-${n}` } });
  expect([1, 2, 3, 1].map((n) => host(n).ok)).toEqual([true, true, false, true]);
});

/** One of about 2 MiB, the most that can be reported. */
const huge = (n: number): Said => {
  const labels = Object.fromEntries(Array.from({ length: 250 }, (_, i) => [`l${i}`, 'x'.repeat(4090)]));
  return {
    agent: { id: `engine-${n}` },
    host: { machineId: `machine-${n}`, hostname: `dock-${n}` },
    containers: [containerBody('a', { labels }), containerBody('b', { labels })],
  };
};

test('the hosts of a flood stay a tenth of the longest text, and so they do after a restart, when fewer fit', async () => {
  const time = clock();
  const dataDir = tempDir();
  const first = await run({ time, dataDir });
  first.says({ agent: { id: 'real' } }, { token: 'mine' });
  const taken = ['stolen-1', 'stolen-2', 'stolen-3'].flatMap((token, nth) =>
    Array.from({ length: 90 }, (_, i) => first.says(huge(nth * 90 + i), { token }).ok),
  );
  expect(taken.filter(Boolean).length).toBeLessThan(25);
  const length = (shown: unknown) => JSON.stringify(shown).length;
  expect(length(first.shown())).toBeLessThan(0.1 * MAX_STRING_LENGTH);
  await first.stop();

  const again = await run({ time, dataDir });
  expect(again.shown()).toHaveLength(taken.filter(Boolean).length + 1);
  await again.stop();
  const smaller = await run({ time, dataDir, quota: { ...standardQuota, size: 5_000_000 } });
  expect(smaller.shown().map(({ id }) => id)).toEqual(['engine-0', 'engine-1', 'real']);
  await smaller.stop();
  // The host that was left out is removed from the disk.
  const last = await run({ time, dataDir });
  expect(last.shown()).toHaveLength(3);
  await last.stop();
});

test('labels count by their size in memory, not only by their length', async () => {
  const { says, shown } = await run();
  const labels = Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`${i}`, '']));
  const containers = Array.from({ length: 500 }, (_, i) => containerBody(`${i}`, { labels }));
  const taken = Array.from({ length: 10 }, (_, i) => {
    const host = { agent: { id: `e${i}` }, host: { machineId: `m${i}` }, containers };
    return says(host, { token: 'mine' }).ok;
  });
  expect(taken.filter(Boolean)).toHaveLength(3);
  expect(shown()).toHaveLength(3);
});

test('the owner of a host is kept after a restart, and a host without an owner belongs to the first token that reports it', async () => {
  const time = clock();
  const dataDir = tempDir();
  const first = await run({ time, dataDir });
  first.says({}, { token: 'mine' });
  first.says({ agent: { id: 'old' }, host: { machineId: 'old', hostname: 'old' } });
  await first.stop();
  const second = await run({ time, dataDir });
  const old: Said = { agent: { id: 'old' }, host: { machineId: 'old', hostname: 'old' } };
  expect(second.says({}, { token: 'theirs' })).toMatchObject({ ok: false, error: { code: 'conflict' } });
  expect(second.says({}, { token: 'mine' }).ok).toBe(true);
  expect(second.says(old, { token: 'theirs' }).ok).toBe(true);
  expect(second.says(old, { token: 'mine' }).ok).toBe(false);
  await second.stop();
});

test('a host of a hundred containers with many labels uses less than a thirtieth of the limit for one token', async () => {
  const { says, shown } = await run();
  const labels = Object.fromEntries(
    Array.from({ length: 36 }, (_, i) => [`com.example.some.label-${i}`, 'x'.repeat(60)]),
  );
  const containers = Array.from({ length: 100 }, (_, i) => containerBody(`${i}`.padStart(64, '0'), { labels }));
  expect(says({ containers }, { token: 'mine' }).ok).toBe(true);
  const [host] = shown();
  expect(host && sizeOf(host)).toBeLessThan(standardQuota.sizePerToken / 30);
});

test('a stepped clock, forwards or back, does not bring back a host that was removed, nor hide one that reports', async () => {
  const time = clock();
  const { says, hosts, shown } = await run({ time });
  says();
  const askedAt = time.monotonic();
  await time.advance(10);
  await hosts.remove('engine-1');
  time.step(-3_600_000);
  expect(says({}, { askedAt }).ok).toBe(true);
  expect(shown()).toEqual([]);
  await time.advance(10);
  says();
  expect(shown()).toHaveLength(1);
});

test('a full disk loses no report: the unsaved data is written when the disk has space again', async ({ skip }) => {
  skip(inject('postgres') !== undefined, 'it fills a file of SQLite');
  const time = clock();
  const dataDir = tempDir();
  const { says, hosts, shown, disk, stop } = await run({ time, dataDir });
  const { db } = disk;
  says();
  const { page_count: pages } = db.prepare('PRAGMA page_count').get() as { page_count: number };
  db.exec(`PRAGMA max_page_count = ${pages}`);
  const many = Array.from({ length: 40 }, (_, i): Said => {
    const name = `full-${i}`;
    const containers = [containerBody('a', { labels: { noise: randomBytes(2000).toString('hex') } })];
    return { agent: { id: name }, host: { machineId: name, hostname: name }, containers };
  });
  const onDisk = () => db.prepare('SELECT count(*) AS n FROM docker_hosts').get() as { n: number };
  expect(many.map((host) => says(host).ok)).toEqual(many.map(() => true));
  expect(shown()).toHaveLength(41);
  expect(onDisk().n).toBeLessThan(41);
  await time.advance(120_000);
  await hosts.remove('full-0');
  expect(shown()).toHaveLength(40);

  db.exec('PRAGMA max_page_count = 1073741823');
  for (const host of many.slice(1)) says(host);
  await time.advance(60_000);
  await stop();
  const again = await run({ time, dataDir });
  expect(again.shown().map(({ id }) => id)).toEqual(shown().map(({ id }) => id));
  await again.stop();
});

test.for([3_600_000, -3_600_000, 12 * 3_600_000])(
  'every host that still reports stays online when the wall clock jumps by %d ms, as after a suspended night',
  async (jump) => {
    const time = clock();
    const { says, shown } = await run({ time });
    const fleet = Array.from({ length: 5 }, (_, i): Said => ({ agent: { id: `e${i}` }, host: { machineId: `m${i}` } }));
    const online = () => shown().filter(({ staleSince }) => staleSince === undefined).length;
    for (const host of fleet) says(host);
    time.step(jump);
    expect(online()).toBe(5);
    await time.advance(30_000);
    for (const host of fleet) says(host);
    await time.advance(120_000);
    expect(online()).toBe(5);
    // and one that does not report any more is noticed as always
    await time.advance(1);
    expect(online()).toBe(0);
  },
);

test('a token that invents names has a budget: the rest is shown without history, is counted, and is accepted later', async () => {
  const time = clock();
  const dataDir = tempDir();
  const newNames = { atOnce: 3, perHour: 2 };
  const { hosts, says, shown, stop } = await run({ time, dataDir, newNames });
  const invent = (...names: string[]) =>
    says({ containers: names.map((name) => containerBody(name, { name })) }, { token: 'agents' });
  const unrecorded = () => shown().flatMap(({ containers }) => containers.filter((one) => one.notRecorded));
  invent('a', 'b', 'c');
  expect([unrecorded(), hosts.problems()]).toEqual([[], {}]);
  invent('a', 'd', 'e');
  expect(unrecorded().map(({ name }) => name)).toEqual(['d', 'e']);
  expect(hosts.problems()['docker-new-names']?.message).toBe(
    'dock1 reports more than 2 new containers an hour for one token: 2 containers have no history and no alerts.',
  );
  // what comes and goes with the same name is not new
  await time.advance(1_800_000);
  invent('b', 'c', 'd', 'e');
  expect(unrecorded().map(({ name }) => name)).toEqual(['e']);
  await time.advance(1_800_000);
  invent('e');
  expect([unrecorded(), hosts.problems()]).toEqual([[], {}]);
  await stop();
  const again = await run({ time, dataDir, newNames: { atOnce: 0, perHour: 1 } });
  again.says({ containers: [containerBody('e', { name: 'e' })] }, { token: 'agents' });
  expect(again.hosts.problems()).toEqual({});
  await again.stop();
});
