import type { PhysicalDisk } from '@belfry/schema/entities/physical-disk';
import { expect, test } from 'vitest';
import { healthOf, isUnread } from '../../../ui/disk-health/disk-health.ts';
import { messages } from '../messages.ts';
import { selectDisks } from './rows.ts';
import { sortDisks } from './sort.ts';

const disk = (node: string, devPath: string, fields: Partial<PhysicalDisk> = {}): PhysicalDisk => ({
  id: `dc-${node}-${devPath}`,
  node,
  instance: 'dc',
  devPath,
  model: 'Samsung PM9A3',
  serial: `S${devPath.length}`,
  type: 'nvme',
  size: 1,
  health: 'PASSED',
  wearout: 90,
  temperature: 40,
  rpm: 0,
  used: 'ZFS',
  lastChecked: '',
  ...fields,
});

test('disks are in the order of nodes and devices, numbers as numbers', () => {
  const disks = [disk('pve10', '/dev/sda'), disk('pve2', '/dev/nvme10n1'), disk('pve2', '/dev/nvme2n1')];
  const order = sortDisks(disks, { key: 'node', descending: false }).map((each) => `${each.node} ${each.devPath}`);
  expect(order).toEqual(['pve2 /dev/nvme2n1', 'pve2 /dev/nvme10n1', 'pve10 /dev/sda']);
});

test('the search looks at model, device, serial and node; the selected node decides', () => {
  const disks = [disk('a', '/dev/sda', { model: 'WD Red' }), disk('b', '/dev/sdb', { serial: 'XYZ' })];
  const found = (search: string, node: string | null = null) => selectDisks(disks, search, node).map((d) => d.node);
  expect([found('wd'), found('xyz'), found('SDB'), found('node:a'), found('zfs')]).toEqual([
    ['a'],
    ['b'],
    ['b'],
    ['a'],
    [],
  ]);
  expect([found('', 'dc-b'), found('wd', 'dc-b')]).toEqual([['b'], []]);
  expect([found('-model:wd'), found('wd OR xyz'), found('serial:wd')]).toEqual([['b'], ['a', 'b'], []]);
});

test.each([
  ['PASSED', 90, 'HEALTHY', 'ok'],
  ['OK', -1, 'OK', 'ok'],
  ['Good', 50, 'Good', 'ok'],
  ['PASSED', 9, 'LOW LIFE', 'warn'],
  ['PASSED', 0, 'HEALTHY', 'ok'],
  ['FAILED', 5, 'FAILED', 'crit'],
  ['FAILING_NOW', -1, 'FAILED', 'crit'],
  ['', -1, 'UNKNOWN', 'off'],
])('health %s with %i percent left is %s', (health, wearout, label, state) => {
  expect(healthOf({ health, wearout })).toEqual({ label, state });
});

test('sorted by a figure, missing ones are last in both directions; sorted by health, the worst are first', () => {
  const disks = [
    disk('a', '/dev/sda', { temperature: 30, wearout: -1 }),
    disk('a', '/dev/sdb', { temperature: 0, wearout: 5 }),
    disk('a', '/dev/sdc', { temperature: 60, health: 'FAILED' }),
  ];
  const order = (key: 'temperature' | 'wearout' | 'health', descending = false) =>
    sortDisks(disks, { key, descending })
      .map(({ devPath }) => devPath.at(-1))
      .join('');
  expect([order('temperature'), order('temperature', true)]).toEqual(['acb', 'cab']);
  expect([order('wearout'), order('wearout', true)]).toEqual(['bca', 'cba']);
  expect(order('health')).toBe('cba');
});

test('a disk with SMART data off or unreadable is shown as such, one that fails or wears out is not', () => {
  expect([disk('a', '/dev/sda', { health: 'UNKNOWN', wearout: -1 }), disk('a', '/dev/sdb')].map(isUnread)).toEqual([
    true,
    false,
  ]);
  expect(isUnread(disk('a', '/dev/sdc', { health: 'UNKNOWN', wearout: 5 }))).toBe(false);
  expect([messages.diskLegend(3, 0), messages.diskLegend(3, 1)]).toEqual([
    '3 disks',
    '3 disks · 1 without SMART data: it is off, or cannot be read',
  ]);
});

test('site: finds the disks of a site', () => {
  const disks = [disk('a', '/dev/sda'), disk('b', '/dev/sda', { instance: 'branch' })];
  const siteOf = ({ instance }: { instance: string }) => (instance === 'branch' ? 'Köln' : undefined);
  expect(selectDisks(disks, 'site:köln', null, siteOf).map(({ node }) => node)).toEqual(['b']);
});
