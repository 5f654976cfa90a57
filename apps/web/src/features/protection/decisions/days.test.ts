import { expect, test } from 'vitest';
import { dayText, endOfDay, momentOfDay } from './days.ts';

const now = new Date(2026, 10, 22, 5, 26).getTime();

test('the last day of an exclusion belongs to it', () => {
  expect(new Date(endOfDay('2026-11-22') ?? 0)).toEqual(new Date(2026, 10, 22, 23, 59, 59, 999));
  expect(dayText(endOfDay('2026-11-22') ?? 0)).toBe('2026-11-22');
});

test('a restore test of today is of now, and not of a noon that is still to come', () => {
  expect(momentOfDay('2026-11-22', now)).toBe(now);
  expect(momentOfDay('2026-11-20', now)).toBe(new Date(2026, 10, 20, 12).getTime());
});

test.each(['', '2026-02-31', 'tomorrow', '2026-11'])('%j is no day', (text) => {
  expect(endOfDay(text)).toBeUndefined();
  expect(momentOfDay(text, now)).toBeUndefined();
});
