import type { HistoryEntry } from '@belfry/schema/alerts/history';
import type { WindowInput } from '@belfry/schema/alerts/silences';
import { expect, test } from 'vitest';
import { windowPast } from './window-past.ts';

const HOUR_MS = 3_600_000;
/** A Monday. */
const MONDAY = Date.UTC(2026, 10, 2);
const iso = (ms: number) => new Date(ms).toISOString();
const entry = (startHour: number, hours: number | null, fields: Partial<HistoryEntry> = {}): HistoryEntry => ({
  ...{
    id: 'a',
    type: 'cpu',
    level: 'warning',
    resourceId: 'dc-100',
    resourceName: 'web',
    node: 'pve1',
    instance: 'dc',
  },
  ...{ message: '', value: 1, threshold: 1, acknowledged: false, occurrence: 'o', status: 'resolved', peakValue: 1 },
  ...{ duration: 1, notified: true, changes: [], startTime: iso(MONDAY + startHour * HOUR_MS) },
  ...(hours !== null && { resolvedAt: iso(MONDAY + (startHour + hours) * HOUR_MS) }),
  metadata: { resourceType: 'guest', unit: 'percent', occurrence: 'o', instanceId: 'dc' } as HistoryEntry['metadata'],
  ...fields,
});
const window: Pick<WindowInput, 'schedule' | 'targets'> = {
  schedule: { kind: 'weekly', weekdays: [1], start: '22:00', minutes: 180, timeZone: 'UTC' },
  targets: [{ kind: 'node', value: 'dc-pve1' }],
};
const range = { start: MONDAY, end: MONDAY + 7 * 24 * HOUR_MS };
const known = { tagsOf: () => ['prod'] };
const past = (entries: HistoryEntry[], change: Partial<typeof window> = {}) =>
  windowPast(entries, { ...window, ...change }, range, known);

test('what began and ended in the window would have been silent, and what outlasted it told later', () => {
  const entries = [entry(22, 1), entry(24, 0.5), entry(23, 5), entry(22, null), entry(21, 2), entry(25, 1)];
  expect(past(entries)).toEqual({ silent: 2, later: 2, most: [{ name: 'web', count: 4 }] });
});

test('only what the window is about counts, and only on its days', () => {
  const entries = [entry(22, 1), entry(46, 1), entry(22, 1, { node: 'pve2', resourceName: 'db' })];
  expect(past(entries)).toMatchObject({ silent: 1, later: 0 });
  expect(past(entries, { targets: [{ kind: 'tag', value: 'prod' }] })).toMatchObject({ silent: 2 });
  expect(past(entries, { targets: [{ kind: 'type', value: 'memory' }] })).toMatchObject({ silent: 0, most: [] });
});

test('the three resources with the most are named', () => {
  const many = ['d', 'c', 'b', 'b', 'a'].map((resourceName) => entry(22, 1, { resourceName }));
  expect(past(many).most).toEqual([
    { name: 'b', count: 2 },
    { name: 'a', count: 1 },
    { name: 'c', count: 1 },
  ]);
});

test('a time zone that does not exist holds back nothing', () => {
  const schedule = { ...window.schedule, timeZone: 'Mars/Olympus' } as WindowInput['schedule'];
  expect(past([entry(22, 1)], { schedule })).toMatchObject({ silent: 0, later: 0 });
});
