import { expect, test } from 'vitest';
import { commitments } from './commitment.ts';

const node = (instance: string, name: string, total: number, cores: number) => ({
  id: `${instance}-${name}`,
  instance,
  name,
  memory: { total },
  cpuInfo: { cores },
});
const guest = (instance: string, at: string, total: number, cpus: number) => ({
  instance,
  node: at,
  cpus,
  memory: { total },
});

test('a node counts the guests of its own cluster, and a node of unknown size has no share', () => {
  const nodes = [node('a', 'pve1', 100, 8), node('b', 'pve1', 0, 0)];
  const found = commitments(nodes, [guest('a', 'pve1', 80, 4), guest('a', 'pve1', 70, 8), guest('b', 'pve1', 10, 1)]);
  expect(found.get('a-pve1')).toEqual({ guests: 2, memoryBytes: 150, vcpus: 12, memoryShare: 1.5, cpuShare: 1.5 });
  expect(found.get('b-pve1')).toEqual({ guests: 1, memoryBytes: 10, vcpus: 1 });
});

test('a node without guests has promised nothing', () => {
  expect(commitments([node('a', 'pve1', 100, 8)], []).get('a-pve1')).toMatchObject({ memoryBytes: 0, memoryShare: 0 });
});
