import type { LostGuest } from '@belfry/schema/entities/node-loss';
import { expect, test } from 'vitest';
import { arrivals, lossSummary } from './summary.ts';

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
