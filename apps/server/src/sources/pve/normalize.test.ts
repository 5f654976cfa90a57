// From facts to entities: units, identity, the rules for what a host leaves unsaid; recorded answers end to end.
import { guestId, nodeId, storageId } from '@belfry/domain/ids';
import { Guest } from '@belfry/schema/entities/guest';
import { Node } from '@belfry/schema/entities/node';
import { Storage } from '@belfry/schema/entities/storage';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { answersOf } from '../testing/own-answers.ts';
import { type Facts, noFacts, noMetrics, withNodeStatus, withNodeStorages, withResources } from './facts.ts';
import { parseNodeStatus } from './node-status.ts';
import { normalizeGuests, normalizeNodes, normalizeStorages } from './normalize.ts';
import { parseResources } from './payloads.ts';
import { parseNodeStorages } from './storage-details.ts';

const place = { instance: 'home', host: 'https://pve1:8006' };
type Row = Record<string, unknown>;
const GiB = 2 ** 30;
const node: Row = {
  type: 'node',
  node: 'pve1',
  status: 'online',
  cpu: 0.123456,
  maxcpu: 8,
  mem: 3 * GiB,
  maxmem: 8 * GiB,
  disk: GiB,
  maxdisk: 4 * GiB,
  uptime: 99,
};
const vm: Row = {
  type: 'qemu',
  vmid: 100,
  node: 'pve1',
  name: 'web',
  status: 'running',
  cpu: 1.0234567,
  maxcpu: 2,
  mem: GiB,
  maxmem: 2 * GiB,
  disk: 0,
  maxdisk: 32 * GiB,
  uptime: 60,
  netin: 7,
  netout: 8,
  diskread: 9,
  diskwrite: 10,
};
const container: Row = { ...vm, type: 'lxc', vmid: 101, name: 'db', disk: 8 * GiB };
const storage: Row = {
  type: 'storage',
  storage: 'nas',
  node: 'pve1',
  status: 'available',
  plugintype: 'nfs',
  content: 'iso,backup',
  shared: 1,
  disk: 5,
  maxdisk: 10,
};

function learn(rows: readonly unknown[], facts: Facts = noFacts): Facts {
  const found = parseResources(rows);
  if (!found) throw new Error('no list');
  return withResources(facts, found, noMetrics, 0);
}
const all = (facts: Facts) => ({
  nodes: normalizeNodes(facts, place, 'healthy'),
  vms: normalizeGuests(facts, 'qemu', place),
  containers: normalizeGuests(facts, 'lxc', place),
  storage: normalizeStorages(facts, place),
});
const guestOf = (row: Row, ...others: Row[]) => {
  const { vms, containers } = all(learn([row, ...others]));
  const guest = vms[0] ?? containers[0];
  if (!guest) throw new Error('no guest');
  return guest;
};

test('for any rows, the entities are valid, in order, and without absurd figures', () => {
  const junk = fc.oneof(fc.anything(), fc.constantFrom<unknown>(null, '', 'NaN', '1e30', -1, 1e30, [], {}));
  const rows = [node, vm, container, storage, { ...vm, vmid: 102, status: 'unknown' }];
  const spoil = (row: Row) =>
    fc.dictionary(fc.constantFrom(...Object.keys(row)), junk).map((bad) => ({ ...row, ...bad }));
  fc.assert(
    fc.property(fc.tuple(...rows.map(spoil)), (spoiled) => {
      const { nodes, vms, containers, storage } = all(learn(spoiled));
      for (const n of nodes) expect(Node.safeParse(n).error).toBeUndefined();
      for (const g of [...vms, ...containers]) {
        expect(Guest.safeParse(g).error).toBeUndefined();
        expect(g.memory.usage).toBeLessThanOrEqual(100);
        expect(g.cpu).toBeGreaterThanOrEqual(0);
      }
      for (const s of storage) expect(Storage.safeParse(s).error).toBeUndefined();
      for (const list of [nodes, vms, containers, storage]) {
        const ids = list.map((e) => e.id);
        expect(ids).toEqual([...new Set(ids)].sort());
      }
    }),
  );
});

test('every listed guest, node and storage becomes one valid entity in bytes, seconds and fractions', () => {
  for (const recording of answersOf('pve', /^\/cluster\/resources$/)) {
    const rows = recording.body.data as Row[];
    const { nodes, vms, containers, storage } = all(learn(rows));
    for (const row of rows) {
      if (row.type === 'node') {
        const found = nodes.find((n) => n.id === nodeId('home', String(row.node)));
        expect(Node.parse(found)).toMatchObject({
          status: row.status,
          uptime: row.uptime ?? 0,
          memory: { total: row.maxmem ?? 0 },
        });
        expect(found?.cpu).toBeCloseTo(Number(row.cpu ?? 0), 4);
      } else if ((row.type === 'qemu' || row.type === 'lxc') && row.template !== 1) {
        const found = (row.type === 'qemu' ? vms : containers).find((g) => g.id === guestId('home', Number(row.vmid)));
        const expected = {
          status: row.status,
          node: row.node,
          cpus: row.maxcpu ?? 0,
          memory: { total: row.maxmem ?? 0 },
        };
        expect(Guest.parse(found), recording.file).toMatchObject(expected);
        expect(found?.disk).toMatchObject({ total: row.maxdisk ?? 0, ...(row.type === 'qemu' && { usage: -1 }) });
      } else if (row.type === 'storage') {
        const at = row.shared === 1 ? 'cluster' : String(row.node);
        const found = storage.find((s) => s.id === storageId('home', at, String(row.storage)));
        expect(Storage.parse(found)).toMatchObject({
          total: row.maxdisk ?? 0,
          used: row.disk ?? 0,
          status: row.status,
        });
      }
    }
  }
});

test('what has no statistics yet keeps its last name and sizes, at zero use', () => {
  const facts = learn([{ type: 'qemu', vmid: 100, node: 'pve2', status: 'unknown' }], learn([vm]));
  expect(normalizeGuests(facts, 'qemu', place)).toMatchObject([
    {
      name: 'web',
      node: 'pve2',
      status: 'unknown',
      cpu: 0,
      uptime: 0,
      memory: { total: 2 * GiB, used: 0, quality: 'stale' },
    },
  ]);
  expect(guestOf({ type: 'qemu', vmid: 100, node: 'pve2', status: 'unknown' }).name).toBe('VM 100');
});

test('a guest that is not in the list any more is removed, with its name', () => {
  const gone = learn([node], learn([node, vm]));
  expect(all(gone).vms).toEqual([]);
  expect(all(learn([{ type: 'qemu', vmid: 100, node: 'pve1', status: 'unknown' }], gone)).vms[0]?.name).toBe('VM 100');
});

test('guests of an offline node are unknown, even if the list still has them as running', () => {
  expect(guestOf(vm, { ...node, status: 'offline' })).toMatchObject({ status: 'unknown', cpu: 0, memory: { used: 0 } });
});

test('a guest that is switched off uses nothing', () => {
  for (const status of ['stopped', 'unknown'])
    expect(guestOf({ ...vm, status })).toMatchObject({
      status,
      cpu: 0,
      uptime: 0,
      memory: { used: 0, usage: 0, total: 2 * GiB },
    });
});

test('the parser computes no rates: they are null', () => {
  expect(guestOf(vm)).toMatchObject({ networkIn: null, networkOut: null, diskRead: null, diskWrite: null });
});

test("a VM's disk use is unknown, with a reason while it runs; a container's is known", () => {
  expect(guestOf(vm)).toMatchObject({ disk: { usage: -1, total: 32 * GiB }, diskStatusReason: 'no-data' });
  expect(guestOf({ ...vm, status: 'stopped' })).not.toHaveProperty('diskStatusReason');
  expect(guestOf(container).disk).toMatchObject({ used: 8 * GiB, usage: 25 });
});

test('memory above the total is kept as reported, and shown as a full bar', () => {
  expect(guestOf({ ...vm, mem: 3 * GiB }).memory).toEqual({
    total: 2 * GiB,
    used: 3 * GiB,
    free: 0,
    usage: 100,
    source: 'cluster-resources',
    quality: 'estimate',
  });
});

test('fractions have four decimals and may exceed one', () => {
  expect(guestOf(vm).cpu).toBe(1.0235);
});

test('an offline node has no usage, but keeps its sizes and the data of its machine', () => {
  const status = parseNodeStatus({
    kversion: 'Linux 6.8',
    pveversion: 'pve-manager/9',
    cpuinfo: { model: 'Xeon', sockets: 2, mhz: '2400.1' },
  });
  if (!status) throw new Error('no status');
  const facts = withNodeStatus(
    learn([{ type: 'node', node: 'pve1', status: 'offline', maxmem: 8 * GiB, maxcpu: 4 }]),
    'pve1',
    status,
  );
  expect(normalizeNodes(facts, place, 'healthy')).toMatchObject([
    {
      status: 'offline',
      cpu: 0,
      uptime: 0,
      loadAverage: [],
      memory: { total: 8 * GiB, used: 0, usage: 0 },
      kernelVersion: 'Linux 6.8',
      cpuInfo: { model: 'Xeon', cores: 4, sockets: 2, mhz: '2400.1' },
    },
  ]);
});

test('a single host has its configured name; members of a cluster have their own names, also before the name of the cluster is known', () => {
  expect(all(learn([node])).nodes).toMatchObject([{ displayName: 'home', isClusterMember: false, clusterName: '' }]);
  expect(
    all(learn([node, { ...node, node: 'pve2' }])).nodes.map((n) => [n.displayName, n.isClusterMember, n.clusterName]),
  ).toEqual([
    ['pve1', true, ''],
    ['pve2', true, ''],
  ]);
  const named = { ...learn([node]), cluster: { quorate: true, name: 'attic', members: [] } };
  expect(normalizeNodes(named, place, 'healthy')).toMatchObject([
    { displayName: 'pve1', isClusterMember: true, clusterName: 'attic' },
  ]);
});

test('a shared storage is one, at the size of the node that reports the largest use; a local one is one per node', () => {
  const rows = [
    { ...storage, disk: 5 },
    { ...storage, node: 'pve2', disk: 7, maxdisk: 20 },
    { ...storage, node: 'pve3', status: 'unknown', disk: undefined, maxdisk: undefined },
    { ...storage, storage: 'local', shared: 0 },
    { ...storage, storage: 'local', shared: 0, node: 'pve2' },
  ];
  const found = normalizeStorages(learn(rows), place);
  expect(found.map((s) => s.id)).toEqual(['home-cluster-nas', 'home-pve1-local', 'home-pve2-local']);
  expect(found[0]).toMatchObject({
    node: 'cluster',
    nodes: ['pve1', 'pve2', 'pve3'],
    nodeIds: ['home-pve1', 'home-pve2', 'home-pve3'],
    nodeCount: 3,
    used: 7,
    total: 20,
    free: 13,
    usage: 35,
    status: 'available',
    active: true,
    shared: true,
    content: 'backup,iso',
  });
});

test('a storage whose node went away keeps its last sizes and is unknown', () => {
  const local = { ...storage, storage: 'local', shared: 0 };
  const facts = learn([{ ...local, status: 'unknown', disk: undefined, maxdisk: undefined }], learn([local]));
  expect(normalizeStorages(facts, place)).toMatchObject([{ status: 'unknown', active: false, used: 5, total: 10 }]);
});

test('the listed figures of a storage on an offline node are not used', () => {
  const offline = { ...node, node: 'pve2', status: 'offline' };
  const own = { ...storage, storage: 'local', shared: 0, node: 'pve2' };
  const shared = [storage, { ...storage, node: 'pve2' }];
  const seen = normalizeStorages(learn([node, offline, own, ...shared]), place);
  expect(seen.map((s) => [s.name, s.status, s.active])).toEqual([
    ['nas', 'available', true],
    ['local', 'unknown', false],
  ]);
});

const NO_POOLS = { zfs: [], thin: undefined };

test('a storage says on which online nodes it is enabled and cannot be used', () => {
  const on = (name: string, active: number, status = 'online') => ({ name, active, status });
  const seen = (...nodes: ReturnType<typeof on>[]) => {
    const rows = nodes.flatMap(({ name, status }) => [
      { ...node, node: name, status },
      { ...storage, node: name },
    ]);
    const facts = nodes.reduce(
      (before, { name, active }) =>
        withNodeStorages(
          before,
          name,
          parseNodeStorages([{ storage: 'nas', type: 'nfs', enabled: 1, active }]),
          NO_POOLS,
        ),
      learn(rows),
    );
    const [found] = all(facts).storage;
    return { inactiveOn: found?.inactiveOn, active: found?.active, status: found?.status };
  };
  expect(seen(on('pve1', 1), on('pve2', 1))).toEqual({ active: true, status: 'available' });
  expect(seen(on('pve1', 1), on('pve2', 0))).toEqual({ inactiveOn: ['pve2'], active: true, status: 'available' });
  expect(seen(on('pve1', 0))).toEqual({ inactiveOn: ['pve1'], active: false, status: 'inactive' });
  expect(seen(on('pve1', 1), on('pve2', 0, 'offline'))).toEqual({ active: true, status: 'available' });
  expect(seen(on('pve1', 0), on('pve2', 1, 'offline'))).toMatchObject({ active: false, inactiveOn: ['pve1'] });
});
