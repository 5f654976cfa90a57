// One engine for time zones: what the schema accepts can be evaluated at any time, by the engine of this machine and by the package
// that older releases of Node use. What an earlier version stored never stops anything.

import { existsSync, readdirSync } from 'node:fs';
import { english } from '@belfry/domain/sentences/english';
import { AlertConfigInput, readUsableConfig } from '@belfry/schema/alerts/config-input';
import { factoryConfig, ownTimeZone } from '@belfry/schema/alerts/factory-config';
import { MaintenanceWindow, WindowInput } from '@belfry/schema/alerts/silences';
import { isIntlZone, isTimeZone } from '@belfry/schema/alerts/time-zone';
import { zoneMeant, zoneRefusal } from '@belfry/schema/alerts/typed-zone';
import { Routing, RoutingInput } from '@belfry/schema/notifications/routing';
import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import { inForce } from '../alerting/silences/silences.ts';
import { createZoneProblems } from '../alerting/silences/zone-problems.ts';
import { iso } from '../lib/clock.ts';
import { zoneNamed } from '../lib/zones.ts';
import { createHoursProblems } from '../notify/hours-problems.ts';
import { closedAt, quietHoursAt } from '../notify/plan/hours.ts';
import { rulesOf } from '../notify/plan/rules.ts';
import { destination } from '../notify/testing/notify-stage.ts';

/** Names that only ICU knows, other spellings, and what people type. */
const odd = [
  ...['ACT', 'AET', 'AGT', 'ART', 'AST', 'BET', 'BST', 'CAT', 'CNT', 'CST', 'CTT', 'EAT', 'ECT', 'IET', 'IST', 'JST'],
  ...['MIT', 'NET', 'NST', 'PLT', 'PNT', 'PRT', 'PST', 'SST', 'VST', 'SystemV/AST4', 'SystemV/PST8PDT', 'Etc/Unknown'],
  ...[
    '',
    ' ',
    'UTC+2',
    'UTC-11',
    'GMT+15',
    'UTC+5:30',
    'CEST',
    'Mars/Phobos',
    '+02:00',
    '-1',
    'Z',
    'Berlin',
    'new york',
  ],
  ...[
    '2026-01-01T00:00Z',
    '2026-01-01T00:00[Europe/Berlin]',
    'europe/berlin',
    'Etc/GMT-14',
    'Etc/GMT+14',
    'CET',
    'EST5EDT',
  ],
  ...[
    'US/Pacific',
    'Asia/Calcutta',
    'Europe/Kiev',
    'GB',
    'Zulu',
    'PRC',
    'ROC',
    'W-SU',
    '__proto__',
    'constructor',
    '\0',
  ],
];
/** Where it is present, it has every name and every alias. */
const ZONE_FILES = '/usr/share/zoneinfo';
const installed = existsSync(ZONE_FILES)
  ? readdirSync(ZONE_FILES, { recursive: true }).map((entry) => String(entry).replace(/^(?:posix|right)\//, ''))
  : [];
const isOfIntl = (name: string) => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
};
const aliases = [...new Set(installed)].filter(isOfIntl);
const names = [...new Set([...Intl.supportedValuesOf('timeZone'), ...aliases, ...odd])];
const zone = fc.oneof(fc.constantFrom(...names), fc.string());
/** From 1970 to 2200, also both sides of the changes of summer time. */
const moment = fc.oneof(
  fc.integer({ min: 0, max: 7_258_118_400_000 }),
  fc
    .tuple(
      fc.constantFrom('2026-03-29T01:00:00Z', '2026-10-25T01:00:00Z', '2026-12-31T23:59:00Z'),
      fc.integer({ min: -7_200_000, max: 7_200_000 }),
    )
    .map(([at, by]) => Date.parse(at) + by),
);
const time = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map((parts) => parts.map((part) => `${part}`.padStart(2, '0')).join(':'));
const days = fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { minLength: 1 });

test('the schema takes a time zone exactly when the engine can compute with it', () => {
  for (const name of names) {
    const canCompute = () => {
      try {
        return Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name).timeZoneId !== '';
      } catch {
        return false;
      }
    };
    if (isTimeZone(name)) expect(canCompute(), name).toBe(true);
    if (isTimeZone(name)) expect(isIntlZone(name), name).toBe(true);
    const meant = zoneMeant(name);
    if (meant !== undefined) expect(isTimeZone(meant), name).toBe(true);
  }
  expect(odd.filter(isTimeZone)).toEqual(
    expect.arrayContaining(['europe/berlin', 'Etc/GMT-14', 'CET', 'EST5EDT', 'US/Pacific', 'Europe/Kiev', 'GB']),
  );
  expect(
    ['BST', 'JST', 'AET', 'SystemV/AST4', 'Etc/Unknown', 'UTC+2', 'CEST', 'Mars/Phobos', ''].filter(isTimeZone),
  ).toEqual([]);
});

test('what people type is refused with the nearest name', () => {
  expect(english(zoneRefusal('UTC+2'))).toBe('"UTC+2" is not a time zone. Did you mean Etc/GMT-2?');
  expect(english(zoneRefusal('BST'))).toBe('"BST" is not a time zone. Did you mean Europe/London?');
  expect(english(zoneRefusal('CEST'))).toBe('"CEST" is not a time zone. Did you mean Europe/Berlin?');
  expect(english(zoneRefusal('new york'))).toBe('"new york" is not a time zone. Did you mean America/new_york?');
  expect(english(zoneRefusal('Mars/Phobos'))).toBe(
    '"Mars/Phobos" is not a time zone. Use a name such as Europe/Berlin',
  );
});

const weekly = (timeZone: string) => ({ kind: 'weekly', weekdays: [1], start: '22:00', minutes: 60, timeZone });
const window = (schedule: object) => ({ name: 'w', targets: [{ kind: 'tag', value: 'x' }], schedule });
const stored = (timeZone: string) =>
  MaintenanceWindow.parse({ ...window(weekly(timeZone)), id: 'w1', by: 'ann', changedAt: '2026-01-01T00:00:00Z' });

test('a maintenance window and quiet hours that are accepted can be evaluated at any time', () => {
  fc.assert(
    fc.property(
      zone,
      moment,
      time,
      time,
      days,
      fc.integer({ min: 1, max: 10_080 }),
      (timeZone, now, start, end, on, minutes) => {
        const given = WindowInput.safeParse(window({ ...weekly(timeZone), start, minutes, weekdays: on }));
        expect(given.success).toBe(isTimeZone(timeZone));
        if (given.success) {
          const { schedule } = given.data;
          const all = [{ ...stored('UTC'), schedule }];
          const found = inForce([], all, now);
          expect(found.changesAt).toBeGreaterThan(now);
          for (const { until } of found.windows) expect(Date.parse(until)).toBeGreaterThan(now);
        }
        const config = AlertConfigInput.safeParse({
          schedule: { quietHours: { enabled: true, start, end, timezone: timeZone, days: on } },
        });
        expect(config.success).toBe(timeZone === '' || isTimeZone(timeZone));
        if (config.success) {
          const pause = quietHoursAt(config.data.schedule, now, 'UTC');
          expect(pause.from <= now && now < pause.until).toBe(true);
        }
        const hours = RoutingInput.safeParse({ hours: { days: on, start, end, timezone: timeZone } });
        expect(hours.success).toBe(timeZone === '' || isTimeZone(timeZone));
        if (hours.data?.hours) {
          const pause = closedAt(hours.data.hours, now, 'UTC');
          expect(pause.from <= now && now < pause.until).toBe(true);
        }
      },
    ),
  );
});

test('whatever an earlier version has stored as a time zone is evaluated without an error, and so is what hosts report', () => {
  fc.assert(
    fc.property(zone, moment, (timeZone, now) => {
      const text = timeZone.slice(0, 64);
      inForce([], [stored(text)], now);
      const quietHours = { enabled: true, start: '22:00', end: '08:00', timezone: text, days: [1, 2] };
      const schedule = { ...factoryConfig.schedule, quietHours };
      quietHoursAt(schedule, now, 'UTC');
      closedAt({ days: [1], start: '22:00', end: '08:00', timezone: text }, now, 'UTC');
      expect(isTimeZone(rulesOf(schedule, 'UTC').timeZone)).toBe(true);
      expect(Number.isFinite(zoneNamed(text)(now))).toBe(true);
    }),
  );
});

test('a stored schedule keeps its other settings and its zone, with the name that is meant if that is certain', () => {
  const read = (timezone: unknown) =>
    readUsableConfig({ schedule: { cooldown: 17, quietHours: { enabled: true, start: '22:00', timezone } } });
  for (const [given, kept] of [
    ['UTC+2', 'Etc/GMT-2'],
    ['CEST', 'Europe/Berlin'],
    ['Mars/Phobos', 'Mars/Phobos'],
    ['BST', 'BST'],
    ['Europe/Rome', 'Europe/Rome'],
  ])
    expect(read(given)).toMatchObject({
      left: [],
      config: { schedule: { cooldown: 17, quietHours: { start: '22:00', timezone: kept } } },
    });
});

test('stored quiet hours in "UTC+2" or "JST" are understood; those on Mars hold back nothing, and are named', () => {
  const at = (timezone: string, now: string) => {
    const quietHours = { enabled: true, start: '22:00', end: '08:00', timezone, days: [0, 1, 2, 3, 4, 5, 6] };
    const { inForce: open } = quietHoursAt(
      { ...factoryConfig.schedule, quietHours },
      Date.parse(now),
      'America/New_York',
    );
    return open && iso(open.start);
  };
  expect(at('UTC+2', '2026-06-01T21:00:00Z')).toBe('2026-06-01T20:00:00.000Z');
  expect(at('CEST', '2026-06-01T21:00:00Z')).toBe('2026-06-01T20:00:00.000Z');
  expect(at('JST', '2026-06-01T14:00:00Z')).toBe('2026-06-01T13:00:00.000Z');
  for (const hour of ['00', '04', '08', '12', '16', '20'])
    expect(at('Mars/Phobos', `2026-06-01T${hour}:30:00Z`)).toBeUndefined();

  const quietHours = { enabled: true, start: '22:00', end: '08:00', timezone: 'Mars/Phobos', days: [1] };
  let windows = [stored('BST'), stored('Europe/Berlin')];
  const schedule = () => ({ ...factoryConfig.schedule, quietHours });
  const problems = createZoneProblems({ schedule, windows: () => windows, machineZone: '', clock: { now: () => 0 } });
  expect(Object.values(problems()).map(({ message }) => message)).toEqual([
    'Quiet hours hold back nothing: "Mars/Phobos" is not a time zone. Choose another one.',
    'The maintenance window "w" is never in force: "BST" is not a time zone. Choose another one.',
  ]);
  expect(problems()).toBe(problems());
  windows = [];
  expect(Object.keys(problems())).toEqual(['zone:quiet-hours']);
});

test('every name and alias that is installed on this machine is accepted, if Temporal has it', (ctx) => {
  if (aliases.length === 0) ctx.skip(`there are no time zones in ${ZONE_FILES}`);
  expect(aliases.length).toBeGreaterThan(400);
  expect(aliases.filter((name) => !isTimeZone(name))).toEqual([]);
});

test('a machine with a time zone that does not exist is named, and one without TZ, or with a path, is not', () => {
  const windows = () => [];
  const schedule = () => factoryConfig.schedule;
  const named = (machineZone: string) =>
    Object.values(createZoneProblems({ schedule, windows, machineZone, clock: { now: () => 0 } })()).map(
      ({ message }) => message,
    );
  expect(['', 'Europe/Berlin', ':Europe/Berlin', 'UTC'].flatMap(named)).toEqual([]);
  expect(named('Mars/Phobos')).toEqual([
    `The time zone of this machine does not exist: TZ is "Mars/Phobos". Times are those of ${ownTimeZone}.`,
  ]);
});

const hoursIn = (timezone: string) => ({ days: [1], start: '08:00', end: '18:00', timezone });

test('hours of a destination that an earlier version stored are read; those in an unknown zone are named', () => {
  const at = (timezone: string) =>
    destination('webhook:a', { name: 'Office', filter: Routing.parse({ hours: hoursIn(timezone) }) });
  const named = (timezone: string) =>
    Object.values(createHoursProblems({ list: () => [at(timezone)] }, { now: () => 0 })()).map(
      ({ message }) => message,
    );
  expect(['', 'Europe/Berlin', 'JST', 'UTC+2'].flatMap(named)).toEqual([]);
  expect(named('BST')).toEqual([
    'The hours of "Office" hold back nothing: "BST" is not a time zone. Choose another one.',
  ]);
  expect(named('SystemV/AST4')).toHaveLength(1);
});
