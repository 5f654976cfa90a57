import { diff } from '@belfry/domain/delta/diff';
import { emptyState } from '@belfry/domain/delta/empty-state';
import { factsOf, figuresOf } from '@belfry/domain/guest-figures';
import { byId } from '@belfry/domain/ids';
import { aDockerHost } from '@belfry/domain/testing/docker';
import { aGuest } from '@belfry/domain/testing/guest';
import { archiveNames } from '@belfry/schema/archives';
import type { Guest } from '@belfry/schema/entities/guest';
import type { GuestSnapshot } from '@belfry/schema/entities/pve-backups';
import type { Changes } from '@belfry/schema/messages/delta';
import type { Archives, Snapshot } from '@belfry/schema/messages/snapshot';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compact } from './compact.ts';
import type { Message } from './message.ts';
import { disconnected, emptyReplica, type Replica, reduce } from './reduce.ts';

const isArchive = ([name]: [string, unknown]) => (archiveNames as readonly string[]).includes(name);
const data = Object.fromEntries(Object.entries(emptyState).filter((slice) => !isArchive(slice))) as Snapshot['data'];
const noArchives = Object.fromEntries(Object.entries(emptyState).filter(isArchive)) as Archives['data'];
const state = { ...data, vms: [aGuest({ vmid: 100, cpu: 0.5 }), aGuest({ vmid: 101 })] };
const before: GuestSnapshot = {
  id: 'dc-100-before',
  name: 'before',
  node: 'pve1',
  instance: 'dc',
  type: 'qemu',
  vmid: 100,
  time: '2026-01-01T00:00:00.000Z',
  vmstate: false,
};
const snapshot = { type: 'snapshot', revision: 7, data: state } satisfies Message;
const delta = (base: number, data: Partial<Changes>): Message => ({
  type: 'delta',
  base,
  revision: base + 1,
  data: { lastUpdate: 2, ...data },
});
const loaded = reduce(emptyReplica, snapshot, 10).replica;
const all = ({ state, figures }: Replica) =>
  [...(state?.vms ?? []), ...(state?.containers ?? [])].map(({ id }) => [id, figures.get(id)] as const);
const renamed = { vms: { columns: [{ field: 'name', at: [0], to: ['new'] }] } };
const hotter = { vms: { columns: [{ field: 'cpu', at: [0], to: [0.9] }] } };

test('a snapshot is the state, and a delta that fits changes it; what did not change is the same object', () => {
  const { replica, resync } = reduce(loaded, delta(7, renamed), 20);
  expect(resync).toBe(false);
  expect(replica).toMatchObject({ revision: 8, receivedAt: 20 });
  expect(replica.state?.vms[0]?.name).toBe('new');
  expect(state.vms[0]?.name).toBe('guest-100');
  expect(replica.state?.vms[1]).toBe(loaded.state?.vms[1]);
  expect(replica.state?.nodes).toBe(state.nodes);
});

test('what comes into view brings its readings; what is out of view has none until then, also after a snapshot', () => {
  const viewed = (revision: number, instances: 'all' | string[], changes: Partial<Changes> = {}): Message => ({
    type: 'viewed',
    revision,
    data: { instances, changes: { lastUpdate: 2, ...changes } },
  });
  expect(loaded.view).toBe('all');
  const narrowed = reduce(loaded, viewed(7, ['other']), 20);
  expect(narrowed).toMatchObject({ resync: false, replica: { revision: 7, view: new Set(['other']) } });
  const seen = reduce(narrowed.replica, viewed(7, ['dc'], hotter), 30).replica;
  expect(seen.view).toEqual(new Set(['dc']));
  expect(seen.figures.get('dc-100')?.cpu).toBe(0.9);
  expect(seen.state?.vms).toBe(loaded.state?.vms);
  expect(reduce(narrowed.replica, { ...snapshot, data: structuredClone(state) }, 30).replica.view).toBe('all');
  // readings of another revision cannot be placed
  expect(reduce(narrowed.replica, viewed(8, 'all'), 30)).toMatchObject({ resync: true, replica: { revision: null } });
  // a snapshot is coming, and nothing more is asked for
  expect(reduce(disconnected(loaded), viewed(8, []), 30)).toMatchObject({
    resync: false,
    replica: { view: new Set() },
  });
});

test('when figures alone changed, the lists of guests are the same objects, and so are the figures of other guests', () => {
  const [hot, calm] = [loaded.figures.get('dc-100'), loaded.figures.get('dc-101')];
  const { replica } = reduce(loaded, delta(7, hotter), 20);
  expect(replica.state?.vms).toBe(loaded.state?.vms);
  expect(replica.state?.containers).toBe(loaded.state?.containers);
  expect(replica.figures).not.toBe(loaded.figures);
  expect(replica.figures.get('dc-100')).toEqual({ ...hot, cpu: 0.9 });
  expect(replica.figures.get('dc-101')).toBe(calm);
  expect(hot?.cpu).toBe(0.5);
  expect(reduce(replica, delta(8, renamed), 30).replica.figures).toBe(replica.figures);
});

test('a guest that is new, replaced, moved to the other list or gone has its own figures, or none', () => {
  const container = aGuest({ vmid: 101, type: 'lxc', cpu: 0.1 });
  const added = reduce(loaded, delta(7, { containers: { put: [container] }, vms: { remove: ['dc-101'] } }), 20).replica;
  expect(added.figures.get('dc-101')?.cpu).toBe(0.1);
  const put = [aGuest({ vmid: 102, cpu: 0.3 })];
  const columns = [{ field: 'cpu', at: [0], to: [0.4] }];
  const { replica } = reduce(added, delta(8, { vms: { put, columns }, containers: { remove: ['dc-101'] } }), 20);
  const cpus = all(replica).map(([id, figures]) => [id, figures?.cpu]);
  expect(cpus).toEqual([
    ['dc-100', 0.4],
    ['dc-102', 0.3],
  ]);
});

test('an update that changes no figure of a guest returns the same object for it, also when guests come before it', () => {
  const seen = loaded.figures.get('dc-101');
  const put = [aGuest({ vmid: 1000 })];
  const { replica } = reduce(loaded, delta(7, { vms: { put, columns: [{ field: 'cpu', at: [0], to: [0.9] }] } }), 20);
  expect(replica.figures.get('dc-101')).toBe(seen);
  expect(replica.figures.get('dc-100')?.cpu).toBe(0.9);
  expect(replica.figures.get('dc-1000')).toEqual(figuresOf(put[0] as Guest));
});

test('an update of a figure leaves the version before it as it was, and shares the columns that did not change', () => {
  const { replica } = reduce(loaded, delta(7, { vms: { columns: [{ field: 'cpu', at: [0], to: [0.1] }] } }), 20);
  const [before, after] = [loaded.figures.columns, replica.figures.columns];
  expect([before.cpu[0], after.cpu[0]]).toEqual([0.5, 0.1]);
  expect(after.uptime).toBe(before.uptime);
});

test('facts and figures together are what the server has, after any changes', () => {
  const amount = fc.constantFrom(1, 2, 0.5);
  const guest = fc.record(
    {
      vmid: fc.integer({ min: 100, max: 104 }),
      type: fc.constantFrom('qemu' as const, 'lxc' as const),
      name: fc.constantFrom('a', 'b'),
      cpu: amount,
      uptime: amount,
      networkIn: fc.option(amount),
      memory: fc.record(
        { total: amount, used: amount, free: amount, usage: amount, swapUsed: amount },
        { requiredKeys: ['total', 'used', 'free', 'usage'] },
      ),
      disk: fc.record({ total: amount, used: amount, free: amount, usage: amount }),
      staleSince: fc.constantFrom('then', 'later'),
    },
    { requiredKeys: ['vmid', 'type'] },
  );
  const guests = fc.uniqueArray(guest, { selector: ({ vmid }) => vmid }).map((list) => {
    const made = list.map((fields) => aGuest(fields)).sort(byId);
    return { vms: made.filter(({ type }) => type === 'qemu'), containers: made.filter(({ type }) => type === 'lxc') };
  });
  fc.assert(
    fc.property(guests, guests, (before, after) => {
      const from = { ...emptyState, ...before };
      const to = { ...emptyState, ...after, lastUpdate: 2 };
      const changes = diff(from, to) ?? { lastUpdate: 2 };
      const first = reduce(emptyReplica, { type: 'snapshot', revision: 1, data: from }, 10).replica;
      const next = () =>
        reduce(first, { type: 'delta', base: 1, revision: 2, data: structuredClone(changes) }, 20).replica;
      const replica = next();
      expect(replica.state?.vms).toEqual(after.vms.map(factsOf));
      expect(replica.state?.containers).toEqual(after.containers.map(factsOf));
      const figures = [...after.vms, ...after.containers].map((own) => [own.id, figuresOf(own)] as const);
      expect(all(replica)).toEqual(figures);
      // Guests are asked for in any order. A guest that is gone has no figures.
      const known = new Map(figures);
      const ids = [...after.containers, ...after.vms, ...before.containers, ...before.vms].map(({ id }) => id);
      const asked = next().figures;
      expect(ids.map((id) => asked.get(id))).toEqual(ids.map((id) => known.get(id)));
    }),
  );
});

test('a delta whose figures are typed arrays makes the same replica as the plain one', () => {
  const columns = [
    { field: 'cpu', at: [0, 1], to: [0.25, 1] },
    { field: 'uptime', at: [1], by: [60] },
    { field: 'networkIn', at: [0, 1], to: [null, 1024] },
    { field: 'memory.swapUsed', at: [0], drop: true as const },
    { field: 'name', at: [1], to: ['new'] },
  ];
  const message = () => structuredClone(delta(7, { vms: { columns } }));
  const [plain, packed] = [message(), message()];
  expect(compact(packed)).toBeInstanceOf(ArrayBuffer);
  const [expected, replica] = [plain, packed].map((own) => reduce(loaded, own, 20).replica) as [Replica, Replica];
  expect(replica.state).toEqual(expected.state);
  expect(all(replica)).toEqual(all(expected));
  expect(replica.figures.get('dc-100')?.networkIn).toBeNull();
});

test.each([
  ['of another revision', delta(6, hotter)],
  ['that names what is not there', delta(7, { vms: { columns: [{ field: 'name', at: [9], to: ['x'] }] } })],
  [
    'with a figure of a guest that is not there',
    delta(7, { vms: { columns: [{ field: 'cpu', at: [0, 9], to: [1, 1] }] } }),
  ],
])('a delta %s asks for a snapshot once, and keeps what is shown', (_, wrong) => {
  const first = reduce(loaded, wrong, 20);
  expect(first).toMatchObject({ resync: true, replica: { revision: null, receivedAt: 10 } });
  expect(first.replica.state).toBe(loaded.state);
  expect(first.replica.figures.get('dc-100')?.cpu).toBe(0.5);
  const second = reduce(first.replica, delta(8, hotter), 21);
  expect(second).toEqual({ replica: first.replica, resync: false });
  expect(reduce(second.replica, snapshot, 30).replica.revision).toBe(7);
});

test('archives are empty until they arrive; old ones stay until the new ones arrive, and deltas about them are ignored', () => {
  const guestSnapshots = [before];
  const archives = (data: Partial<Archives['data']>): Message => ({
    type: 'archives',
    data: { ...noArchives, ...data },
  });
  const first = reduce(emptyReplica, { type: 'snapshot', revision: 1, data: state }, 10).replica;
  expect(first).toMatchObject({ archives: 'none', state: noArchives });
  const known = reduce(first, archives({ guestSnapshots }), 10).replica;
  expect(known).toMatchObject({ archives: 'current', revision: 1, state: { vms: loaded.state?.vms, guestSnapshots } });
  const again = reduce(disconnected(known), { type: 'snapshot', revision: 5, data: state }, 20).replica;
  expect(again).toMatchObject({ archives: 'remembered', revision: 5, state: { guestSnapshots } });
  const changed = { guestSnapshots: { columns: [{ field: 'name', at: [0], to: ['after'] }] } };
  expect(reduce(again, delta(5, changed), 20).replica).toMatchObject({ revision: 6, state: { guestSnapshots } });
  expect(reduce(first, delta(1, changed), 20)).toMatchObject({ resync: false, replica: { revision: 2 } });
  expect(reduce(known, delta(1, changed), 20).replica.state?.guestSnapshots[0]?.name).toBe('after');
  expect(reduce(again, archives({}), 20).replica.state?.guestSnapshots).toEqual([]);
});

test('before a snapshot, deltas and archives are ignored', () => {
  for (const message of [delta(0, hotter), { type: 'archives', data: noArchives } satisfies Message])
    expect(reduce(emptyReplica, message, 1)).toEqual({ replica: emptyReplica, resync: false });
});

test('after a lost connection the state stays, but no old delta fits', () => {
  const lost: Replica = disconnected(loaded);
  expect(lost.state).toBe(loaded.state);
  expect(reduce(lost, delta(7, hotter), 20).replica).toBe(lost);
});

test('messages without state do not change the replica', () => {
  expect(reduce(loaded, { type: 'pong', data: { timestamp: 1 } }, 99)).toEqual({ replica: loaded, resync: false });
});

test('Docker hosts stay after a snapshot that has none, until there are three in a row, which are asked for', () => {
  const hosts = [aDockerHost()];
  let now = reduce(loaded, { type: 'snapshot', revision: 8, data: { ...state, dockerHosts: hosts } }, 20).replica;
  const seen = [9, 10, 11].map((revision) => {
    const { replica, resync } = reduce(now, { type: 'snapshot', revision, data: { ...state, dockerHosts: [] } }, 30);
    now = replica;
    return [now.docker.hosts.length, resync];
  });
  expect(seen).toEqual([
    [1, true],
    [1, true],
    [0, false],
  ]);
});

test('the last Docker host is gone at once when it is removed by name', () => {
  const data = { ...state, dockerHosts: [aDockerHost({ id: 'h1' })] };
  const known = reduce(loaded, { type: 'snapshot', revision: 7, data }, 20).replica;
  expect(reduce(known, delta(7, { dockerHosts: { remove: ['h1'] } }), 30).replica.docker.hosts).toEqual([]);
});

test('an empty list of Docker hosts is counted when it comes, and not with every other change', () => {
  const hosts = [aDockerHost()];
  const first = reduce(emptyReplica, { ...snapshot, data: { ...state, dockerHosts: hosts } }, 1).replica;
  let replica = reduce(first, { ...snapshot, data: { ...state, dockerHosts: [] } }, 2).replica;
  for (let i = 0; i < 5; i++) replica = reduce(replica, delta(7 + i, hotter), 3 + i).replica;
  expect(replica.docker).toEqual({ hosts, empty: 1 });
});
