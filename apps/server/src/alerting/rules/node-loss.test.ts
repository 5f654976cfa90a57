import type { LostGuest, NodeLoss } from '@belfry/schema/entities/node-loss';
import { expect, test } from 'vitest';
import { guest, node } from '../../state/testing/observations.ts';
import { polled } from '../testing/polled.ts';
import { createNodeRules } from './node.ts';
import { createNodeLossRules, lossVerdict } from './node-loss.ts';

const loss = (...guests: LostGuest[]): NodeLoss => ({ id: 'a-n1', instance: 'a', node: 'n1', guests, isQuorate: true });
const moves = (vmid: number): LostGuest => ({ vmid, isManaged: true, to: 'n2' });
const full = (vmid: number, isManaged = true): LostGuest => ({
  vmid,
  isManaged,
  obstacles: [{ kind: 'memory', node: 'n2', freeBytes: 0 }],
});
const unread: LostGuest = { vmid: 9, isManaged: true, obstacles: [{ kind: 'not-read' }] };

test.each([
  ['all guests fit', [moves(1), moves(2)], 'well'],
  ['a guest of HA does not fit', [moves(1), full(2)], 'bad'],
  ['only guests without HA do not fit', [moves(1), full(2, false)], 'well'],
  ['nothing is known of a guest', [moves(1), unread], 'unknown'],
  ['one does not fit and another is not known', [full(1), unread], 'bad'],
] as const)('when %s, the verdict follows from it', (_, guests, is) => {
  expect(lossVerdict(loss(...guests)).is).toBe(is);
});

test('a node whose guests of HA do not fit elsewhere is a warning after ten minutes, and ends when they fit', async () => {
  const { poll, messages } = polled(() => [createNodeLossRules()]);
  const nodes = [node('a', 'n1'), node('a', 'n2')];
  const vms = [guest('a', 101, { name: 'erp' }), guest('a', 102, { name: 'db' })];
  const broken = { nodes, vms, nodeLosses: [loss(moves(103), full(101), full(102))] };
  expect(await poll(broken, 590)).toEqual([]);
  expect(await poll(broken, 30)).toEqual(['node-loss-a-n1 warning']);
  expect(messages()).toEqual(['If n1 dies, HA cannot start 2 of its 3 guests elsewhere: erp, db.']);
  expect(await poll({ nodes, vms, nodeLosses: [loss(moves(101))] }, 20)).toEqual([]);
});

test('a node that is offline explains that the guests of another do not fit', async () => {
  const { poll } = polled(() => [createNodeLossRules(), createNodeRules()]);
  const nodes = [node('a', 'n1'), node('a', 'n2', { status: 'offline' })];
  expect(await poll({ nodes, nodeLosses: [loss(full(101))] }, 900)).toEqual(['node-offline-a-n2 critical']);
});
