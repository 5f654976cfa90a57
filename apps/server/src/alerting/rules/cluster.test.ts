import { expect, test } from 'vitest';
import { node } from '../../state/testing/observations.ts';
import { polled } from '../testing/polled.ts';
import { createClusterRules, quorumVerdict } from './cluster.ts';
import { createNodeRules } from './node.ts';

const cluster = (nodesOnline: number, nodes: number, quorate = true) => ({
  id: 'a',
  instance: 'a',
  name: 'home',
  quorate,
  nodes,
  nodesOnline,
});
const at = (...of: Parameters<typeof cluster>) => ({ pveClusters: [cluster(...of)] });

test.each([
  [1, 1, 'well'],
  [2, 2, 'well'],
  [1, 2, 'at risk'],
  [3, 3, 'well'],
  [2, 3, 'at risk'],
  [3, 4, 'at risk'],
  [4, 5, 'well'],
  [3, 5, 'at risk'],
])('with %i of %i nodes online the quorum is %s', (online, nodes, expected) => {
  const verdict = quorumVerdict(cluster(online, nodes));
  expect(verdict.is === 'bad' ? 'at risk' : verdict.is).toBe(expected);
});

test('the quorum is a warning when the next loss costs it, critical when it is lost, and ends', async () => {
  const { poll, messages } = polled(() => [createClusterRules()]);
  expect(await poll(at(5, 5))).toEqual([]);
  expect(await poll(at(3, 5), 10)).toEqual([]);
  expect(await poll(at(3, 5), 10)).toEqual(['quorum-a warning']);
  expect(messages()).toEqual(['Cluster home loses its quorum with the next node: 3 of 5 nodes online.']);
  expect(await poll(at(2, 5, false), 10)).toEqual(['quorum-a critical']);
  expect(messages()).toEqual(['Cluster home has no quorum: 2 of 5 nodes online.']);
  expect(await poll(at(5, 5), 10)).toEqual([]);
});

test('a node that is offline explains the risk, but not the loss of the quorum', async () => {
  const { poll } = polled(() => [createClusterRules(), createNodeRules()]);
  const nodes = [node('a', 'n1', { status: 'offline' }), node('a', 'n2'), node('a', 'n3')];
  expect(await poll({ nodes, ...at(2, 3) }, 120)).toEqual(['node-offline-a-n1 critical']);
  expect(await poll({ nodes, ...at(1, 3, false) }, 60)).toEqual(['node-offline-a-n1 critical', 'quorum-a critical']);
});
