import { eachFigure, fieldFigures } from '@belfry/schema/figures';
import { PlainState } from '@belfry/schema/plain-state';
import { listNames, State } from '@belfry/schema/state';
import { expect, test } from 'vitest';
import { emptyState } from './delta/empty-state.ts';
import { listsWith } from './list-facts.ts';
import { plainGuest, plainNode } from './plain-state.ts';
import { aGuest } from './testing/guest.ts';
import { aNode } from './testing/node.ts';
import { aBackupServer } from './testing/pbs.ts';
import { plain } from './testing/plain-state.ts';

const memory = { total: 4096, used: 1024, free: 3072, usage: 25 };
const disk = { total: 9000, used: 10, free: 8990, usage: 0.1 };

const guest: State['vms'][number] = {
  id: 'dc-100',
  vmid: 100,
  name: 'db',
  instance: 'dc',
  node: 'pve1',
  type: 'qemu',
  status: 'running',
  uptime: 1,
  cpu: 0.5,
  cpus: 2,
  memory,
  disk,
  ...eachFigure(fieldFigures, () => null),
  tags: [],
  template: false,
};

test('a list has a plain form exactly when the plain state has the list', () => {
  const sent = new Set([...Object.keys(PlainState.shape), ...Object.keys(PlainState.shape.pveBackups.shape)]);
  expect(listsWith('plain').toSorted()).toEqual(listNames.filter((name) => sent.has(name)).toSorted());
});

test('the plain form of an empty state has every list', () => {
  expect(PlainState.parse(plain(emptyState))).toEqual(plain(emptyState));
});

test('guests have the short names and the time of the last answer of their instance', () => {
  const seen = '2026-01-01T00:00:00.000Z';
  const instance = {
    id: 'dc',
    kind: 'pve',
    name: 'dc',
    host: 'h',
    health: 'healthy',
    dropped: 0,
    endpoints: [],
  } as const;
  const state: State = { ...emptyState, instances: [{ ...instance, endpoints: [], lastSeen: seen }], vms: [guest] };
  expect(plain(state).vms[0]).toEqual({ ...guest, mem: 1024, maxmem: 4096, lastSeen: seen });
  expect(plain({ ...emptyState, vms: [guest] }).vms[0]).toMatchObject({ lastSeen: '' });
});

test('a guest without a number has the number 0 for clients that expect one, and none for our own', () => {
  const { vmid: _, ...named } = guest;
  expect(plain({ ...emptyState, vms: [named] }).vms[0]).toMatchObject({ name: guest.name, vmid: 0 });
  expect(State.parse({ ...emptyState, vms: [named] }).vms[0]).not.toHaveProperty('vmid');
});

test('what a backup server did not report is 0 for clients that compute with it, and stays absent for our own', () => {
  const server = aBackupServer({
    ...{ id: 'pbs-a', name: 'a', host: 'h', version: '4.2.3' },
    datastores: [{ name: 'usb', status: 'not mounted', namespaces: [] }],
  });
  const backup: State['pbsBackups'][number] = {
    id: 'b',
    instance: 'a',
    datastore: 'usb',
    namespace: '',
    backupType: 'vm',
    vmid: '100',
    backupTime: '2026-01-01T00:00:00.000Z',
    protected: false,
    verified: false,
    encrypted: false,
    files: [],
  };
  const state = PlainState.parse(plain({ ...emptyState, pbs: [server], pbsBackups: [backup] }));
  expect(state.pbs[0]).toMatchObject({ cpu: 0, memoryTotal: 0, uptime: 0, datastores: [{ total: 0, used: 0 }] });
  expect(state.pbsBackups[0]).toMatchObject({ size: 0 });
});

test('a client that does not know staleSince gets offline and unknown instead, but only while the data is stale', () => {
  const heard = { status: 'online', connectionHealth: 'healthy' } as const;
  const sizes = { memory, disk };
  const state = (silence: { staleSince?: string }) =>
    plain({
      ...emptyState,
      nodes: [{ ...heard, ...sizes, ...silence } as State['nodes'][number]],
      pbs: [{ ...heard, datastores: [], ...silence } as Partial<State['pbs'][number]> as State['pbs'][number]],
      pmg: [{ ...heard, ...silence } as Partial<State['pmg'][number]> as State['pmg'][number]],
      dockerHosts: [{ status: 'online', ...silence }] as State['dockerHosts'],
      storage: [{ status: 'available', ...silence }] as State['storage'],
      cephClusters: [{ health: 'HEALTH_OK', ...silence }] as State['cephClusters'],
    });
  const fresh = state({});
  for (const each of [...fresh.nodes, ...fresh.pbs, ...fresh.pmg]) expect(each).toMatchObject(heard);
  expect(fresh).toMatchObject({ dockerHosts: [{ status: 'online' }], storage: [{ status: 'available' }] });
  const silent = state({ staleSince: '2026-01-01T00:00:00.000Z' });
  for (const each of [...silent.nodes, ...silent.pbs, ...silent.pmg])
    expect(each).toMatchObject({ status: 'offline', connectionHealth: 'error' });
  expect(silent).toMatchObject({
    dockerHosts: [{ status: 'offline' }],
    storage: [{ status: 'unknown' }],
    cephClusters: [{ health: 'HEALTH_UNKNOWN' }],
  });
});

test('of a node of a silent site nothing is known: it is neither offline nor online, and has no value that looks live', () => {
  const nodes = ['far', 'near'].map((instance) =>
    aNode({ instance, ...{ staleSince: '2026-01-01T00:00:00.000Z', networkIn: 5 } }),
  );
  const host = { kind: 'pve' as const, host: '', health: 'error' as const, dropped: 0, endpoints: [] };
  const state = (status: 'connected' | 'silent') =>
    plain({
      ...{ ...emptyState, nodes, sites: [{ id: 's', name: 'Köln', status }] },
      instances: [
        { ...host, id: 'far', name: 'far', site: 's' },
        { ...host, id: 'near', name: 'near' },
      ],
    });
  const shown = (status: 'connected' | 'silent') => state(status).nodes.map((node) => node.status);
  // Its collector says that the host does not answer.
  expect(shown('connected')).toEqual(['offline', 'offline']);
  expect(shown('silent')).toEqual(['unknown', 'offline']);
  expect(state('silent').nodes[0]).toMatchObject({ connectionHealth: 'error' });
  expect(state('silent').nodes[0]).not.toHaveProperty('networkIn');
});

test('a node that does not answer its cluster has no value that looks live, and it and its guests were seen last when it was lost', () => {
  const [at, now] = ['2026-01-01T00:00:00.000Z', '2026-01-01T00:10:00.000Z'];
  const [memory, figures] = [
    { total: 8, used: 4, usage: 50 },
    { at, uptime: 60, cpu: 0.5 },
  ];
  const empty = { total: 8, used: 0, free: 8, usage: 0 };
  const node = aNode({
    ...{ status: 'offline', uptime: 0, cpu: 0, memory: empty, networkIn: 2_540_000, networkOut: 1 },
    services: [{ id: 'pvedaemon', description: '', state: 'running' }],
    lastKnown: { ...figures, memory, disk: memory },
  });
  const plain = plainNode(node, now);
  expect(plain).toMatchObject({ connectionHealth: 'error', lastSeen: at, memory: { total: 8, free: 0 } });
  for (const live of ['services', 'networkIn', 'networkOut']) expect(plain).not.toHaveProperty(live);
  const lost = aGuest({ status: 'unknown', lastKnown: { ...figures, status: 'running', memory } });
  expect(plainGuest(lost, now).lastSeen).toBe(at);
  expect(plainGuest(aGuest(), now).lastSeen).toBe(now);
});
