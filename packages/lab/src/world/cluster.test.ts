import { expect, test } from 'vitest';
import { awkwardNames } from './catalogue.ts';
import { addGuest, createCluster } from './cluster.ts';
import { volumesOn } from './volume.ts';

const since = Date.UTC(2026, 0, 15, 12) / 1000;
const shown = (plain: boolean) => {
  const cluster = createCluster({ name: 'lab', nodes: ['n1'], guests: 1000, seed: 1, release: 9.2, since, plain });
  for (let added = 0; added < 200; added++) addGuest(cluster, since);
  const pbs = cluster.storages.find(({ type }) => type === 'pbs');
  const [node] = cluster.nodes;
  if (!pbs || !node) throw new Error('no storage is a backup server');
  return {
    names: [...cluster.guests.values()].map(({ name }) => name),
    notes: volumesOn(cluster, pbs, node).map(({ notes }) => String(notes)),
  };
};

test('a plain cluster has no names and notes that break careless software, any other cluster has both', () => {
  const awkward = (names: string[]) => names.filter((name) => awkwardNames.includes(name)).length;
  const marked = (notes: string[]) => notes.filter((note) => note.includes('<')).length;
  const [plain, hard] = [shown(true), shown(false)];
  expect([awkward(plain.names), marked(plain.notes)]).toEqual([0, 0]);
  expect(awkward(hard.names)).toBeGreaterThan(0);
  expect(marked(hard.notes)).toBeGreaterThan(0);
  expect(plain.names.filter((name, i) => name !== hard.names[i])).toHaveLength(awkward(hard.names));
});
