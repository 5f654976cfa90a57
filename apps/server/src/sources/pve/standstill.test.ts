// Against the states of real nodes: pvestatd hangs (9.2, 8.4). Their lists have old figures for five minutes, then none.
import { nodeId } from '@belfry/domain/ids';
import { describe, expect, test } from 'vitest';
import { type Facts, noFacts, noMetrics, withOwnUptime, withResources } from './facts.ts';
import { normalizeGuests, normalizeNodes, normalizeStorages } from './normalize.ts';
import { parseResources } from './payloads.ts';

const GB = 1024 ** 3;
const START = Date.parse('2026-01-01T00:00:00Z');
const place = { instance: 'a', host: 'https://pve1:8006' };
const nodeRow = (uptime?: number, name = 'pve1') => ({
  id: `node/${name}`,
  node: name,
  type: 'node',
  status: 'online',
  uptime,
  cpu: 0.1,
  maxcpu: 4,
  mem: GB,
  maxmem: 8 * GB,
  disk: GB,
  maxdisk: 9 * GB,
});
const vm = {
  id: 'qemu/100',
  vmid: 100,
  type: 'qemu',
  node: 'pve1',
  name: 'web',
  status: 'running',
  cpu: 0.5,
  maxcpu: 2,
  mem: GB,
  maxmem: 2 * GB,
  disk: 0,
  maxdisk: 9 * GB,
  uptime: 50,
  template: 0,
};
const template = { ...vm, id: 'qemu/9000', vmid: 9000, name: 'tpl', status: 'stopped', template: 1 };
const store = {
  id: 'storage/pve1/local',
  storage: 'local',
  type: 'storage',
  plugintype: 'dir',
  node: 'pve1',
  status: 'available',
  shared: 0,
  content: 'images',
  disk: GB,
  maxdisk: 9 * GB,
};
const calm = (uptime: number) => [nodeRow(uptime), vm, template, store];
/** What the host lists when nobody sends figures of the node any more. */
const empty = [
  { id: 'node/pve1', node: 'pve1', type: 'node', status: 'unknown', 'cgroup-mode': 2 },
  { id: 'qemu/100', vmid: 100, node: 'pve1', type: 'qemu', status: 'unknown', tags: 'prod' },
  { id: 'qemu/9000', vmid: 9000, node: 'pve1', type: 'qemu', status: 'unknown' },
  {
    id: 'storage/pve1/local',
    storage: 'local',
    type: 'storage',
    plugintype: 'dir',
    node: 'pve1',
    status: 'unknown',
    shared: 0,
    content: 'images',
  },
];

function watch() {
  let facts: Facts = noFacts;
  let seconds = 0;
  const seen = () => ({
    nodes: normalizeNodes(facts, place, 'healthy'),
    vms: normalizeGuests(facts, 'qemu', place),
    storage: normalizeStorages(facts, place),
  });
  return {
    list(rows: unknown, after = 10) {
      seconds += after;
      const found = parseResources(rows);
      if (!found) throw new Error('no list');
      facts = withResources(facts, found, noMetrics, START + seconds * 1000);
      return seen();
    },
    /** The node itself is asked for its uptime. */
    own(uptime: number) {
      facts = withOwnUptime(facts, 'pve1', uptime);
      return seen();
    },
  };
}

describe('a node whose figures stand still while its own clock goes on', () => {
  test('is stale after a minute and a half, with its guests and its storages, since the time of its last figures', () => {
    const { list, own } = watch();
    list(calm(1000));
    own(1002);
    list(calm(1000));
    expect(own(1080).nodes[0]).not.toHaveProperty('staleSince');
    list(calm(1000), 80);
    const { nodes, vms, storage } = own(1093);
    const staleSince = new Date(START + 10_000).toISOString();
    expect(nodes).toMatchObject([{ id: nodeId('a', 'pve1'), status: 'online', staleSince }]);
    expect(vms).toMatchObject([{ vmid: 100, status: 'running', cpu: 0.5, staleSince }]);
    expect(storage).toMatchObject([{ status: 'available', staleSince }]);
    expect(list(calm(1100)).nodes[0]).not.toHaveProperty('staleSince');
  });

  test('keeps what was known when the host lists nothing any more: names, sizes, states, and what is a template', () => {
    const { list } = watch();
    list(calm(1000));
    const before = list(calm(1010));
    const staleSince = new Date(START + 20_000).toISOString();
    const { nodes, vms, storage } = list(empty, 300);
    expect(nodes).toEqual(before.nodes.map((node) => ({ ...node, staleSince })));
    expect(vms).toMatchObject(before.vms.map(({ name, memory, status }) => ({ name, memory, status, staleSince })));
    expect(storage).toMatchObject([{ total: 9 * GB, used: GB, staleSince }]);
    const back = list(calm(1400));
    expect([back.nodes[0], back.vms[0], back.storage[0]].some((each) => each && 'staleSince' in each)).toBe(false);
  });
});

test('a node whose figures do not move, and whose own uptime does not either, is not stale', () => {
  const { list, own } = watch();
  for (let i = 0; i < 30; i++) {
    list(calm(900_000), 30);
    expect(own(900_000).nodes[0]).not.toHaveProperty('staleSince');
  }
});

test('a node that was restarted, and one whose uptime may not be read, are not stale', () => {
  const { list, own } = watch();
  list(calm(5000));
  own(5001);
  list(calm(10), 200);
  expect(own(12).nodes[0]).not.toHaveProperty('staleSince');
  const blind = { id: 'node/pve1', node: 'pve1', type: 'node', status: 'online', level: '' };
  expect(list([blind, vm], 600).nodes[0]).not.toHaveProperty('staleSince');
});

test('a node without any figures since the start is unknown', () => {
  const { list } = watch();
  expect(list(empty)).toMatchObject({
    nodes: [{ status: 'unknown' }],
    vms: [{ status: 'unknown' }, { status: 'unknown' }],
  });
});

test('an offline node is offline, not stale', () => {
  const { list } = watch();
  list(calm(1000));
  const [node] = list(
    [{ id: 'node/pve1', node: 'pve1', type: 'node', status: 'offline' }, ...empty.slice(1)],
    60,
  ).nodes;
  expect(node).toMatchObject({ status: 'offline' });
  expect(node).not.toHaveProperty('staleSince');
});
