import { factoryConfig } from '@belfry/schema/alerts/factory-config';
import type { Schedule } from '@belfry/schema/alerts/schedule';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { iso } from '../../lib/clock.ts';
import { closedAt, type Pause, quietHoursAt, remembered } from './hours.ts';

const { schedule } = factoryConfig;
const every = [0, 1, 2, 3, 4, 5, 6];
const quiet = (
  start: string,
  end: string,
  timezone: string,
  days: Schedule['quietHours']['days'] = every,
): Schedule => ({
  ...schedule,
  quietHours: { enabled: true, start, end, timezone, days },
});
const at = (text: string) => Date.parse(text);
const spanOf = ({ inForce }: Pause) =>
  inForce && `${iso(inForce.start)} ${iso(inForce.end)}`.replaceAll(':00.000Z', '');

const [SUNDAY, FRIDAY, SATURDAY] = [0, 5, 6];
/** The pause in force, or undefined; `own` is the zone of the server. */
const table: [name: string, Schedule, now: string, expected: string | undefined][] = [
  [
    'the evening before midnight',
    quiet('22:00', '08:00', 'Europe/Berlin'),
    '2026-06-01T21:00Z',
    '2026-06-01T20:00 2026-06-02T06:00',
  ],
  [
    'the morning after midnight',
    quiet('22:00', '08:00', 'Europe/Berlin'),
    '2026-06-02T05:59Z',
    '2026-06-01T20:00 2026-06-02T06:00',
  ],
  [
    'the first moment',
    quiet('22:00', '08:00', 'Europe/Berlin'),
    '2026-06-01T20:00Z',
    '2026-06-01T20:00 2026-06-02T06:00',
  ],
  ['the end is not part of it', quiet('22:00', '08:00', 'Europe/Berlin'), '2026-06-02T06:00Z', undefined],
  [
    'Friday night covers Saturday morning',
    quiet('22:00', '08:00', 'Europe/Berlin', [FRIDAY]),
    '2026-06-06T05:00Z',
    '2026-06-05T20:00 2026-06-06T06:00',
  ],
  [
    'Saturday evening is not Friday night',
    quiet('22:00', '08:00', 'Europe/Berlin', [FRIDAY]),
    '2026-06-06T21:00Z',
    undefined,
  ],
  [
    'Friday morning belongs to Thursday',
    quiet('22:00', '08:00', 'Europe/Berlin', [FRIDAY]),
    '2026-06-05T05:00Z',
    undefined,
  ],
  [
    'Saturday night covers Sunday morning',
    quiet('22:00', '08:00', 'Europe/Berlin', { saturday: true }),
    '2026-06-07T05:00Z',
    '2026-06-06T20:00 2026-06-07T06:00',
  ],
  [
    'the night in which the clock is set forward is an hour shorter',
    quiet('22:00', '08:00', 'Europe/Berlin'),
    '2026-03-29T00:30Z',
    '2026-03-28T21:00 2026-03-29T06:00',
  ],
  [
    'the night in which the clock is set back is an hour longer',
    quiet('22:00', '08:00', 'Europe/Berlin'),
    '2026-10-25T00:30Z',
    '2026-10-24T20:00 2026-10-25T07:00',
  ],
  [
    'an end that the clock skips is moved behind the gap',
    quiet('22:00', '02:30', 'Europe/Berlin'),
    '2026-03-29T01:15Z',
    '2026-03-28T21:00 2026-03-29T01:30',
  ],
  ['an end that comes twice is the first', quiet('22:00', '02:30', 'Europe/Berlin'), '2026-10-25T00:40Z', undefined],
  [
    'a start that the clock skips is moved behind the gap',
    quiet('02:30', '06:00', 'America/New_York', [SUNDAY]),
    '2026-03-08T08:00Z',
    '2026-03-08T07:30 2026-03-08T10:00',
  ],
  [
    'a start that comes twice is the first',
    quiet('01:30', '03:00', 'America/New_York', [SUNDAY]),
    '2026-11-01T05:45Z',
    '2026-11-01T05:30 2026-11-01T08:00',
  ],
  [
    'hours that the clock skips are moved behind the gap',
    quiet('02:00', '02:30', 'Europe/Berlin', [SUNDAY]),
    '2026-03-29T01:10Z',
    '2026-03-29T01:00 2026-03-29T01:30',
  ],
  [
    'Kathmandu is 5:45 ahead',
    quiet('22:00', '08:00', 'Asia/Kathmandu'),
    '2026-06-01T16:15Z',
    '2026-06-01T16:15 2026-06-02T02:15',
  ],
  ['Kathmandu, a minute before', quiet('22:00', '08:00', 'Asia/Kathmandu'), '2026-06-01T16:14Z', undefined],
  [
    'Lord Howe is 10:30 ahead in winter',
    quiet('22:00', '08:00', 'Australia/Lord_Howe'),
    '2026-06-01T12:00Z',
    '2026-06-01T11:30 2026-06-01T21:30',
  ],
  [
    'Lord Howe is 11:00 ahead in summer',
    quiet('22:00', '08:00', 'Australia/Lord_Howe'),
    '2026-01-01T12:00Z',
    '2026-01-01T11:00 2026-01-01T21:00',
  ],
  [
    'the clock of Lord Howe is set back by half an hour',
    quiet('22:00', '08:00', 'Australia/Lord_Howe'),
    '2026-04-04T15:00Z',
    '2026-04-04T11:00 2026-04-04T21:30',
  ],
  [
    'the clock of Lord Howe is set forward by half an hour',
    quiet('22:00', '08:00', 'Australia/Lord_Howe'),
    '2026-10-03T15:30Z',
    '2026-10-03T11:30 2026-10-03T21:00',
  ],
  [
    'without a zone that of the server holds',
    quiet('22:00', '08:00', ''),
    '2026-06-01T16:30Z',
    '2026-06-01T16:15 2026-06-02T02:15',
  ],
  [
    'a zone that does not exist holds back nothing',
    quiet('22:00', '08:00', 'Mars/Base'),
    '2026-06-01T16:30Z',
    undefined,
  ],
  [
    'hours within a day',
    quiet('12:00', '13:00', 'UTC', [SATURDAY]),
    '2026-06-06T12:30Z',
    '2026-06-06T12:00 2026-06-06T13:00',
  ],
  [
    'the same start and end is the whole day',
    quiet('00:00', '00:00', 'UTC', [SATURDAY]),
    '2026-06-06T12:30Z',
    '2026-06-06T00:00 2026-06-07T00:00',
  ],
  [
    'days that touch each other are one pause',
    quiet('00:00', '00:00', 'UTC', [SUNDAY, SATURDAY]),
    '2026-06-06T12:30Z',
    '2026-06-06T00:00 2026-06-08T00:00',
  ],
  ['no days', quiet('22:00', '08:00', 'UTC', null), '2026-06-01T23:00Z', undefined],
  ['no times', quiet('', '', 'UTC'), '2026-06-01T23:00Z', undefined],
];

describe('quiet hours', () => {
  test.each(table)('%s', (_name, of, now, expected) => {
    expect(spanOf(quietHoursAt(of, at(now), 'Asia/Kathmandu'))).toBe(expected);
  });

  test('that are switched off are never in force', () => {
    const off = quiet('22:00', '08:00', 'UTC');
    const pause = quietHoursAt(
      { ...off, quietHours: { ...off.quietHours, enabled: false } },
      at('2026-06-01T23:00Z'),
      'UTC',
    );
    expect(pause).toMatchObject({ inForce: undefined, last: undefined });
  });
});

test('a destination with hours is closed outside of them, from the end of one day to the start of the next', () => {
  const hours = { days: [1, 2, 3, 4, 5], start: '08:00', end: '18:00', timezone: 'Europe/Berlin' };
  expect(spanOf(closedAt(hours, at('2026-06-01T12:00Z'), 'UTC'))).toBeUndefined();
  expect(spanOf(closedAt(hours, at('2026-06-01T17:00Z'), 'UTC'))).toBe('2026-06-01T16:00 2026-06-02T06:00');
  expect(spanOf(closedAt(hours, at('2026-06-06T12:00Z'), 'UTC'))).toBe('2026-06-05T16:00 2026-06-08T06:00');
  expect(spanOf(closedAt({ ...hours, days: every, end: '08:00' }, at('2026-06-06T12:00Z'), 'UTC'))).toBeUndefined();
});

test('an answer that is remembered is the same as one that is found anew', () => {
  const zones = fc.constantFrom('UTC', 'Europe/Berlin', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'America/St_Johns');
  const time = fc.constantFrom('00:00', '01:30', '02:30', '08:00', '22:00', '23:59');
  const days = fc.uniqueArray(fc.constantFrom(...every), { maxLength: 7 });
  const start = at('2026-03-20T00:00Z');
  fc.assert(
    fc.property(
      zones,
      time,
      time,
      days,
      fc.array(fc.integer({ min: 0, max: 20 * 24 * 4 })),
      (zone, from, to, on, times) => {
        const of = quiet(from, to, zone, on);
        const find = (key: Schedule, now: number) => quietHoursAt(key, now, zone);
        const remember = remembered(find);
        for (const quarter of times) {
          const now = start + quarter * 900_000;
          const { inForce, last } = remember(of, now);
          const anew = find(of, now);
          // A pause without an end is found as one of several weeks.
          expect([inForce !== undefined, last?.end]).toEqual([anew.inForce !== undefined, anew.last?.end]);
        }
      },
    ),
    { numRuns: 60 },
  );
});
