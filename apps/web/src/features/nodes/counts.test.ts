import { aGuest } from '@belfry/domain/testing/guest';
import type { Node } from '@belfry/schema/entities/node';
import { expect, test } from 'vitest';
import { type Counted, countsOf, ownCounts } from './counts.ts';

const state = (fields: Partial<Record<keyof Counted, unknown[]>>) =>
  ({
    nodes: [{ id: 'dc-a' }, { id: 'dc-b' }] as Node[],
    pbs: [],
    vms: [],
    containers: [],
    storage: [],
    physicalDisks: [],
    ...fields,
  }) as Counted;
const noBackups = new Map<string, number>();
const at = { instance: 'dc', node: 'a' };

test('the Overview counts guests, and a node without any has none', () => {
  const vms = [aGuest(at), aGuest({ ...at, vmid: 101 }), aGuest({ ...at, node: 'gone' })];
  const counts = countsOf('dashboard', state({ vms }), noBackups);
  expect([...counts]).toEqual([
    ['dc-a', { vms: 2, containers: 0 }],
    ['dc-b', { vms: 0, containers: 0 }],
  ]);
});

test('a shared storage counts on each of its nodes', () => {
  const shared = state({ storage: [{ nodeIds: ['dc-a', 'dc-b'] }], physicalDisks: [at] });
  const counts = countsOf('storage', shared, noBackups);
  expect([counts.get('dc-a'), counts.get('dc-b')]).toEqual([
    { storage: 1, disks: 1 },
    { storage: 1, disks: 0 },
  ]);
});

test('nodes and backup servers have the backups that are listed under them', () => {
  const listed = new Map([
    ['dc-a', 2],
    ['pbs-main', 5],
  ]);
  const counts = countsOf('backups', state({ pbs: [{ id: 'pbs-main', name: 'main' }] }), listed);
  expect([...counts]).toEqual([
    ['dc-a', { backups: 2 }],
    ['dc-b', { backups: 0 }],
    ['pbs-main', { backups: 5 }],
  ]);
});

test('the backups of a host that does not answer and the disks of any host are unknown, not 0; known counts stay', () => {
  const counts = new Map([
    ['a', { vms: 0, backups: 0, disks: 0 }],
    ['b', { backups: 3, disks: 1 }],
  ]);
  expect(ownCounts(counts, 'a', false)).toEqual({ vms: 0, backups: null, disks: null });
  expect(ownCounts(counts, 'a', true)).toEqual({ vms: 0, backups: 0, disks: null });
  expect(ownCounts(counts, 'b', false)).toEqual({ backups: 3, disks: 1 });
  expect(ownCounts(counts, 'c', true)).toEqual({});
});
