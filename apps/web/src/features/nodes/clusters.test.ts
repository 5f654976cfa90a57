import { shownStatus } from '@belfry/domain/status';
import { aBackupServer, aDatastore } from '@belfry/domain/testing/pbs';
import { aStorage } from '@belfry/domain/testing/storage';
import { expect, test } from 'vitest';
import { clusterGroups, isLarge } from './clusters.ts';
import { foldClusters } from './fold.ts';
import type { SummaryRow } from './summary-rows.ts';
import { fullestStorages } from './worst.ts';

const row = (name: string, fields: Partial<SummaryRow> = {}): SummaryRow => ({
  id: name,
  instance: name.split('-')[0],
  list: 'nodes',
  name,
  href: undefined,
  remark: name.split('-')[0] ?? '',
  facts: '',
  status: shownStatus({ status: 'online' }),
  staleSince: undefined,
  problems: [],
  maintenance: [],
  uptime: 1,
  cpu: 10,
  cores: 10,
  memory: { percent: 50, used: 5, total: 10 },
  disk: undefined,
  temperature: undefined,
  counts: {},
  guests: { running: 1, paused: 0, unknown: 0, all: 2 },
  ...fields,
});
const offline = { status: shownStatus({ status: 'offline' }), cpu: undefined, memory: undefined };
const cluster = (name: string, nodes: number, fields: Partial<SummaryRow> = {}) =>
  Array.from({ length: nodes }, (_, i) => row(`${name}-${i + 1}`, i === 0 ? fields : {}));
const server = (name: string) => row(name, { list: 'pbs', instance: undefined, remark: '', guests: undefined });
const isTroubled = ({ status }: SummaryRow) => status.word === 'offline';
const groupsOf = (rows: readonly SummaryRow[]) => clusterGroups(rows, { isTroubled, fullest: new Map() });
const folded = (
  rows: readonly SummaryRow[],
  room: number,
  given: { chosen?: Record<string, boolean>; selected?: string } = {},
) =>
  foldClusters(groupsOf(rows), { room, chosen: given.chosen ?? {}, selected: given.selected ?? null }).map(
    ({ row: { name }, depth }) => (depth === 2 ? `  ${name}` : name),
  );

test('nodes are shown by cluster above one cluster or eight nodes; standalone hosts are no clusters', () => {
  expect(isLarge(cluster('a', 8))).toBe(false);
  expect(isLarge(cluster('a', 9))).toBe(true);
  expect(isLarge([...cluster('a', 2), ...cluster('b', 2)])).toBe(true);
  expect(isLarge([...cluster('a', 2), row('b-1'), row('c-1'), server('s'), server('t')])).toBe(false);
});

test('a cluster has the totals of its nodes: processors by their cores, and what a node does not say counts for nothing', () => {
  const [total] = groupsOf([
    row('a-1', { cpu: 90, cores: 10, guests: { running: 3, paused: 1, unknown: 0, all: 4 } }),
    row('a-2', { cpu: 10, cores: 30, memory: { percent: 10, used: 3, total: 30 } }),
    row('a-3', { ...offline, guests: { running: 0, paused: 0, unknown: 5, all: 6 } }),
  ]);
  expect(total?.row).toMatchObject({
    ...{ name: 'a', cpu: 30, cores: 50, memory: { percent: 20, used: 8, total: 40 }, uptime: undefined },
    guests: { running: 4, paused: 1, unknown: 5, all: 12 },
    answering: { answer: 2, all: 3 },
    status: { tone: 'crit', figures: 'now' },
  });
  const silent = (name: string, staleSince: string) =>
    row(name, { status: shownStatus({ status: 'online', staleSince }), staleSince });
  const [partly] = groupsOf([row('a-1', { cpu: 30 }), silent('a-2', '2026-01-01T00:00:00.000Z')]);
  expect(partly?.row).toMatchObject({ cpu: 30, status: { figures: 'now' }, staleSince: undefined });
  const [old] = groupsOf([silent('a-1', '2026-01-02T00:00:00.000Z'), silent('a-2', '2026-01-01T00:00:00.000Z')]);
  expect(old?.row).toMatchObject({ status: { figures: 'old' }, staleSince: '2026-01-01T00:00:00.000Z' });
  const [dark] = groupsOf([row('a-1', offline), row('a-2', offline)]);
  expect(dark?.row).toMatchObject({ cpu: undefined, memory: undefined });
});

test('clusters in trouble come first, then by name; a standalone host is its own row, and backup servers are last', () => {
  const rows = [...cluster('b', 2), ...cluster('c', 2, offline), row('a-1'), server('s'), server('t')];
  expect(groupsOf(rows).map(({ row: { name }, members }) => [name, members.length])).toEqual([
    ['c', 2],
    ['a-1', 0],
    ['b', 2],
    ['2 backup servers', 2],
  ]);
});

test('a cluster whose node does not answer comes before one that has only a critical alert', () => {
  const rows = [...cluster('a', 2), ...cluster('b', 2, offline), ...cluster('c', 2)];
  const groups = clusterGroups(rows, {
    isTroubled: ({ name }) => name !== 'c-1' && name !== 'c-2',
    fullest: new Map(),
  });
  expect(groups.map(({ row: { name } }) => name)).toEqual(['b', 'a', 'c']);
});

test('a cluster unfolds when it has trouble; nodes that are well become one row before there is no room', () => {
  const rows = [...cluster('a', 4, offline), ...cluster('b', 4)];
  expect(folded(rows, 20)).toEqual(['a', '  a-1', '  a-2', '  a-3', '  a-4', 'b']);
  expect(folded(rows, 5)).toEqual(['a', '  a-1', '  3 other nodes', 'b']);
  expect(folded(rows, 3)).toEqual(['a', 'b']);
});

test('where there is no room for all nodes in trouble, those that do not answer come first', () => {
  const rows = ['a-1', 'a-2', 'a-3'].map((name) => row(name, name === 'a-3' ? offline : {}));
  const groups = clusterGroups(rows, { isTroubled: () => true, fullest: new Map() });
  const shown = foldClusters(groups, { room: 3, chosen: {}, selected: null });
  expect(shown.map(({ row: { name } }) => name)).toEqual(['a', 'a-3', '2 other nodes']);
});

test('a node with a critical alert comes before nodes with less harm; the last row counts the nodes without a row', () => {
  const rows = ['a-1', 'a-2', 'a-3'].map((name) => row(name));
  const groups = clusterGroups(rows, { isTroubled: () => true, fullest: new Map() });
  const isCritical = ({ name }: SummaryRow) => name === 'a-2';
  const shown = foldClusters(groups, { room: 3, chosen: {}, selected: null, isCritical });
  expect(shown.map(({ row: { name } }) => name)).toEqual(['a', 'a-2', '2 other nodes']);
  expect(shown.at(-1)?.row.standsFor).toEqual([rows[0]?.id, rows[2]?.id]);
});

test('the user opens and closes a cluster, and the selected node is seen in any case', () => {
  const rows = [...cluster('a', 4, offline), ...cluster('b', 2)];
  const chosen = { 'cluster:a': false, 'cluster:b': true };
  expect(folded(rows, 2, { chosen })).toEqual(['a', 'b', '  b-1', '  b-2']);
  expect(folded(rows, 5, { selected: 'b-2' })).toEqual([
    'a',
    '  a-1',
    '  3 other nodes',
    'b',
    '  b-2',
    '  1 other node',
  ]);
});

test('the fullest storage of a cluster is a current one of its own, and of backup servers a datastore', () => {
  const storage = (name: string, usage: number, fields = {}) =>
    aStorage({ name, usage, total: 100, used: usage, ...fields });
  const fullest = fullestStorages(
    [
      storage('local', 40),
      storage('nas', 70),
      storage('gone', 99, { status: 'unknown' }),
      storage('old', 98, { staleSince: '2026-01-01T00:00:00.000Z' }),
      storage('pbs', 97, { type: 'pbs' }),
    ],
    [aBackupServer({ datastores: [aDatastore({ name: 'a', usage: 20 }), aDatastore({ name: 'b', usage: 60 })] })],
  );
  expect([...fullest].map(([id, { name, percent }]) => [id, name, percent])).toEqual([
    ['dc', 'nas', 70],
    ['pbs-main', 'b', 60],
  ]);
});

test('a single backup server and a host by itself show what is the fullest there, a node of a cluster its own disk', () => {
  const share = (name: string, percent: number) => ({ name, percent, used: percent, total: 100 });
  const own = { percent: 9, used: 9, total: 100 };
  const fullest = new Map([
    ['s', share('main', 97)],
    ['alone', share('nas', 70)],
    ['a', share('ceph', 60)],
  ]);
  const rows = [...cluster('a', 2), row('alone', { instance: 'alone' }), server('s')].map((each) => ({
    ...each,
    disk: own,
  }));
  const groups = clusterGroups(rows, { isTroubled: () => true, fullest });
  expect(groups.map(({ row: { name, disk, fullest } }) => [name, disk?.percent, fullest?.name])).toEqual([
    ['a', 60, 'ceph'],
    ['alone', 70, 'nas'],
    ['s', 97, 'main'],
  ]);
  expect(groups[0]?.members.map(({ disk, fullest }) => [disk?.percent, fullest])).toEqual([
    [9, undefined],
    [9, undefined],
  ]);
  expect(groups.map(({ troubled }) => troubled.length)).toEqual([2, 1, 1]);
  const two = clusterGroups([server('s'), server('t')], { isTroubled: () => true, fullest });
  expect(two[0]?.members.map(({ fullest }) => fullest?.name)).toEqual(['main', undefined]);
});

test('the backup servers of two sites are two groups, and each alert is in the group of its site', () => {
  const rows = ['here-1', 'here-2', 'köln-1', 'köln-2'].map((name) => row(name, { list: 'pbs' }));
  const placeOf = ({ id }: SummaryRow) => (id.startsWith('köln') ? 'köln' : undefined);
  const groups = clusterGroups(rows, { isTroubled: () => false, fullest: new Map(), placeOf });
  expect(groups.map((group) => [group.row.id, group.row.instance, group.members.length])).toEqual([
    ['cluster:pbs', 'here-1', 2],
    ['cluster:pbsköln', 'köln-1', 2],
  ]);
});
