import { expect, test } from 'vitest';
import { UNFINISHED } from '../backup.ts';
import { countDays } from '../chart/days.ts';
import { countByHome } from '../home.ts';
import { aBackup, onServer } from '../testing/backup.ts';
import { dayLabel } from './day-label.ts';
import { locationOf, modeOf, nodeText, type Row, selectBackups, sortBackups, toRows, type View } from './rows.ts';

const NOON = new Date(2026, 10, 21, 12).getTime();
const DAY = 86_400;
const now = NOON / 1000;
const view = (fields: Partial<View> = {}): View => ({
  search: '',
  mode: 'all',
  type: 'all',
  grouping: 'date',
  node: null,
  sortKey: 'backupTime',
  descending: true,
  ...fields,
});
const servers = new Map([['main', 'pbs-main']]);
const heads = (rows: Row[]) => rows.flatMap((row) => (row.kind === 'group' ? [`${row.title} (${row.count})`] : []));

test('a day counts what is finished, as the chart and the buttons of the servers do, and names what is not', () => {
  const backups = [aBackup({ id: 'a', time: now }), aBackup({ id: 'b', time: now, status: UNFINISHED })];
  const [head] = toRows(backups, view(), NOON);
  expect(head).toMatchObject({ count: 1, unfinished: 1 });
  expect(countDays(backups, 7, NOON).at(-1)).toMatchObject({ total: 1 });
  expect([...countByHome(backups, servers).values()]).toEqual([1]);
});

test('a backup on a shared storage names the storage, and is of no node', () => {
  const [shared, own] = [aBackup({ node: 'cluster', storage: 'nas' }), aBackup({ node: 'pve1' })];
  expect([nodeText(shared), locationOf(shared), nodeText(own)]).toEqual(['shared', 'nas', 'pve1']);
});

test('near days have names: Today, Yesterday', () => {
  const label = (day: string) => dayLabel(day, '2026-11-21', '2026-11-20');
  expect([label('2026-11-21'), label('2026-11-20'), label('2026-11-19'), label('2025-12-02')]).toEqual([
    'Today',
    'Yesterday',
    'November 19th',
    'December 2nd, 2025',
  ]);
});

test('days are newest first in every order but time ascending; heads have counts', () => {
  const backups = [0, 0, 1, 3].map((days, i) => aBackup({ time: now - days * DAY - i, size: i }));
  const bySize = toRows(sortBackups(backups, 'size', true), view({ sortKey: 'size' }), NOON);
  expect(heads(bySize)).toEqual(['Today (2)', 'Yesterday (1)', 'November 18th (1)']);
  const upwards = view({ descending: false });
  expect(heads(toRows(sortBackups(backups, 'backupTime', false), upwards, NOON))[0]).toBe('November 18th (1)');
});

test('guests are in the order of their first backup', () => {
  const backups = [
    aBackup({ vmid: '100', time: now - 9 }),
    aBackup({ vmid: '7', name: 'db', time: now }),
    aBackup({ vmid: 'mail', name: 'mail', type: 'Host', time: now - 99 }),
    aBackup({ vmid: '7', name: 'db', time: now - 999 }),
  ];
  const rows = toRows(sortBackups(backups, 'backupTime', true), view({ grouping: 'guest' }), NOON);
  expect(heads(rows)).toEqual(['db · VM 7 (2)', 'web · VM 100 (1)', 'mail (1)']);
});

test('mode, type and node narrow the list; a server named in the search forces its mode', () => {
  const backups = [aBackup(), onServer('store', ''), aBackup({ backupType: 'snapshot', type: 'LXC', node: 'pve2' })];
  const found = (fields: Partial<View>) => selectBackups(backups, view(fields), servers).map((b) => b.backupType);
  expect(found({ mode: 'snapshot' })).toEqual(['snapshot']);
  expect(found({ type: 'VM' })).toEqual(['local', 'remote']);
  expect(found({ node: 'dc-pve2' })).toEqual(['snapshot']);
  expect(found({ node: 'pbs-main' })).toEqual(['remote']);
  expect(found({ mode: 'local', search: 'node:main' })).toEqual(['remote']);
  expect(modeOf(view({ mode: 'local', search: 'node:pve1' }), ['main'])).toBe('local');
});

test('missing values are last in both directions, numbers in their order and before names', () => {
  const backups = ['10', 'mail', '9'].map((vmid) => aBackup({ vmid }));
  const ids = (descending: boolean) => sortBackups(backups, 'vmid', descending).map(({ vmid }) => vmid);
  expect([ids(false), ids(true)]).toEqual([
    ['9', '10', 'mail'],
    ['mail', '10', '9'],
  ]);
  const sized = [
    aBackup({ vmid: '1', size: undefined }),
    aBackup({ vmid: '2', size: 1 }),
    aBackup({ vmid: '3', size: 2 }),
  ];
  const sizes = (descending: boolean) => sortBackups(sized, 'size', descending).map(({ size }) => size);
  expect([sizes(false), sizes(true)]).toEqual([
    [1, 2, undefined],
    [2, 1, undefined],
  ]);
});

test('10,000 backups are filtered, sorted and grouped: none is lost, none is listed twice', () => {
  const backups = Array.from({ length: 10_000 }, (_, i) =>
    aBackup({ id: `${i}`, vmid: `${100 + (i % 700)}`, time: now - i * 600, size: 1 + ((i * 7919) % 1000) }),
  );
  const of = view({ search: 'size>0', sortKey: 'size' });
  const rows = toRows(sortBackups(selectBackups(backups, of, servers), of.sortKey, of.descending), of, NOON);
  const shown = rows.flatMap((row) => (row.kind === 'backup' ? [row.backup.id] : []));
  expect(shown).toHaveLength(10_000);
  expect(new Set(shown).size).toBe(10_000);
  expect(rows.reduce((sum, row) => sum + (row.kind === 'group' ? row.count : 0), 0)).toBe(10_000);
});

test('site: finds the backups of hosts and of backup servers of a site', () => {
  const backups = [aBackup(), onServer('store', ''), aBackup({ instance: 'branch', node: 'pve2' })];
  const siteOf = ({ instance }: { instance: string }) =>
    ['branch', 'pbs-main'].includes(instance) ? 'Köln' : undefined;
  const found = selectBackups(backups, view({ search: 'site:köln' }), servers, siteOf);
  expect(found.map(({ node }) => node)).toEqual(['main', 'pve2']);
});
