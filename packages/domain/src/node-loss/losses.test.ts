import type { LostGuest } from '@belfry/schema/entities/node-loss';
import { expect, test } from 'vitest';
import type { LossInput } from './input.ts';
import { nodeLosses } from './losses.ts';
import { cluster, GiB, guest, local, node, shared } from './testing/cluster.ts';

/** The guests of pve1, if it dies. */
const lost = (given: Partial<LossInput>): LostGuest[] =>
  nodeLosses(cluster(given)).find((each) => each.node === 'pve1')?.guests ?? [];
const first = (given: Partial<LossInput>): LostGuest | undefined => lost(given)[0];

test('guests go where their memory is free; one that is too large stays, with what would be free', () => {
  const guests = [guest(101, 'pve1', 12), guest(102, 'pve1', 12), guest(103, 'pve1', 12)];
  const [a, b, c] = lost({ guests });
  expect([a?.to, b?.to]).toEqual(['pve2', 'pve3']);
  expect(c).toEqual({
    vmid: 103,
    isManaged: false,
    obstacles: [
      // Of several nodes that are full, the one with the most room.
      { kind: 'memory', node: 'pve2', freeBytes: 8 * GiB },
    ],
  });
});

test('a large guest fits although a small one would have taken its place', () => {
  const nodes = [node('pve1', 0), node('pve2', 16), node('pve3', 4)];
  const guests = [guest(101, 'pve1', 4), guest(102, 'pve1', 16)];
  expect(lost({ nodes, guests }).map(({ to }) => to)).toEqual(['pve3', 'pve2']);
});

test('a guest placed before goes elsewhere if that makes room', () => {
  const nodes = [node('pve1', 0), node('pve2', 8), node('pve3', 9)];
  const guests = [
    guest(101, 'pve1', 8, { isManaged: true }),
    guest(102, 'pve1', 8, { hardware: { disks: [{ key: 'scsi0', storage: 'nas', isCopied: true }], devices: [] } }),
  ];
  expect(lost({ nodes, guests }).map(({ to }) => to)).toEqual(['pve3', 'pve2']);
});

test('guests that HA starts are placed before those that somebody must start', () => {
  const nodes = [node('pve1', 0), node('pve2', 8)];
  const guests = [guest(101, 'pve1', 8), guest(102, 'pve1', 4, { isManaged: true })];
  expect(lost({ nodes, guests }).map(({ to }) => to)).toEqual([undefined, 'pve2']);
});

test.each([
  ['a PCI device', { devices: [{ key: 'hostpci0', kind: 'pci' as const }], disks: [] }, 'pci'],
  ['a USB device', { devices: [{ key: 'usb1', kind: 'usb' as const }], disks: [] }, 'usb'],
  ['a device of a container', { devices: [{ key: 'dev0', kind: 'device' as const }], disks: [] }, 'device'],
  ['a folder of the node', { devices: [], disks: [{ key: 'mp0', isCopied: false }] }, 'local-path'],
  ['a local disk', local, 'local-disk'],
  [
    'a storage that nobody may list',
    { devices: [], disks: [{ key: 'scsi1', storage: 'x', isCopied: true }] },
    'unknown-storage',
  ],
  ['an unknown configuration', undefined, 'not-read'],
])('%s binds a guest to its node', (_, hardware, kind) => {
  const found = first({ guests: [guest(101, 'pve1', 1, { hardware })] });
  expect(found?.to).toBeUndefined();
  expect(found?.obstacles?.map((each) => [each.kind, each.node])).toEqual([[kind, undefined]]);
});

test('a guest with local disks goes only to the target of its replication', () => {
  const replicatedTo = ['pve3'];
  const nodes = [node('pve1', 0), node('pve2', 8), node('pve3', 16)];
  expect(first({ nodes, guests: [guest(101, 'pve1', 8, { hardware: local, replicatedTo })] })?.to).toBe('pve3');
  const hardware = { devices: [], disks: [...local.disks, { key: 'scsi1', storage: 'local-zfs', isCopied: false }] };
  const left = first({ nodes, guests: [guest(101, 'pve1', 8, { hardware, replicatedTo })] });
  expect(left?.obstacles).toEqual([{ kind: 'local-disk', what: 'scsi1', storage: 'local-zfs' }]);
});

test('a guest goes only to nodes with its storage', () => {
  const hardware = { devices: [], disks: [{ key: 'scsi0', storage: 'nas', isCopied: true }] };
  const nodes = [node('pve1', 0), node('pve2', 4), node('pve3', 20)];
  expect(first({ nodes, guests: [guest(101, 'pve1', 8, { hardware })] })?.obstacles).toEqual([
    { kind: 'memory', node: 'pve2', freeBytes: 4 * GiB },
    { kind: 'no-storage', what: 'scsi0', storage: 'nas', node: 'pve3' },
  ]);
});

test('a type of CPU that a node does not have keeps a guest from it', () => {
  const nodes = [node('pve1', 0), node('pve2', 8, { cpu: { vendor: 'amd', level: 3 } }), node('pve3', 8, { cpu: {} })];
  const guests = [guest(101, 'pve1', 8, { hardware: { ...shared, cpuType: 'Haswell' } })];
  expect(first({ nodes, guests })?.to).toBe('pve3');
  expect(first({ nodes: nodes.slice(0, 2), guests })?.obstacles).toEqual([
    { kind: 'cpu', what: 'Haswell', node: 'pve2' },
  ]);
});

test('a strict rule of HA limits the nodes, another one only prefers them, and the highest priority comes first', () => {
  const guests = [guest(101, 'pve1', 8, { isManaged: true })];
  const rule = (isStrict: boolean, ...names: [string, number][]) => ({
    id: 'db',
    kind: 'nodes' as const,
    vmids: [101],
    nodes: names.map(([name, priority]) => ({ name, priority })),
    isStrict,
  });
  expect(first({ guests, rules: [rule(true, ['pve1', 1])] })?.obstacles?.map(({ kind, what }) => [kind, what])).toEqual(
    [
      ['ha-rule', 'db'],
      ['ha-rule', 'db'],
    ],
  );
  expect(first({ guests, rules: [rule(false, ['pve1', 1])] })?.to).toBe('pve2');
  expect(first({ guests, rules: [rule(false, ['pve3', 1])] })?.to).toBe('pve3');
  expect(first({ guests, rules: [rule(true, ['pve2', 1], ['pve3', 2])] })?.to).toBe('pve3');
});

test('a rule of HA says nothing about a guest that HA does not manage', () => {
  const rules = [
    { id: 'db', kind: 'nodes' as const, vmids: [101], nodes: [{ name: 'pve1', priority: 0 }], isStrict: true },
  ];
  expect(first({ guests: [guest(101, 'pve1', 8)], rules })?.to).toBe('pve2');
});

test('guests that must be apart are on different nodes, or one of them has no place', () => {
  const isManaged = true;
  const apart = { id: 'dns', kind: 'apart' as const, vmids: [101, 102, 103] };
  const guests = [101, 102].map((vmid) => guest(vmid, 'pve1', 1, { isManaged }));
  expect(lost({ guests, rules: [apart] }).map(({ to }) => to)).toEqual(['pve2', 'pve3']);
  const third = guest(103, 'pve2', 1, { isManaged });
  const [a, b] = lost({ guests: [...guests, third], rules: [apart] });
  expect(a?.to).toBe('pve3');
  expect(b?.obstacles?.map(({ kind, what }) => [kind, what])).toEqual([
    ['affinity', 'dns'],
    ['affinity', 'dns'],
  ]);
});

test('guests that must be together go to one node, and to the node where the others are', () => {
  const isManaged = true;
  const together = { id: 'app', kind: 'together' as const, vmids: [101, 102, 103] };
  const guests = [101, 102].map((vmid) => guest(vmid, 'pve1', 8, { isManaged }));
  const nodes = [node('pve1', 0), node('pve2', 12), node('pve3', 16)];
  expect(lost({ nodes, guests, rules: [together] }).map(({ to }) => to)).toEqual(['pve3', 'pve3']);
  const third = guest(103, 'pve2', 1, { isManaged });
  const [a] = lost({ nodes, guests: [...guests, third], rules: [together] });
  expect(a?.obstacles).toEqual([
    { kind: 'memory', node: 'pve2', freeBytes: 12 * GiB },
    { kind: 'affinity', what: 'app', node: 'pve3' },
  ]);
});

test('a guest whose companion is bound to the node stays with it', () => {
  const isManaged = true;
  const rules = [{ id: 'app', kind: 'together' as const, vmids: [101, 102] }];
  const guests = [guest(101, 'pve1', 1, { isManaged, hardware: local }), guest(102, 'pve1', 1, { isManaged })];
  expect(lost({ guests, rules })[1]?.obstacles).toEqual([{ kind: 'affinity', what: 'app' }]);
});

test('nodes that are offline or in maintenance take no guests; a single node has no other', () => {
  const nodes = [node('pve1', 0), node('pve2', 8, { isOnline: false }), node('pve3', 8, { takesGuests: false })];
  const guests = [guest(101, 'pve1', 1)];
  expect(first({ nodes, guests })?.obstacles).toEqual([{ kind: 'no-node' }]);
  expect(first({ nodes: nodes.slice(0, 1), guests })?.obstacles).toEqual([{ kind: 'no-node' }]);
});

test('the nodes that stay are quorate as the majority of all nodes', () => {
  const quorate = (...online: boolean[]) =>
    nodeLosses(cluster({ nodes: online.map((isOnline, i) => node(`pve${i}`, 1, { isOnline })) })).map(
      (each) => each.isQuorate,
    );
  expect(quorate(true, true, true)).toEqual([true, true, true]);
  expect(quorate(true, true, false)).toEqual([false, false]);
  expect(quorate(true, true)).toEqual([false, false]);
});

test('the guests of a node that is lost are placed on the nodes that stay, each with its place in the order of the start', () => {
  const nodes = [
    node('pve1', 0, { isOnline: false }),
    node('pve2', 8),
    node('pve3', 8),
    node('pve4', 0, { isOnline: false }),
  ];
  const guests = [
    guest(101, 'pve1', 8, { order: 2 }),
    guest(102, 'pve1', 8, { hardware: local }),
    guest(103, 'pve1', 1, { isRunning: false }),
    guest(201, 'pve2', 1),
  ];
  const losses = nodeLosses(cluster({ nodes, guests }));
  expect(losses.map((each) => [each.node, each.isQuorate])).toEqual([
    ['pve1', false],
    ['pve2', false],
    ['pve3', false],
  ]);
  expect(losses[0]?.guests).toEqual([
    { vmid: 101, isManaged: false, order: 2, to: 'pve2' },
    { vmid: 102, isManaged: false, obstacles: [{ kind: 'local-disk', what: 'scsi0', storage: 'local-zfs' }] },
  ]);
});

test('guests that are switched off are not lost', () => {
  expect(lost({ guests: [guest(101, 'pve1', 1, { isRunning: false })] })).toEqual([]);
});
