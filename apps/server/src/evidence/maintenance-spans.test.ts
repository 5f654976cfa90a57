import type { MaintenanceWindow } from '@belfry/schema/alerts/silences';
import { expect, test } from 'vitest';
import { createMaintenance } from './maintenance-spans.ts';

const DAY = 86_400_000;
const START = Date.UTC(2026, 9, 1);
const month = { from: START, until: START + 31 * DAY };
const place = { id: 'c-100', instance: 'c', node: 'pve1', tags: ['prod'], site: 's1' };
const window = (given: Partial<MaintenanceWindow>): MaintenanceWindow => ({
  ...{ id: 'w', name: 'w', by: 'a', enabled: true, changedAt: '2026-01-01T00:00:00Z' },
  targets: [{ kind: 'node', value: 'c-pve1' }],
  schedule: { kind: 'once', start: '2026-10-14T20:00:00Z', end: '2026-10-14T22:00:00Z' },
  ...given,
});
const of = (given: Partial<MaintenanceWindow>, at = place) => createMaintenance([window(given)], month)(at);

test('a window is about the guests of its node, its instance, its tag and its site, and no others', () => {
  const span = { from: Date.UTC(2026, 9, 14, 20), until: Date.UTC(2026, 9, 14, 22) };
  expect(of({})).toEqual([span]);
  expect(of({}, { ...place, node: 'pve2' })).toEqual([]);
  for (const [kind, value] of [
    ['resource', 'c-100'],
    ['instance', 'c'],
    ['tag', 'prod'],
    ['site', 's1'],
  ] as const)
    expect(of({ targets: [{ kind, value }] })).toEqual([span]);
  expect(of({ targets: [{ kind: 'type', value: 'cpu' }] })).toEqual([]);
});

test('nobody agrees to an outage afterwards: a window that was changed after its start does not count', () => {
  expect(of({ changedAt: '2026-10-14T20:30:00Z' })).toEqual([]);
  expect(of({ enabled: false })).toEqual([]);
});

test('a window of every week counts each week of the period, on the clock of its time zone', () => {
  const weekly = { weekdays: [0], start: '02:30', minutes: 60, timeZone: 'Europe/Berlin' };
  const schedule = { kind: 'weekly' as const, ...weekly };
  const spans = of({ schedule });
  // On October 25 the clock is set back at 3:00.
  expect(spans.map(({ from }) => new Date(from).toISOString().slice(0, 16))).toEqual([
    ...['2026-10-04T00:30', '2026-10-11T00:30', '2026-10-18T00:30', '2026-10-25T00:30'],
  ]);
  expect(spans.every(({ from, until }) => until - from === 3_600_000)).toBe(true);
});
