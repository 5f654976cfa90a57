import { factoryConfig } from '@belfry/schema/alerts/factory-config';
import { expect, test } from 'vitest';
import { quietNow, zoneOf } from './quiet-now.ts';

const at = (text: string) => Date.parse(`${text}Z`);
const quiet = { ...factoryConfig.schedule.quietHours, enabled: true, timezone: 'Europe/Berlin' };
const shown = (hours: typeof quiet, now: string) => {
  const span = quietNow(hours, at(now));
  return span && [span.start, span.end].map((ms) => new Date(ms).toISOString().slice(0, 16)).join(' ');
};

test('in a night the quiet hours last until the morning of the next day', () => {
  // Friday evening
  expect(shown(quiet, '2026-11-20T22:30')).toBe('2026-11-20T21:00 2026-11-21T07:00');
});

test('between two nights the next one is known, also across a weekend', () => {
  expect(shown(quiet, '2026-11-21T12:00')).toBe('2026-11-23T21:00 2026-11-24T07:00');
});

test('without a day, without a time or switched off there are none', () => {
  for (const none of [{ days: {} }, { start: '' }, { end: '' }, { enabled: false }])
    expect(shown({ ...quiet, ...none } as typeof quiet, '2026-11-20T22:30')).toBeUndefined();
});

test('a time zone that does not exist is not used', () => {
  expect(zoneOf({ timezone: 'Asia/Tokyo' })).toBe('Asia/Tokyo');
  expect(zoneOf({ timezone: 'Mars/Base' })).not.toBe('Mars/Base');
});
