import type { MaintenanceWindow } from '@belfry/schema/alerts/silences';
import { expect, test } from 'vitest';
import { type CalendarDay, dayFrom, isoDay } from '../../../../lib/zone-time.ts';
import { daysOfCalendar, entriesOn, moveDay, stepped } from './calendar-days.ts';

const day = (text: string): CalendarDay => dayFrom(text) ?? { year: 0, month: 0, day: 0 };
const nightly: MaintenanceWindow = {
  ...{ id: 'n', name: 'Nights', by: 'ann', changedAt: '', enabled: true },
  targets: [{ kind: 'tag', value: 'lab' }],
  schedule: { kind: 'weekly', weekdays: [5], start: '22:00', minutes: 480, timeZone: 'Europe/Berlin' },
};

test('a month is shown in whole weeks from Monday on, a week in seven days', () => {
  const november = daysOfCalendar('month', day('2026-11-22')).map(isoDay);
  expect([november[0], november.at(-1), november.length]).toEqual(['2026-10-26', '2026-12-06', 42]);
  expect(daysOfCalendar('month', day('2027-02-10'))).toHaveLength(28);
  const week = daysOfCalendar('week', day('2026-11-22')).map(isoDay);
  expect([week[0], week.at(-1), week.length]).toEqual(['2026-11-16', '2026-11-22', 7]);
});

test('a window that passes midnight is on both days, with the end on the second', () => {
  const texts = (text: string) => entriesOn([nightly], day(text), 'Europe/Berlin').map((entry) => entry.text);
  expect([texts('2026-11-27'), texts('2026-11-28'), texts('2026-11-29')]).toEqual([['22:00→'], ['→06:00'], []]);
  expect(entriesOn([{ ...nightly, enabled: false }], day('2026-11-27'), 'Europe/Berlin')).toEqual([]);
});

test('in another time zone the window is at the time of that zone', () => {
  expect(entriesOn([nightly], day('2026-11-28'), 'Asia/Tokyo').map(({ text }) => text)).toEqual(['06:00–14:00']);
});

test('keys move by days, weeks and months', () => {
  const at = day('2026-11-30');
  const keys = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End', 'PageUp', 'PageDown'];
  expect(keys.map((key) => isoDay(moveDay(at, key) ?? at))).toEqual([
    ...['2026-11-29', '2026-12-01', '2026-11-23', '2026-12-07'],
    ...['2026-11-30', '2026-12-06', '2026-10-30', '2026-12-30'],
  ]);
  expect(moveDay(at, 'Enter')).toBeUndefined();
});

test('a month that is shorter ends on its last day', () => {
  expect(isoDay(stepped('month', day('2027-01-31'), 1))).toBe('2027-02-28');
  expect(isoDay(stepped('month', day('2027-01-15'), -1))).toBe('2026-12-15');
});
