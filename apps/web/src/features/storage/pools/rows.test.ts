import type { Node } from '@belfry/schema/entities/node';
import type { PbsInstance } from '@belfry/schema/entities/pbs';
import type { Storage, ZfsPool } from '@belfry/schema/entities/storage';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { nodesIn } from '../search.ts';
import { type Row, selectStorages, toRows, troubledDevices, type View, zfsTroubled } from './rows.ts';

const storage = (name: string, nodes: string[] = ['a'], fields: Partial<Storage> = {}): Storage => ({
  id: `dc-${nodes.length > 1 ? 'cluster' : nodes[0]}-${name}`,
  name,
  instance: 'dc',
  node: nodes.length > 1 ? 'cluster' : (nodes[0] as string),
  nodes,
  nodeIds: nodes.map((node) => `dc-${node}`),
  nodeCount: nodes.length,
  type: 'dir',
  content: 'images',
  status: 'available',
  shared: nodes.length > 1,
  enabled: true,
  active: true,
  total: 100,
  used: 50,
  free: 50,
  usage: 50,
  ...fields,
});
const view = (fields: Partial<View> = {}): View => ({
  search: '',
  grouping: 'node',
  node: null,
  sortKey: 'name',
  descending: false,
  ...fields,
});
const pool = (fields: Partial<ZfsPool> = {}): ZfsPool => ({
  name: 'tank',
  state: 'ONLINE',
  status: '',
  scan: '',
  readErrors: 0,
  writeErrors: 0,
  checksumErrors: 0,
  devices: [],
  ...fields,
});
const keys = (rows: Row[]) => rows.map((row) => row.key);
const names = (storages: Storage[]) => storages.map((each) => each.name).join(' ');
const nodes: Node[] = [];

test('by node a shared storage is listed under each of its nodes, by storage once', () => {
  const storages = [storage('local', ['a']), storage('nas', ['a', 'b'])];
  expect(keys(toRows(storages, view(), nodes, [], {}))).toEqual([
    'node:dc-a',
    'dc-a/dc-a-local',
    'dc-a/dc-cluster-nas',
    'node:dc-b',
    'dc-b/dc-cluster-nas',
  ]);
  expect(keys(toRows(storages, view({ grouping: 'storage' }), nodes, [], {}))).toEqual([
    'dc-a-local',
    'dc-cluster-nas',
  ]);
});

test('a selected node shows only its own storages, shared ones under it alone', () => {
  const of = view({ node: 'dc-b' });
  const shown = selectStorages([storage('local', ['a']), storage('nas', ['a', 'b'])], of);
  expect(keys(toRows(shown, of, nodes, [], {}))).toEqual(['node:dc-b', 'dc-b/dc-cluster-nas']);
});

test('storages without a size are hidden by storage and shown by node', () => {
  const storages = [storage('gone', ['a'], { total: 0 }), storage('here')];
  expect(names(selectStorages(storages, view({ grouping: 'storage' })))).toBe('here');
  expect(names(selectStorages(storages, view()))).toBe('gone here');
});

test('every word must be found, node: only in the names of nodes', () => {
  const storages = [storage('nas', ['a', 'b'], { type: 'nfs' }), storage('backup-a', ['b']), storage('local', ['a'])];
  const found = (search: string) => names(selectStorages(storages, view({ search })));
  expect(found('NAS')).toBe('nas');
  expect(found('nfs images')).toBe('nas');
  expect(found('nfs backup')).toBe('');
  expect(found('node:a')).toBe('local nas');
  expect(found('node:b backup')).toBe('backup-a');
  expect(found('node:')).toBe('backup-a local nas');
});

test('a storage is found by the name of the backup server it points to', () => {
  const backupTarget = { server: 'pbs.lan', datastore: 'store', namespace: '' };
  const storages = [storage('offsite', ['a'], { type: 'pbs', backupTarget }), storage('local')];
  const servers = [{ name: 'main-vault', host: 'https://pbs.lan:8007' }] as PbsInstance[];
  expect(names(selectStorages(storages, view({ search: 'vault' }), servers))).toBe('offsite');
});

test('a storage whose host is not reached is found and sorted as not reached, not as available', () => {
  const storages = [storage('a', ['a'], { staleSince: '2026-01-01T00:00:00.000Z' }), storage('b')];
  const of = (fields: Partial<View>) => names(selectStorages(storages, view(fields)));
  expect([of({ search: 'available' }), of({ search: 'unreachable' })]).toEqual(['b', 'a']);
  expect(of({ sortKey: 'status' })).toBe('b a');
});

test('sorting by a figure goes both ways, ties by name', () => {
  const storages = [storage('c', ['a'], { usage: 5 }), storage('b', ['a'], { usage: 90 }), storage('a')];
  const sorted = (fields: Partial<View>) => names(selectStorages(storages, view(fields)));
  expect(sorted({ sortKey: 'usage', descending: true })).toBe('b a c');
  expect(sorted({ sortKey: 'usage' })).toBe('c a b');
  expect(sorted({ sortKey: 'type', descending: true })).toBe('a b c');
});

test('a ZFS pool has a line of its own when it is not ONLINE or counted errors', () => {
  expect(zfsTroubled(pool())).toBe(false);
  expect(zfsTroubled(pool({ state: 'DEGRADED' }))).toBe(true);
  expect(zfsTroubled(pool({ checksumErrors: 1 }))).toBe(true);
  const rows = toRows([storage('tank', ['a'], { zfsPool: pool({ readErrors: 2 }) })], view(), nodes, [], {});
  expect(keys(rows)).toEqual(['node:dc-a', 'dc-a/dc-a-tank', 'dc-a/dc-a-tank/zfs']);
});

test('an expanded storage with alerts has a line for them', () => {
  const rows = (alerted: string[]) =>
    toRows([storage('tank', ['a'])], view(), nodes, [], { 'dc-a/dc-a-tank': true }, [], new Set(alerted));
  expect(keys(rows([]))).toEqual(['node:dc-a', 'dc-a/dc-a-tank']);
  expect(keys(rows(['dc-a-tank']))).toEqual(['node:dc-a', 'dc-a/dc-a-tank', 'dc-a/dc-a-tank/alerts']);
});

test('only the devices with errors are named', () => {
  const device = { name: 'sda', type: 'disk', state: 'ONLINE', readErrors: 0, writeErrors: 0, checksumErrors: 0 };
  const devices = [device, { ...device, name: 'sdb', state: 'FAULTED' }, { ...device, name: 'sdc', readErrors: 1 }];
  expect(troubledDevices(pool({ devices })).map(({ name }) => name)).toEqual(['sdb', 'sdc']);
});

test('a search never throws, for any text', () => {
  fc.assert(fc.property(fc.string(), (search) => void selectStorages([storage('a')], view({ search }))));
});

test('grouped by node, a search for a node shows a shared storage under that node alone', () => {
  const shared = storage('nas', ['a', 'b'], { shared: true });
  const of = view({ search: 'node:b' });
  const groups = toRows(selectStorages([shared], of), of, nodes, [], {}).filter(({ kind }) => kind === 'group');
  expect(groups.map(({ key }) => key)).toEqual(['node:dc-b']);
});

test('the search has the rules of all searches: a minus sign, OR, commas, quotes and a figure', () => {
  const storages = [
    storage('nas', ['a', 'b'], { type: 'nfs', usage: 85 }),
    storage('local', ['a']),
    storage('old', ['b'], { usage: 95, staleSince: '2026-01-01T00:00:00.000Z' }),
    storage('unread', ['b'], { total: 0, usage: 0 }),
  ];
  const found = (search: string) => names(selectStorages(storages, view({ search })));
  expect(found('-type:nfs')).toBe('local old unread');
  expect(found('nas OR local')).toBe('local nas');
  expect(found('nas OR local, node:b')).toBe('nas');
  expect(found('"images"')).toBe('local nas old unread');
  expect(found('usage>80')).toBe('nas');
  expect(found('-usage>80')).toBe('local');
  expect(found('usge>80')).toBe('');
});

test.for([
  ['node:a OR node:b', 'ab'],
  ['-node:a', 'b'],
  ['node:a nas', 'a'],
  ['node:a OR nas', 'ab'],
  ['node:a, node:b', ''],
  ['nas', 'ab'],
] as const)('a search for %s asks for the nodes "%s"', ([search, asked]) => {
  expect(['a', 'b'].filter(nodesIn(search)).join('')).toBe(asked);
});

test('site: finds the storages of a site; what the server polls itself belongs to none', () => {
  const storages = [storage('here', ['a']), storage('there', ['b'], { instance: 'branch' })];
  const siteOf = ({ instance }: { instance: string }) => (instance === 'branch' ? 'Köln' : undefined);
  const found = (search: string) => names(selectStorages(storages, view({ search }), [], siteOf));
  expect([found('site:köl'), found('site:berlin'), found('site:köln node:a'), found('site:')]).toEqual([
    'there',
    '',
    '',
    'here there',
  ]);
});
