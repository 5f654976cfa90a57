import { NodeConfig } from '@belfry/schema/config/node';
import { expect, test } from 'vitest';
import type { StoredInstance } from '../../db/instances-store.ts';
import { fakeClock } from '../../lib/fake-clock.ts';
import { createClusters, LOOK_AGAIN_MS, REFUSED_REST_MS } from './clusters.ts';
import { fakeConnect, memoryOf, twoNodes } from './testing/fake-api.ts';

const stored = (id: string, type: 'pve' | 'pbs' = 'pve', changedAt = 0): StoredInstance => ({
  id,
  instance: id,
  config: NodeConfig.parse({ type, name: id, host: `https://${id}:8006`, user: 'u@pam', password: 'p' }),
  createdAt: 0,
  changedAt,
});

function setUp(answers: Record<string, unknown>) {
  const clock = fakeClock();
  const api = fakeConnect(answers);
  let news = 0;
  const polled = new Set<string>();
  const clusters = createClusters({
    connect: api.connect,
    clock,
    memory: memoryOf(),
    isPolled: (id) => polled.has(id),
    found: () => news++,
  });
  return { clock, ...api, clusters, polled, news: () => news };
}

test('a cluster is found in the background, announced once, and checked again later', async () => {
  const { clock, clusters, asked, news } = setUp(twoNodes);
  clusters.follow([stored('a'), stored('backup', 'pbs')]);
  expect(asked).toEqual([]);
  await clock.advance(0);
  expect(clusters.of('a')).toMatchObject({ name: 'dc' });
  expect(asked.every((call) => call.startsWith('a '))).toBe(true);
  await clock.advance(LOOK_AGAIN_MS);
  expect([asked.length, news()]).toEqual([4, 1]);
});

test('a host that fails is tried three times, then not again until the next check', async () => {
  const { clock, clusters, asked, state } = setUp({});
  clusters.follow([stored('a')]);
  await clock.advance(60_000);
  expect([asked.length, state.closed]).toEqual([3, 3]);
  await clock.advance(LOOK_AGAIN_MS);
  expect(asked).toHaveLength(6);
});

test('refused credentials are tried once an hour, not three times every five minutes', async () => {
  const { clock, clusters, asked } = setUp({ '/cluster/status': { kind: 'auth', message: 'no' } });
  clusters.follow([stored('a')]);
  await clock.advance(REFUSED_REST_MS - 1000);
  expect(asked).toHaveLength(1);
  await clock.advance(1000);
  expect(asked).toHaveLength(2);
});

test('only a host that changed is checked again; a deleted host is removed', async () => {
  const { clock, clusters, asked } = setUp(twoNodes);
  clusters.follow([stored('a'), stored('b')]);
  await clock.advance(0);
  asked.length = 0;
  clusters.follow([stored('a'), stored('b', 'pve', 5)]);
  await clock.advance(0);
  expect(asked).toEqual(['b /cluster/status', 'b /cluster/config/join']);
  clusters.follow([stored('b', 'pve', 5)]);
  expect(clusters.of('a')).toBeUndefined();
  clusters.stop();
  await clock.advance(LOOK_AGAIN_MS);
  expect(asked).toHaveLength(2);
});

test('after a check that fails, the next one runs', async () => {
  const defects: unknown[] = [];
  const clock = fakeClock(0, (error) => defects.push(error));
  const { connect, asked } = fakeConnect(twoNodes);
  let found = 0;
  const clusters = createClusters({
    connect(config, signal) {
      if (asked.length === 0 && defects.length === 0) throw new Error('our mistake');
      return connect(config, signal);
    },
    clock,
    memory: memoryOf(),
    isPolled: () => false,
    found() {
      found++;
    },
  });
  clusters.follow([stored('a')]);
  await clock.advance(LOOK_AGAIN_MS);
  expect([defects.length, found]).toEqual([1, 1]);
});

test('after a restart the clusters found earlier are known at once, for the same address only', async () => {
  const kept = new Map<string, unknown>();
  const start = (answers: Record<string, unknown>) => {
    const clock = fakeClock();
    const { connect } = fakeConnect(answers);
    return {
      clock,
      clusters: createClusters({ connect, clock, memory: memoryOf(kept), isPolled: () => false, found() {} }),
    };
  };
  const before = start(twoNodes);
  before.clusters.follow([stored('a'), stored('b')]);
  expect(before.clusters.isLookedAt('a')).toBe(false);
  await before.clock.advance(0);
  const after = start({});
  after.clusters.follow([stored('a'), { ...stored('b'), config: stored('elsewhere').config }]);
  expect([after.clusters.of('a')?.name, after.clusters.isLookedAt('a')]).toEqual(['dc', true]);
  expect([after.clusters.of('b'), after.clusters.isLookedAt('b')]).toEqual([undefined, false]);
  after.clusters.follow([]);
  expect(kept.size).toBe(0);
  kept.set('a', { members: 7 });
  after.clusters.follow([stored('a')]);
  expect(after.clusters.isLookedAt('a')).toBe(false);
});

test('the cluster stays known after a new password or name; a host that fails counts as checked after one try', async () => {
  const { clock, clusters } = setUp(twoNodes);
  clusters.follow([stored('a')]);
  await clock.advance(0);
  clusters.follow([stored('a', 'pve', 5)]);
  expect(clusters.of('a')?.name).toBe('dc');
  const failing = setUp({});
  failing.clusters.follow([stored('a')]);
  await failing.clock.advance(0);
  expect([failing.clusters.isLookedAt('a'), failing.clusters.of('a')]).toEqual([true, undefined]);
});

test('only the polls of a polled host request its cluster', async () => {
  const { clock, clusters, asked, polled, news } = setUp(twoNodes);
  clusters.follow([stored('a')]);
  polled.add('a');
  await clock.advance(0);
  expect(asked).toHaveLength(2);
  await clock.advance(LOOK_AGAIN_MS);
  expect(asked).toHaveLength(2);
  const memory = clusters.memoryOf('a', 'https://a:8006');
  expect(memory.recall()).toBe(clusters.of('a'));
  memory.keep(undefined);
  expect([clusters.of('a'), news()]).toEqual([undefined, 2]);
  // The source of a removed address does not count.
  clusters.memoryOf('a', 'https://elsewhere:8006').keep({ name: 'other', members: [] });
  expect(clusters.of('a')).toBeUndefined();
  polled.delete('a');
  await clock.advance(LOOK_AGAIN_MS);
  expect(clusters.of('a')?.name).toBe('dc');
});

test('certificates named by an unverified host are not used once the host is verified', async () => {
  const kept = new Map<string, unknown>();
  const start = () => {
    const clock = fakeClock();
    const { connect } = fakeConnect(twoNodes);
    return {
      clock,
      clusters: createClusters({ connect, clock, memory: memoryOf(kept), isPolled: () => true, found() {} }),
    };
  };
  const host = (verifySSL: boolean, changedAt = 0): StoredInstance => {
    const instance = stored('a', 'pve', changedAt);
    return { ...instance, config: { ...instance.config, verifySSL } };
  };
  const known = (clusters: ReturnType<typeof createClusters>) =>
    clusters.of('a')?.members.filter(({ fingerprint }) => fingerprint).length;
  const before = start();
  before.clusters.follow([host(false)]);
  await before.clock.advance(0);
  expect(known(before.clusters)).toBe(1);
  before.clusters.follow([host(true, 5)]);
  expect(known(before.clusters)).toBe(0);
  const after = start();
  after.clusters.follow([host(false)]);
  expect(known(after.clusters)).toBe(1);
  const checked = start();
  checked.clusters.follow([host(true)]);
  expect(known(checked.clusters)).toBe(0);
});
