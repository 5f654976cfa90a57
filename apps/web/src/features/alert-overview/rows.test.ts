import type { Alert } from '@belfry/schema/entities/alert';
import { afterEach, expect, test } from 'vitest';
import { english, speak } from '../../lib/language/in-language.ts';
import { messageOf } from '../../lib/language/server-words.ts';
import { german } from '../../lib/language/testing/german.ts';
import { standingOf } from '../../ui/alerts/standing.ts';
import { messages as types } from '../../ui/alerts/type-messages.ts';
import { matchesSearch, selectAlerts, toRows } from './rows.ts';
import { overviewCodec } from './view.ts';

afterEach(() => speak(english));

const alert = (id: string, fields: Partial<Alert> = {}): Alert => ({
  ...{ id, type: 'cpu', level: 'warning', resourceId: id, resourceName: `web-${id}`, node: 'pve1', instance: 'dc' },
  ...{ message: 'CPU usage is 91 %', value: 91, threshold: 80, startTime: '2026-01-01T00:00:00Z', acknowledged: false },
  ...fields,
});
const metadata = { resourceType: 'guest', unit: 'percent', occurrence: 'o', instanceId: 'dc', list: 'vms' };
const until = '2026-01-02T00:00:00Z';

const list = [
  alert('old'),
  alert('new', { startTime: '2026-01-01T01:00:00Z' }),
  alert('crit', { level: 'critical' }),
  alert('mine', { acknowledged: true, ackUser: 'ada' }),
  alert('quiet', { metadata: { ...metadata, silenced: { until } } }),
  alert('effect', { metadata: { ...metadata, cause: 'crit' } }),
  alert('planned', { metadata: { ...metadata, maintenance: { name: 'updates', until } } }),
];
const standings = new Map(list.map((each) => [each.id, standingOf(each)]));
const keys = (view: Partial<typeof overviewCodec.fallback> = {}) =>
  toRows(selectAlerts(list, { ...overviewCodec.fallback, ...view }, standings), standings, new Set()).map(
    ({ key }) => key,
  );

test('alerts are grouped by who takes care of them; the worst is first, then the newest', () => {
  expect(keys()).toEqual([
    ...['standing:firing', 'crit', 'new', 'old'],
    ...['standing:silenced', 'planned', 'quiet'],
    ...['standing:acknowledged', 'mine'],
    ...['standing:explained', 'effect'],
  ]);
});

test('the level, the search and the hidden acknowledged alerts leave out rows, and a group without rows has no head', () => {
  expect(keys({ level: 'critical' })).toEqual(['standing:firing', 'crit']);
  expect(keys({ acknowledged: 'hidden' })).not.toContain('mine');
  expect(keys({ search: 'ADA' })).toEqual(['standing:acknowledged', 'mine']);
});

test('a search needs all its words, anywhere in the alert', () => {
  const matches = matchesSearch('  pve1 91 ');
  expect(matches(alert('a'))).toBe(true);
  expect(matches(alert('a', { message: 'offline' }))).toBe(false);
});

test('a search finds what the screen shows in the language of the user, and the same in English', () => {
  const offline = alert('a', {
    type: 'connectivity',
    message: 'Node pve1 is offline.',
    sentence: { id: 'node.offline', values: { name: 'pve1' } },
  });
  const finds = (search: string) => matchesSearch(search)(offline);
  expect(finds('Knoten')).toBe(false);
  speak(german);
  expect(messageOf(offline)).not.toContain('Node');
  for (const word of [...messageOf(offline).split(' '), types.name('connectivity'), 'Node', 'connectivity'])
    expect(finds(word), word).toBe(true);
});

test('the details of an alert stand below its row', () => {
  expect(toRows([alert('a'), alert('b')], standings, new Set()).length).toBe(0);
  const both = [alert('a'), alert('b')];
  const own = new Map(both.map((each) => [each.id, standingOf(each)]));
  expect(toRows(both, own, new Set(['a'])).map(({ key }) => key)).toEqual(['standing:firing', 'a', 'a/detail', 'b']);
});

test('site: finds the alerts of a site, together with the other words', () => {
  const finds = (search: string, site?: string) => matchesSearch(search, () => site)(alert('a'));
  expect([finds('site:KÖLN pve1', 'Köln'), finds('site:köln pve9', 'Köln'), finds('site:köln')]).toEqual([
    true,
    false,
    false,
  ]);
});

test('an alert that was just acknowledged and keeps its place is not counted as open', () => {
  const before = [alert('a'), alert('b'), alert('mine', { acknowledged: true })];
  const held = new Map(before.map((each) => [each.id, standingOf(each)]));
  const rows = toRows([alert('a', { acknowledged: true }), ...before.slice(1)], held, new Set());
  expect(rows.map((row) => (row.kind === 'group' ? row.count : row.key))).toEqual([1, 'a', 'b', 2, 'mine']);
});
