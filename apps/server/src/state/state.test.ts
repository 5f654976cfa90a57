import type { Alert } from '@belfry/schema/entities/alert';
import type { CephCluster } from '@belfry/schema/entities/ceph-cluster';
import type { PbsBackup } from '@belfry/schema/entities/pbs';
import type { Storage } from '@belfry/schema/entities/storage';
import type { Observation } from '@belfry/schema/messages/observation';
import { State } from '@belfry/schema/state';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { connectionHealth } from './health.ts';
import { createState, type StateStore } from './state.ts';
import { EVERY_MS, failed, guest, heard, identity, moment, node } from './testing/observations.ts';

const fresh = () => createState({ started: moment(0), version: '1' });
const after = (store: StateStore, ...observations: Observation[]) => {
  for (const observation of observations) store.apply(observation);
  return store.current();
};
const alert = (id: string): Alert => ({
  ...{ id, type: 'cpu', level: 'warning', resourceId: 'a-1', resourceName: 'one', node: 'pve1', instance: 'a' },
  ...{ message: '', value: 91, threshold: 90, startTime: '2026-01-01T00:00:00.000Z', acknowledged: false },
});
const counters = (n: number) => ({ 'a-1': { networkIn: n } });

const anyObservation = fc
  .record({
    name: fc.constantFrom('a', 'b', 'a-1'),
    at: fc.nat(200_000),
    vmids: fc.uniqueArray(fc.integer({ min: 1, max: 6 })),
    cpu: fc.constantFrom(0, 0.5),
    counter: fc.nat(1000),
    good: fc.boolean(),
  })
  .map(({ name, at, vmids, cpu, counter, good }): Observation => {
    if (!good) return failed(name, at);
    const vms = vmids.map((vmid) => guest(name, vmid, { cpu }));
    const own = Object.fromEntries(vms.map((vm) => [vm.id, { networkIn: counter }]));
    return heard(name, at, { vms, nodes: [node(name, 'pve1')] }, { counters: own });
  });

test('the state always is what the schema says, its lists sorted by id, each id once', () => {
  fc.assert(
    fc.property(fc.array(anyObservation), fc.nat(400_000), (observations, later) => {
      const store = fresh();
      after(store, ...observations);
      for (const state of [store.current(), store.age(moment(later), 1).after]) {
        expect(State.parse(state)).toEqual(state);
        const ids = state.vms.map((vm) => vm.id);
        expect(ids).toEqual([...new Set(ids)].sort());
      }
    }),
  );
});

test('an observation that says the same again changes nothing', () => {
  fc.assert(
    fc.property(fc.array(anyObservation), anyObservation, (observations, last) => {
      const store = fresh();
      const once = after(store, ...observations, last);
      const change = store.apply({ ...last, sequence: last.sequence + 1 });
      expect(change.before).toBe(once);
      expect(change.after).toBe(once);
    }),
  );
});

test('an observation that its poll has passed is ignored, and counts as no call', () => {
  const store = fresh();
  const [older, newer] = [heard('a', 0, { vms: [guest('a', 1)] }), heard('a', 0, { vms: [guest('a', 2)] })];
  const known = after(store, newer);
  expect(after(store, older, newer)).toBe(known);
  expect(store.calls()).toMatchObject([{ calls: 2 }]);
  expect(after(store, { ...older, poll: 'backups' }).vms).toMatchObject([{ vmid: 2 }]);
  expect(store.calls()).toMatchObject([{ calls: 2 }, { calls: 2 }]);
  expect(after(store, { ...older, instance: identity('b') }).instances).toHaveLength(2);
});

test('observations of a restarted source, which count from 1 again, are accepted', () => {
  const store = fresh();
  after(store, { ...heard('a', 0, { vms: [guest('a', 1)] }), run: 'first', sequence: 700 });
  const again = { ...heard('a', 1, { vms: [guest('a', 2)] }), run: 'second', sequence: 1 };
  expect(after(store, again).vms).toMatchObject([{ vmid: 2 }]);
  expect(after(store, { ...heard('a', 2, { vms: [] }), run: 'second', sequence: 1 }).vms).toHaveLength(1);
});

test('an observation replaces the lists it names, of its instance only', () => {
  const store = fresh();
  const before = after(
    store,
    heard('a', 0, { vms: [guest('a', 1), guest('a', 2)], nodes: [node('a', 'pve1')] }),
    heard('b', 0, { vms: [guest('b', 1)] }),
  );
  const state = after(store, heard('a', 10_000, { vms: [] }));
  expect(state.vms.map((vm) => vm.id)).toEqual(['b-1']);
  expect(state.nodes).toBe(before.nodes);
  expect(state.vms[0]).toBe(before.vms.at(-1));
});

test('an entity that did not change stays the same object', () => {
  const store = fresh();
  const before = after(store, heard('a', 0, { vms: [guest('a', 1), guest('a', 2)] }));
  const state = after(store, heard('a', 10_000, { vms: [guest('a', 2), guest('a', 1, { cpu: 0.9 })] }));
  expect(state.vms[0]).toMatchObject({ id: 'a-1', cpu: 0.9 });
  expect(state.vms[1]).toBe(before.vms[1]);
});

test('counters become rates; an answer without counters leaves them as they are', () => {
  const store = fresh();
  const vms = [guest('a', 1)];
  expect(after(store, heard('a', 0, { vms }, { counters: counters(0) })).vms[0]?.networkIn).toBeNull();
  expect(after(store, heard('a', 10_000, { vms }, { counters: counters(1000) })).vms[0]?.networkIn).toBe(100);
  expect(after(store, heard('a', 20_000, { vms })).vms[0]?.networkIn).toBe(100);
  expect(after(store, heard('a', 30_000, { vms }, { counters: {} })).vms[0]?.networkIn).toBeNull();
});

test('counters of nodes become rates, also of a node that is named like a guest; without two samples there are none', () => {
  const store = fresh();
  const slices = () => ({ vms: [guest('a', 1)], nodes: [node('a', '1')] });
  const of = (n: number) => ({ counters: { ...counters(n), 'node/a-1': { networkIn: 10 * n, networkOut: n } } });
  expect(after(store, heard('a', 0, slices(), of(0))).nodes[0]).not.toHaveProperty('networkIn');
  const rates = { networkIn: 1000, networkOut: 100 };
  const state = after(store, heard('a', 10_000, slices(), of(1000)));
  expect([state.vms[0]?.networkIn, state.nodes[0]]).toMatchObject([100, rates]);
  expect(after(store, heard('a', 15_000, { nodes: [node('a', '1')] })).nodes[0]).toMatchObject(rates);
  expect(after(store, heard('a', 20_000, slices(), { counters: {} })).nodes[0]).not.toHaveProperty('networkIn');
});

test('a failure keeps the data, and the instance has the error and its start', () => {
  const store = fresh();
  const before = after(store, heard('a', 0, { vms: [guest('a', 1)] }));
  const state = after(store, failed('a', 10_000), failed('a', 20_000, { kind: 'timeout', message: 'no answer' }));
  expect(state.vms).toBe(before.vms);
  expect(state.instances[0]).toMatchObject({
    health: 'error',
    error: { kind: 'timeout', message: 'no answer', since: new Date(10_000).toISOString() },
    lastSeen: new Date(0).toISOString(),
  });
  expect(connectionHealth(state)).toEqual({ a: false });
});

test('an instance that never answered is there with its error', () => {
  const state = after(fresh(), failed('a', 0, { kind: 'auth', message: '401' }));
  expect(state.instances).toMatchObject([{ id: 'a', health: 'error', error: { kind: 'auth' } }]);
  expect(state.instances[0]).not.toHaveProperty('lastSeen');
});

test('an instance with a failing side poll or a silent endpoint is degraded, not down', () => {
  const store = fresh();
  const good = heard('a', 0, { vms: [] });
  const side = after(store, good, { ...failed('a', 0), poll: 'backups', essential: false });
  expect(side.instances[0]).toMatchObject({ health: 'degraded', error: { kind: 'unreachable' } });
  expect(connectionHealth(side)).toEqual({ a: true });
  const endpoints = [{ host: 'x', healthy: false }];
  expect(after(fresh(), { ...good, endpoints }).instances[0]).toMatchObject({ health: 'degraded', endpoints });
  expect(after(store, { ...heard('a', 1, {}), poll: 'backups', essential: false }).instances[0]?.health).toBe(
    'healthy',
  );
});

test('after three intervals without a good answer everything says since when, and keeps its status, until the next one', () => {
  const store = fresh();
  const good = after(store, heard('a', 0, { vms: [guest('a', 1)], nodes: [node('a', 'pve1')] }));
  after(store, heard('b', 3 * EVERY_MS, { nodes: [node('b', 'pve1')] }));
  expect(store.age(moment(3 * EVERY_MS), 0).after.vms).toBe(good.vms);

  const staleSince = new Date(0).toISOString();
  const stale = store.age(moment(3 * EVERY_MS + 1), 0).after;
  expect(stale.vms[0]).toMatchObject({ status: 'running', staleSince });
  expect(stale.nodes[0]).toEqual({ ...good.nodes[0], staleSince });
  expect(stale.nodes[1]).not.toHaveProperty('staleSince');
  expect(connectionHealth(stale)).toEqual({ a: false, b: true });
  expect(store.age(moment(3 * EVERY_MS + 1000), 0).after).toBe(stale);

  const back = after(store, heard('a', 50_000, { nodes: [node('a', 'pve1')] }));
  expect(back.vms).toEqual(good.vms);
  expect(back.nodes[0]).toEqual(good.nodes[0]);
  expect(connectionHealth(back)).toEqual({ a: true, b: true });
});

test('one failed poll makes nothing old; three in a row, or a refusal, make everything old at once, and a good one ends that', () => {
  const store = fresh();
  const good = after(store, heard('a', 0, { vms: [guest('a', 1)] }));
  const staleSince = new Date(0).toISOString();
  const missed = after(store, failed('a', 1000), failed('a', 2000), {
    ...failed('a', 2500),
    poll: 'b',
    essential: false,
  });
  expect(missed.vms).toBe(good.vms);
  expect(missed.instances).toMatchObject([{ health: 'error' }]);
  expect(missed.instances[0]).not.toHaveProperty('downSince');
  const down = after(store, failed('a', 3000));
  expect([...down.vms, ...down.instances]).toMatchObject([{ staleSince }, { downSince: staleSince }]);
  const back = after(store, heard('a', 4000, { vms: [guest('a', 1)] }), failed('a', 5000));
  expect(back.vms[0]).not.toHaveProperty('staleSince');
  expect(back.instances[0]).not.toHaveProperty('downSince');
  const refused = after(store, failed('a', 6000, { kind: 'auth', message: '401' }));
  expect([...refused.vms, ...refused.instances]).toMatchObject([
    { staleSince: new Date(4000).toISOString() },
    { downSince: new Date(4000).toISOString() },
  ]);
});

test('an instance that is removed leaves with all it had', () => {
  const store = fresh();
  after(store, heard('a', 0, { vms: [guest('a', 1)] }), heard('b', 0, { vms: [guest('b', 1)] }));
  const state = store.remove('a', moment(1)).after;
  expect(state.vms.map((vm) => vm.id)).toEqual(['b-1']);
  expect(state.instances.map((instance) => instance.id)).toEqual(['b']);
  expect(connectionHealth(state)).toEqual({ b: true });
});

test('the counters alone never change the state more than every ten seconds', () => {
  const store = fresh();
  const first = after(store, failed('a', 0));
  expect(after(store, failed('a', 5000))).toBe(first);
  expect(store.performance(moment(5000))).toMatchObject({ totalApiCalls: 4, failedApiCalls: 2, apiCallDuration: 0.01 });
  expect(store.age(moment(9_999), 3).after).toBe(first);
  const aged = store.age(moment(10_000), 3).after;
  expect(aged.stats).toMatchObject({ uptime: 10, pollingCycles: 2, webSocketClients: 3, version: '1' });
  expect(aged.instances).toBe(first.instances);
});

test('missing data is listed at the instance until it can be read', () => {
  const store = fresh();
  const gap = { part: 'node status', kind: 'forbidden' as const, message: 'needs Sys.Audit' };
  expect(after(store, heard('a', 0, {}, { gaps: [gap] })).instances[0]).toMatchObject({
    health: 'healthy',
    gaps: [gap],
  });
  expect(after(store, heard('a', 10_000, {}, { gaps: [gap] })).instances[0]?.gaps).toMatchObject([
    { ...gap, since: new Date(0).toISOString() },
  ]);
  expect(after(store, heard('a', 20_000, {})).instances[0]).not.toHaveProperty('gaps');
});

test.for([3_600_000, -3_600_000, 8 * 3_600_000])(
  'a step of the clock by %d ms, as a sleep of the machine is one, makes nothing stale and counts for no time',
  (step) => {
    const store = fresh();
    const after = (monotonic: number) => ({ at: monotonic + step, monotonic });
    store.apply(heard('a', 0, { vms: [guest('a', 1)], nodes: [node('a', 'pve1')] }));
    const { instances, nodes, vms, stats } = store.age(after(3 * EVERY_MS), 0).after;
    expect(instances).toMatchObject([{ health: 'healthy' }]);
    expect([...nodes, ...vms].filter((entity) => 'staleSince' in entity)).toEqual([]);
    expect(stats.uptime).toBe(30);
    const stale = store.age(after(3 * EVERY_MS + 1), 0).after;
    expect(stale.nodes).toMatchObject([{ status: 'online', staleSince: new Date(0).toISOString() }]);
    const again = { ...heard('a', 0, { nodes: [node('a', 'pve1')] }), ...after(4 * EVERY_MS) };
    expect(store.apply(again).after).toMatchObject({ instances: [{ health: 'healthy' }], lastUpdate: 40_000 + step });
  },
);

test('a storage and a Ceph cluster without recent data keep their last values and have the time since when', () => {
  const store = fresh();
  const storage = [{ id: 'a-s', instance: 'a', status: 'available' } as Storage];
  const cephClusters = [{ id: 'a-ceph', instance: 'a', health: 'HEALTH_OK', usedBytes: 7 } as CephCluster];
  after(store, heard('a', 0, { storage, cephClusters }));
  const state = store.age(moment(3 * EVERY_MS + 1), 0).after;
  const staleSince = new Date(0).toISOString();
  expect(state.storage).toMatchObject([{ status: 'available', staleSince }]);
  expect(state.cephClusters).toMatchObject([{ health: 'HEALTH_OK', usedBytes: 7, staleSince }]);
  expect(after(store, heard('a', 50_000, { storage, cephClusters })).storage).toEqual(storage);
});

test('a list object that is put again is not compared', () => {
  const store = fresh();
  let looks = 0;
  const backup = {
    instance: 'a',
    get id() {
      looks++;
      return 'b';
    },
  };
  const pbsBackups = [backup as PbsBackup];
  const before = after(store, heard('a', 0, { pbsBackups }));
  const looked = looks;
  expect(looked).toBeGreaterThan(0);
  expect(after(store, heard('a', 1, { pbsBackups })).pbsBackups).toBe(before.pbsBackups);
  expect(looks).toBe(looked);
});

test('put replaces the given slices, sorted, and unchanged entities stay the same object', () => {
  const store = fresh();
  const before = after(store, heard('a', 0, { vms: [guest('a', 1)] }));
  const [one, two] = [alert('1'), alert('2')];
  const raised = store.put({ activeAlerts: [two, one], serverProblems: {} });
  expect(raised.activeAlerts).toEqual([one, two]);
  expect([raised.vms, raised.serverProblems]).toEqual([before.vms, before.serverProblems]);
  expect(raised.vms).toBe(before.vms);
  expect(store.put({ activeAlerts: [alert('1'), alert('2')] })).toBe(raised);
  const ended = store.put({ activeAlerts: [alert('2')], recentlyResolved: [{ ...one, resolvedTime: '' }] });
  expect(ended).toMatchObject({ activeAlerts: [{ id: '2' }], recentlyResolved: [{ id: '1' }] });
  expect(ended.activeAlerts[0]).toBe(raised.activeAlerts[1]);
  expect(after(store, heard('a', 1, { vms: [] })).activeAlerts).toBe(ended.activeAlerts);
  expect(State.parse(store.current())).toEqual(store.current());
});

test('of a list that some polls tell the newest stays, in whatever order their observations arrive', () => {
  const store = fresh();
  const nodes = (uptime: number) => [node('a', 'n', { uptime })];
  const older = { ...heard('a', 0, { nodes: nodes(100), storage: [] }), poll: 'storage' };
  const newer = heard('a', 10_000, { nodes: nodes(110) });
  after(store, newer);
  const both = after(store, older);
  expect(both.nodes).toMatchObject([{ uptime: 110 }]);
  expect(after(store, { ...heard('a', 20_000, { nodes: nodes(120) }), poll: 'storage' }).nodes).toMatchObject([
    { uptime: 120 },
  ]);
  // A restarted program counts from 1 again.
  expect(after(store, { ...heard('a', 30_000, { nodes: nodes(130) }), run: 'two', sequence: 1 }).nodes).toMatchObject([
    { uptime: 130 },
  ]);
});
