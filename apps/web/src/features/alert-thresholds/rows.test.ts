import { aContainer, aDockerHost } from '@belfry/domain/testing/docker';
import { aGuest } from '@belfry/domain/testing/guest';
import { aNode } from '@belfry/domain/testing/node';
import { aBackupServer, aDatastore } from '@belfry/domain/testing/pbs';
import { aStorage } from '@belfry/domain/testing/storage';
import type { AlertConfig } from '@belfry/schema/alerts/config';
import { factoryConfig } from '@belfry/schema/alerts/factory-config';
import { expect, test } from 'vitest';
import { containerResources, datastoreResources, guestResources, storageResources } from './resources.ts';
import { createStanding, type RowsInput, rowsOf } from './rows.ts';
import { sections } from './sections.ts';

const nodes = ['pve1', 'pve2'].map((name) => aNode({ id: `dc-${name}`, name, instance: 'dc' }));
const guests = Array.from({ length: 12 }, (_, at) =>
  aGuest({ id: `dc-${100 + at}`, vmid: 100 + at, name: `vm-${at}`, instance: 'dc', node: at < 10 ? 'pve1' : 'pve2' }),
);
const config: AlertConfig = {
  ...factoryConfig,
  overrides: {
    'dc-102': { cpu: { trigger: 95, clear: 90 } },
    'dc-103': { cpu: { trigger: -1, clear: 0 } },
    'tag:db': { cpu: { trigger: 70, clear: 65 } },
  },
};
const none = new Set<string>();
const input: RowsInput = {
  section: sections.guests,
  resources: guestResources(guests, nodes, (id) => id),
  config,
  saved: config,
  standing: createStanding(config, config, sections.guests),
  search: '',
  show: 'all',
  unfolded: none,
  opened: none,
  added: none,
  sharedName: (key) => key,
};
const texts = (more: Partial<RowsInput> = {}) =>
  rowsOf({ ...input, ...more }).map((row) =>
    row.kind === 'resource'
      ? row.resource.name
      : row.kind === 'group'
        ? `[${row.group.name}]`
        : row.kind === 'more'
          ? `+${row.count}/${row.of}`
          : row.kind === 'shared'
            ? row.name
            : row.kind,
  );

test('more than a few rows that are all as the defaults are folded; a click, a search and a filter show them', () => {
  const head = ['defaults', 'delays', 'tag:db'];
  expect(texts()).toEqual([
    ...head,
    '[pve1]',
    ...guests.slice(0, 10).map(({ name }) => name),
    '[pve2]',
    'vm-10',
    'vm-11',
  ]);
  const eleven = guests.map((guest) => ({ ...guest, node: 'pve1' }));
  const many = { resources: guestResources(eleven, nodes, (id) => id) };
  expect(texts(many)).toEqual([...head, '[pve1]', 'vm-2', 'vm-3', '+10/12']);
  const open = texts({ ...many, unfolded: new Set(['node:dc-pve1']) });
  expect(open.slice(3)).toEqual(['[pve1]', ...guests.map(({ name }) => name), '+10/12']);
  expect(texts({ ...many, unfolded: 'all' }).length).toBe(16);
  expect(texts({ ...many, search: 'pve1' }).length).toBe(13);
});

test('storages stand below their node and shared ones behind them, datastores below their server, containers below their host', () => {
  const storage = [
    aStorage({ id: 'a', name: 'local', instance: 'dc', node: 'pve2' }),
    aStorage({ id: 'b', name: 'local', instance: 'dc', node: 'pve1' }),
    aStorage({ id: 'c', name: 'ceph', instance: 'dc', node: 'pve1', shared: true }),
  ];
  const things = (list: RowsInput['section'], resources: RowsInput['resources']) =>
    texts({ section: list, resources, standing: createStanding(config, config, list) }).filter(
      (text) => text !== 'defaults' && text !== 'delays',
    );
  expect(
    things(
      sections.storage,
      storageResources(storage, nodes, (id) => id),
    ),
  ).toEqual([...['[pve1]', 'local', '[pve2]', 'local', '[Shared, dc]', 'ceph']]);
  const servers = ['main', 'away'].map((name) =>
    aBackupServer({ id: `pbs-${name}`, name, datastores: [aDatastore({ name: 'tank' }), aDatastore({ name: 'old' })] }),
  );
  expect(things(sections.datastores, datastoreResources(servers))).toEqual([
    ...['[away]', 'old', 'tank', '[main]', 'old', 'tank'],
  ]);
  const hosts = ['h2', 'h1'].map((id) =>
    aDockerHost({ id, displayName: id, containers: [aContainer({ id: 'c', name: `web-${id}` })] }),
  );
  expect(things(sections.containers, containerResources(hosts))).toEqual(['[h1]', 'web-h1', '[h2]', 'web-h2']);
});

test('the search finds names, VMIDs and nodes', () => {
  expect(texts({ search: 'vm-11' })).toEqual(['[pve2]', 'vm-11']);
  expect(texts({ search: '104' })).toEqual(['[pve1]', 'vm-4']);
  expect(texts({ search: 'PVE2' })).toEqual(['[pve2]', 'vm-10', 'vm-11']);
  expect(texts({ search: 'nothing' })).toEqual([]);
});

test('the filters show what has values of its own, and what is switched off, now or as saved', () => {
  expect(texts({ show: 'custom' })).toEqual(['tag:db', '[pve1]', 'vm-2', 'vm-3']);
  expect(texts({ show: 'off' })).toEqual(['tag:db', '[pve1]', 'vm-3']);
  const reset = { ...input, config: factoryConfig, standing: createStanding(factoryConfig, config, sections.guests) };
  expect(texts({ ...reset, show: 'custom' })).toEqual(['tag:db', '[pve1]', 'vm-2', 'vm-3']);
});

test('values for a node stand above its guests, and the details of a row below it', () => {
  const rows = texts({
    added: new Set(['guests:node:dc-pve2', 'storage:node:dc-pve1']),
    opened: new Set(['guests:dc-111']),
  });
  expect(rows.slice(-5)).toEqual(['[pve2]', 'node:dc-pve2', 'vm-10', 'vm-11', 'detail']);
});
