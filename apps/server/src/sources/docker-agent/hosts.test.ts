// From a report to the state: freshness by our clock, removal, and the memory of the last run.
import { State } from '@belfry/schema/state';
import { expect, test } from 'vitest';
import { tempDir, tempStore } from '../../db/testing/temp-store.ts';
import { fakeClock } from '../../lib/fake-clock.ts';
import { createLogger } from '../../lib/logger.ts';
import { createState } from '../../state/state.ts';
import { createDockerHostsStore } from './docker-hosts-store.ts';
import { createDockerHosts } from './hosts.ts';
import { createPersistence } from './persistence.ts';
import { report, type Said } from './testing/reports.ts';

const START = Date.UTC(2026, 0, 2);
const clock = () => fakeClock(START);

/** One run of a server: the state, the hosts and their database. */
function run({ time = clock(), dataDir = tempDir(), mostHosts = 100 } = {}) {
  const disk = tempStore(time, dataDir);
  const state = createState({ startedAt: time.now(), version: '1.0.0' });
  const store = createDockerHostsStore(disk.db);
  const hosts = createDockerHosts({
    clock: time,
    persistence: createPersistence({ store, clock: time, log: createLogger('silent') }),
    agentVersion: '1.0.0',
    observe: (observation) => state.apply(observation),
    forget: (id) => state.remove(id, time.now()),
    mostHosts,
  });
  const stopSaving = hosts.start();
  const current = () => State.parse(state.age(time.now(), 0).after);
  return {
    hosts,
    current,
    says: (said: Said = {}, askedAt = time.now()) => hosts.receive(report(said), askedAt),
    shown: () => current().dockerHosts,
    stop() {
      stopSaving();
      disk.close();
    },
  };
}

test('a report is seen in the state at once: the host, its instance, its health', () => {
  const { says, current } = run();
  expect(says({ host: { dockerVersion: '29.0' } })).toEqual({
    ok: true,
    value: { hostId: 'engine-1', lastSeen: START },
  });
  const state = current();
  expect(state.dockerHosts).toMatchObject([{ id: 'engine-1', status: 'online', containers: [{ id: 'a' }] }]);
  expect(state.connectionHealth).toEqual({ 'docker-engine-1': true });
  expect(state.instances).toMatchObject([
    { id: 'docker-engine-1', kind: 'docker', health: 'healthy', version: '29.0' },
  ]);
});

test('a host is offline when its agent misses four reports, whatever its own clock says, and online with the next', async () => {
  const time = clock();
  const { says, shown, current } = run({ time });
  const said = { agent: { intervalSeconds: 30 }, timestamp: new Date(START + 86_400_000).toISOString() };
  says(said);
  await time.advance(120_000);
  expect(shown()).toMatchObject([{ status: 'online', lastSeen: START }]);
  await time.advance(1);
  expect(shown()).toMatchObject([{ status: 'offline', lastSeen: START, staleSince: new Date(START).toISOString() }]);
  expect(current().connectionHealth).toEqual({ 'docker-engine-1': false });
  says(said);
  expect(shown()[0]).toMatchObject({ status: 'online' });
  expect(shown()[0]).not.toHaveProperty('staleSince');
});

test('hosts do not disturb each other', async () => {
  const time = clock();
  const { says, shown } = run({ time });
  says();
  await time.advance(100_000);
  says({ agent: { id: 'engine-2' }, host: { machineId: 'machine-2' } });
  await time.advance(50_000);
  expect(shown().map(({ id, status }) => [id, status])).toEqual([
    ['engine-1', 'offline'],
    ['engine-2', 'online'],
  ]);
});

test('a renamed host keeps its id and is shown under its new name', () => {
  const { says, current } = run();
  says();
  says({ host: { hostname: 'dock2' } });
  const { dockerHosts, instances } = current();
  expect(dockerHosts.map(({ id, displayName }) => [id, displayName])).toEqual([['engine-1', 'dock2']]);
  expect(instances.map(({ id, name }) => [id, name])).toEqual([['docker-engine-1', 'dock2']]);
});

test('a removed host is gone at once, and back with the next report', async () => {
  const time = clock();
  const { says, hosts, current } = run({ time });
  says();
  expect(hosts.remove('engine-1')).toMatchObject({ ok: true });
  expect(current()).toMatchObject({ dockerHosts: [], instances: [], connectionHealth: {} });
  expect(hosts.remove('engine-1')).toMatchObject({ ok: false, error: { code: 'not_found' } });
  await time.advance(1);
  says();
  expect(current().dockerHosts).toHaveLength(1);
});

test('a report that was on its way while its host was removed does not bring it back', async () => {
  const time = clock();
  const { says, hosts, shown } = run({ time });
  says();
  const askedAt = time.now();
  await time.advance(200);
  hosts.remove('engine-1');
  await time.advance(200);
  expect(says({}, askedAt)).toMatchObject({ ok: true, value: { hostId: 'engine-1' } });
  expect(shown()).toEqual([]);
});

test('hosts outlive a restart: soon after it they are stale, later offline, and fresh with their next report', async () => {
  const time = clock();
  const dataDir = tempDir();
  const first = run({ time, dataDir });
  first.says({ agent: { id: 'dead' }, host: { machineId: 'm1', hostname: '<b>dead</b>' } });
  await time.advance(200_000);
  first.says();
  first.stop();
  await time.advance(10_000);

  const second = run({ time, dataDir });
  const stale = second.shown();
  expect(stale.map(({ id, status, lastSeen }) => [id, status, lastSeen])).toEqual([
    ['dead', 'offline', START],
    ['engine-1', 'online', START + 200_000],
  ]);
  expect(stale.every(({ staleSince, containers }) => staleSince !== undefined && containers.length === 1)).toBe(true);
  expect(stale[0]?.hostname).toBe('<b>dead</b>');
  second.says();
  expect(second.shown()[1]).not.toHaveProperty('staleSince');
  await time.advance(130_000);
  expect(second.shown().map(({ status }) => status)).toEqual(['offline', 'offline']);
  second.stop();
});

test('a host that was removed stays removed over a restart', () => {
  const time = clock();
  const dataDir = tempDir();
  const first = run({ time, dataDir });
  first.says();
  first.hosts.remove('engine-1');
  first.stop();
  const second = run({ time, dataDir });
  expect(second.shown()).toEqual([]);
  second.stop();
});

test('hosts saved by a clock that was ahead do not stay online for it', async () => {
  const time = clock();
  const dataDir = tempDir();
  await time.advance(86_400_000);
  const ahead = run({ time, dataDir });
  ahead.says();
  ahead.stop();
  const right = clock();
  const back = run({ time: right, dataDir });
  expect(back.shown()[0]?.lastSeen).toBe(START);
  await right.advance(120_001);
  expect(back.shown()[0]?.status).toBe('offline');
  back.stop();
});

test('somebody who invents hosts is stopped, and the hosts that are known still report', () => {
  const { says } = run({ mostHosts: 2 });
  const host = (n: number) => says({ agent: { id: `engine-${n}` }, host: { machineId: `machine-${n}` } });
  expect([1, 2, 3, 1].map((n) => host(n).ok)).toEqual([true, true, false, true]);
});
