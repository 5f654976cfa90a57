import { emptyState } from '@belfry/domain/delta/empty-state';
import { aDockerHost } from '@belfry/domain/testing/docker';
import { aGuest } from '@belfry/domain/testing/guest';
import type { GuestSnapshot } from '@belfry/schema/entities/pve-backups';
import type { Changes } from '@belfry/schema/messages/delta';
import type { Archives } from '@belfry/schema/messages/snapshot';
import { expect, test } from 'vitest';
import type { Message } from './message.ts';
import { disconnected, emptyReplica, type Replica, reduce } from './reduce.ts';

const { pbsBackups, backupTasks, storageBackups, guestSnapshots: noSnapshots, ...data } = emptyState;
const noArchives = { pbsBackups, backupTasks, storageBackups, guestSnapshots: noSnapshots };
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
const renamed = { vms: { columns: [{ field: 'name', at: [0], to: ['new'] }] } };
const hotter = { vms: { columns: [{ field: 'cpu', at: [0], to: [0.9] }] } };

test('a snapshot is the state, and a delta that fits changes it; what did not change is the same object', () => {
  const { replica, resync } = reduce(loaded, delta(7, renamed), 20);
  expect(resync).toBe(false);
  expect(replica).toMatchObject({ revision: 8, receivedAt: 20 });
  expect(replica.state?.vms[0]?.name).toBe('new');
  expect(state.vms[0]?.name).toBe('guest-100');
  expect(replica.state?.vms[1]).toBe(state.vms[1]);
  expect(replica.state?.nodes).toBe(state.nodes);
});

test('a guest whose figures alone changed is the same object, and components that show figures are notified', () => {
  const own = reduce(emptyReplica, { ...snapshot, data: structuredClone(state) }, 10).replica;
  const guest = own.state?.vms[0];
  const { replica } = reduce(own, delta(7, hotter), 20);
  expect(replica.state?.vms[0]).toBe(guest);
  expect(guest?.cpu).toBe(0.9);
  expect(replica.state?.vms).not.toBe(own.state?.vms);
  expect(replica.figures).not.toBe(own.figures);
  expect(reduce(replica, delta(8, {}), 30).replica.figures).toBe(replica.figures);
});

test.each([
  ['of another revision', delta(6, hotter)],
  ['that names what is not there', delta(7, { vms: { columns: [{ field: 'cpu', at: [9], to: [1] }] } })],
])('a delta %s asks for a snapshot once, and keeps what is shown', (_, wrong) => {
  const first = reduce(loaded, wrong, 20);
  expect(first).toMatchObject({ resync: true, replica: { revision: null, receivedAt: 10 } });
  expect(first.replica.state).toBe(loaded.state);
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
  expect(known).toMatchObject({ archives: 'current', revision: 1, state: { vms: state.vms, guestSnapshots } });
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

test('Docker hosts stay after a snapshot that has none, until there are three in a row', () => {
  const hosts = [aDockerHost()];
  const known = reduce(loaded, { type: 'snapshot', revision: 8, data: { ...state, dockerHosts: hosts } }, 20).replica;
  let now = reduce(disconnected(known), { type: 'snapshot', revision: 1, data: state }, 30).replica;
  for (const revision of [1, 2]) {
    expect(now.docker.hosts).toBe(hosts);
    now = reduce(now, delta(revision, {}), 40).replica;
  }
  expect(now.docker.hosts).toEqual([]);
});

test('the last Docker host is gone at once when it is removed by name', () => {
  const data = { ...state, dockerHosts: [aDockerHost({ id: 'h1' })] };
  const known = reduce(loaded, { type: 'snapshot', revision: 7, data }, 20).replica;
  expect(reduce(known, delta(7, { dockerHosts: { remove: ['h1'] } }), 30).replica.docker.hosts).toEqual([]);
});
