import { expect, test } from 'vitest';
import { aNode } from './testing/node.ts';
import { reachableAddress, webAddress } from './web-address.ts';

test.each([
  ['pve1', 'https://pve1:8006'],
  ['https://10.0.0.1:8443/', 'https://10.0.0.1:8443'],
  ['http://pve1', 'http://pve1:8006'],
  ['pve1:443', 'https://pve1'],
  ['https://[fe80::1]', 'https://[fe80::1]:8006'],
  ['https://root:secret@pve1', 'https://pve1:8006'],
])('%s opens %s', (host, url) => {
  expect(webAddress(host, 'pve')).toBe(url);
});

test.each(['', ' ', 'javascript://alert(1)', 'data:text/html,x', 'https://'])('%j opens nothing', (host) => {
  expect(webAddress(host, 'pve')).toBeUndefined();
});

test('a backup server has another default port', () => {
  expect(webAddress('pbs', 'pbs')).toBe('https://pbs:8007');
});

test('a node that does not answer leads to a member of its cluster that does, and to itself when none does', () => {
  const dead = aNode({ name: 'pve1', status: 'offline' });
  const silent = aNode({ name: 'pve3', staleSince: '2026-01-01T00:00:00.000Z' });
  const [alive, other] = [aNode({ name: 'pve2' }), aNode({ name: 'far', instance: 'other' })];
  const nodes = [other, dead, silent, alive];
  const at = (name: string) => `https://${name}.lan:8006`;
  expect(nodes.map((node) => reachableAddress(node, nodes))).toEqual([at('far'), at('pve2'), at('pve2'), at('pve2')]);
  expect(reachableAddress(dead, [dead, silent, other])).toBe(at('pve1'));
  const alone = { ...dead, isClusterMember: false };
  expect(reachableAddress(alone, nodes)).toBe(at('pve1'));
});
