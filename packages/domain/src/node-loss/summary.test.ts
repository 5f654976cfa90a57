import type { Node } from '@belfry/schema/entities/node';
import type { LostGuest } from '@belfry/schema/entities/node-loss';
import { expect, test } from 'vitest';
import { usageOf } from '../usage.ts';
import { arrivals, lossSummary, roomsOf } from './summary.ts';

const guests: LostGuest[] = [
  { vmid: 1, isManaged: true, to: 'pve2' },
  { vmid: 2, isManaged: false, to: 'pve3' },
  { vmid: 3, isManaged: false, to: 'pve2' },
  { vmid: 4, isManaged: true, obstacles: [{ kind: 'memory', node: 'pve2', freeBytes: 0 }] },
  { vmid: 5, isManaged: false, obstacles: [{ kind: 'not-read' }] },
];

test('every guest of a lost node is counted once', () => {
  const { total, byHa, byHand, stays, unknown } = lossSummary({ guests });
  expect([total, byHa, byHand]).toEqual([5, 1, 2]);
  expect([stays, unknown].map((list) => list.map(({ vmid }) => vmid))).toEqual([[4], [5]]);
});

test('the guests that come are those with a node', () => {
  const found = [...arrivals({ guests })].map(([node, list]) => [node, list.map(({ vmid }) => vmid)]);
  expect(found).toEqual([
    ['pve2', [1, 3]],
    ['pve3', [2]],
  ]);
});

test('a guest that was started elsewhere since the estimate is not counted twice in the memory of that node', () => {
  const node = (name: string, used: number) => ({ name, memory: usageOf(100, used) }) as Node;
  const losses = [
    { node: 'pve2', freeBytes: 70 },
    { node: 'pve3', freeBytes: 50 },
    { node: 'pve4', freeBytes: 50 },
  ];
  // guests 1 and 3 run on pve2 already
  const staying = [node('pve2', 80), node('pve3', 40), node('pve4', 97)];
  const rooms = roomsOf({ guests }, staying, losses, () => 30);
  expect(rooms.map(({ node, guests, now, after }) => [node.name, guests, now, after])).toEqual([
    ['pve2', 2, 80, 90],
    ['pve3', 1, 40, 80],
    ['pve4', 0, 97, 97],
  ]);
});
