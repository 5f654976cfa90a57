import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { zoneNamed } from '../testing/zones.ts';
import { scheduleOfOldJob } from './old-job.ts';
import { parseCalendarEvent } from './parse.ts';
import { nextRun, previousRun, utc } from './runs.ts';

const eventOf = (schedule: string) => {
  const parsed = parseCalendarEvent(schedule);
  if (!parsed.ok) throw new Error(`${schedule}: ${JSON.stringify(parsed.error)}`);
  return parsed.value;
};
const text = (ms: number | undefined) => (ms === undefined ? 'never' : new Date(ms).toISOString().slice(0, 19));
const ms = (utcTime: string) => Date.parse(`${utcTime}Z`);

function runsAfter(schedule: string, after: string, count: number, zone = utc): string[] {
  const runs: string[] = [];
  for (let at: number | undefined = ms(after); runs.length < count; ) {
    at = nextRun(eventOf(schedule), at, zone);
    runs.push(text(at));
    if (at === undefined) break;
  }
  return runs;
}

// Sunday, 2026-11-22.
describe('the examples of the manuals of Proxmox VE and Proxmox Backup Server', () => {
  test.each([
    ['mon,tue,wed,thu,fri', 'mon..fri', ['2026-11-23T00:00:00', '2026-11-24T00:00:00']],
    ['sat,sun', 'sat..sun', ['2026-11-28T00:00:00', '2026-11-29T00:00:00', '2026-12-05T00:00:00']],
    ['mon,wed,fri', 'fri,mon,wed', ['2026-11-23T00:00:00', '2026-11-25T00:00:00', '2026-11-27T00:00:00']],
    ['12:05', '12:05:00', ['2026-11-22T12:05:00', '2026-11-23T12:05:00']],
    ['*/5', '0/5', ['2026-11-22T05:30:00', '2026-11-22T05:35:00']],
    ['*:00/5', '0/1:0/5', ['2026-11-22T05:30:00', '2026-11-22T05:35:00']],
    ['mon..wed 30/10', 'mon,tue,wed 30/10', ['2026-11-23T00:30:00', '2026-11-23T00:40:00', '2026-11-23T00:50:00']],
    ['mon..wed *:30/10', 'mon,tue,wed *:30/10', ['2026-11-23T00:30:00', '2026-11-23T00:40:00', '2026-11-23T00:50:00']],
    ['mon..fri 8..17,22:0/15', 'mon..fri 22,8..17:*/15', ['2026-11-23T08:00:00', '2026-11-23T08:15:00']],
    ['fri 12..13:5/20', 'fri 12,13:5/20', ['2026-11-27T12:05:00', '2026-11-27T12:25:00', '2026-11-27T12:45:00']],
    ['12,14,16,18,20,22:5', '12/2:5', ['2026-11-22T12:05:00', '2026-11-22T14:05:00']],
    ['*', '*/1', ['2026-11-22T05:27:00', '2026-11-22T05:28:00']],
    ['*:*', '0/1:0/1', ['2026-11-22T05:27:00', '2026-11-22T05:28:00']],
    ['*-05', '*-*-05', ['2026-12-05T00:00:00', '2027-01-05T00:00:00']],
    ['Sat *-1..7 15:00', 'saturday *-*-1..7 15:00', ['2026-12-05T15:00:00', '2027-01-02T15:00:00']],
    ['2015-10-21', '2015-10-21 00:00:00', ['never']],
    ['2020-01-01', '2020-01-01 00:00:00', ['never']],
    ['minutely', '*-*-* *:*:00', ['2026-11-22T05:27:00', '2026-11-22T05:28:00']],
    ['hourly', '*-*-* *:00:00', ['2026-11-22T06:00:00', '2026-11-22T07:00:00']],
    ['daily', '*-*-* 00:00:00', ['2026-11-23T00:00:00', '2026-11-24T00:00:00']],
    ['weekly', 'mon *-*-* 00:00:00', ['2026-11-23T00:00:00', '2026-11-30T00:00:00']],
    ['monthly', '*-*-01 00:00:00', ['2026-12-01T00:00:00', '2027-01-01T00:00:00']],
    ['yearly', 'annually', ['2027-01-01T00:00:00', '2028-01-01T00:00:00']],
    ['quarterly', '*-01,04,07,10-01 00:00:00', ['2027-01-01T00:00:00', '2027-04-01T00:00:00']],
    ['semiannually', 'semi-annually', ['2027-01-01T00:00:00', '2027-07-01T00:00:00']],
    ['01,05..10,12/02:30', '1,5..10,12..23/2:30', ['2026-11-22T05:30:00', '2026-11-22T06:30:00']],
    // The proposals of the form of Proxmox VE.
    ['*/30', '0,30', ['2026-11-22T05:30:00', '2026-11-22T06:00:00']],
    ['*/2:00', '0/2:00', ['2026-11-22T06:00:00', '2026-11-22T08:00:00']],
    ['2,22:30', '22,2:30', ['2026-11-22T22:30:00', '2026-11-23T02:30:00']],
    ['mon..fri */1:00', 'mon..fri *:00', ['2026-11-23T00:00:00', '2026-11-23T01:00:00']],
    ['mon..fri 7..18:00/15', 'mon..fri 7..18:0,15,30,45', ['2026-11-23T07:00:00', '2026-11-23T07:15:00']],
    ['sun 01:00', 'sunday 1:0', ['2026-11-29T01:00:00', '2026-12-06T01:00:00']],
  ])('%s is the same as %s', (schedule, other, expected) => {
    expect(runsAfter(schedule, '2026-11-22T05:26:04', expected.length)).toEqual(expected);
    expect(runsAfter(other, '2026-11-22T05:26:04', expected.length)).toEqual(expected);
  });
});

// The cases of the tests of proxmox-time. The 1st of January 1970 is a Thursday.
test.each([
  ['0', '1970-01-01T00:00:00', '1970-01-01T01:00:00'],
  ['*:*:*', '1970-01-01T00:00:00', '1970-01-01T00:00:01'],
  ['*:3:5', '1970-01-01T00:00:00', '1970-01-01T00:03:05'],
  ['mon 2:50', '1970-01-01T00:00:00', '1970-01-05T02:50:00'],
  ['thu', '1970-01-01T00:00:00', '1970-01-08T00:00:00'],
  ['4..10/2:0', '1970-01-01T05:00:00', '1970-01-01T06:00:00'],
  ['4..10/2:0', '1970-01-01T11:00:00', '1970-01-02T04:00:00'],
  ['10,5:8,4', '1970-01-01T00:00:00', '1970-01-01T05:04:00'],
  ['6,4..10:23,5/5', '1970-01-01T00:00:00', '1970-01-01T04:05:00'],
  ['wed', '2020-12-31T00:00:00', '2021-01-06T00:00:00'],
  ['02-29', '1970-01-01T00:00:00', '1972-02-29T00:00:00'],
  ['1965/5-01-01', '1969-12-31T23:59:59', '1970-01-01T00:00:00'],
  ['2020-7..9-2/2', '2020-07-31T00:00:00', '2020-08-02T00:00:00'],
  ['2020,2021-12-31', '2020-07-31T00:00:00', '2020-12-31T00:00:00'],
  ['*/5-01-01', '2026-01-01T00:00:00', '2030-01-01T00:00:00'],
  ['2021-02-29', '1970-01-01T00:00:00', 'never'],
  ['02-30', '1970-01-01T00:00:00', 'never'],
  ['mon 02-29', '2026-01-01T00:00:00', '2044-02-29T00:00:00'],
  // Hours end at 23, so Proxmox VE 9.2 takes these as minutes and seconds.
  ['mon 25:00', '1970-01-01T00:00:00', '1970-01-05T00:25:00'],
  ['0..5/0:0', '1970-01-01T01:00:00', '1970-01-02T00:00:00'],
])('the first run of %s after %s is at %s', (schedule, after, expected) => {
  expect(runsAfter(schedule, after, 1)).toEqual([expected]);
});

test('the names of weekdays are in any case, and a range may go over the end of the week', () => {
  const days = ['2026-11-27T00:00:00', '2026-11-28T00:00:00', '2026-11-29T00:00:00', '2026-11-30T00:00:00'];
  expect(runsAfter('FRI..Monday', '2026-11-24T00:00:00', 4)).toEqual(days);
  expect(runsAfter('mon,wed..fri', '2026-11-27T00:00:00', 1)).toEqual(['2026-11-30T00:00:00']);
});

test.each([
  ['', 'schedule', ''],
  ['UTC', 'schedule', ''],
  ['nope', 'weekday', 'nope'],
  ['mon..xyz 02:30', 'weekday', 'mon..xyz'],
  ['mon, 02:30', 'weekday', ''],
  ['daily 02:30', 'weekday', 'daily'],
  ['02:30 mon', 'schedule', 'mon'],
  ['* 02:30', 'schedule', '02:30'],
  ['Mon-Fri 02:30', 'schedule', '-Fri 02:30'],
  ['61', 'minute', '61'],
  ['*/61', 'minute', '*/61'],
  ['*/0', 'minute', '*/0'],
  ['0..80', 'minute', '0..80'],
  ['5..1', 'minute', '5..1'],
  ['1,,2', 'minute', '1,,2'],
  ['mon 60:59', 'hour', '60'],
  ['02:70', 'minute', '70'],
  ['02:30:60', 'second', '60'],
  ['1:2:3:4', 'schedule', '1:2:3:4'],
  ['13-01', 'month', '13'],
  ['2300-01-01', 'year', '2300'],
  ['*-*-32', 'day', '32'],
  ['2020-03~01', 'schedule', '~01'],
  ['@12345', 'schedule', '@12345'],
  ['02:30; reboot', 'schedule', '; reboot'],
  ['02:30 Europe/Berlin', 'schedule', 'Europe/Berlin'],
])('%j is refused and the error names the %s', (schedule, part, piece) => {
  expect(parseCalendarEvent(schedule)).toEqual({ ok: false, error: { part, text: piece } });
});

test('nothing that somebody may have typed ends in an exception', () => {
  const typed = fc.string({ unit: fc.constantFrom(...'0123456789*/,.:- montuefri~@UTC'), maxLength: 20 });
  fc.assert(
    fc.property(typed, (schedule) => {
      const parsed = parseCalendarEvent(schedule);
      if (parsed.ok) nextRun(parsed.value, ms('2026-11-22T00:00:00'), utc);
    }),
  );
  expect(parseCalendarEvent('1,'.repeat(1000)).ok).toBe(false);
});

describe('the clock of the host', () => {
  const berlin = zoneNamed('Europe/Berlin');
  test('a schedule is in its time zone, or in UTC when it says so', () => {
    expect(runsAfter('02:30', '2026-11-22T12:00:00', 1, berlin)).toEqual(['2026-11-23T01:30:00']);
    expect(runsAfter('02:30 UTC', '2026-11-22T12:00:00', 1, berlin)).toEqual(['2026-11-23T02:30:00']);
    expect(runsAfter('daily UTC', '2026-11-22T12:00:00', 1, berlin)).toEqual(['2026-11-23T00:00:00']);
  });
  test('a time that the clock skips has no run on that day', () => {
    const runs = ['2026-03-28T01:30:00', '2026-03-30T00:30:00'];
    expect(runsAfter('02:30', '2026-03-27T12:00:00', 2, berlin)).toEqual(runs);
    const last = previousRun(eventOf('02:30'), ms('2026-03-30T12:00:00'), berlin);
    expect([previousRun(eventOf('02:30'), last ?? 0, berlin), last].map(text)).toEqual(runs);
  });
  test('a time that the clock shows twice has one run, the first time', () => {
    const runs = ['2026-10-25T00:30:00', '2026-10-26T01:30:00'];
    expect(runsAfter('02:30', '2026-10-24T12:00:00', 2, berlin)).toEqual(runs);
    // 02:10 for the second time: the run at 02:30 was twenty minutes ago, as the next day's is not.
    expect(text(previousRun(eventOf('02:30'), ms('2026-10-25T01:10:00'), berlin))).toBe(runs[0]);
  });
});

/** Recorded answers of real hosts, in a folder beside the repository. */
const recordings = fileURLToPath(new URL('../../../../../shared/fixtures/', import.meta.url));

test.for(['sync-sync-direction-all', 'verify', 'prune'])(
  'a Proxmox Backup Server 4.2 calculated the same next runs of its jobs: %s',
  (name, ctx) => {
    const file = `${recordings}pbs/pbs42-own-admin-${name}.json`;
    if (!existsSync(file)) ctx.skip('the recorded answers are not beside the repository');
    const { data }: { data: Record<string, unknown>[] } = JSON.parse(readFileSync(file, 'utf8'));
    const jobs = data.filter((job) => job['next-run'] !== undefined);
    expect(jobs.length).toBeGreaterThan(0);
    for (const job of jobs)
      expect(nextRun(eventOf(String(job.schedule)), Number(job['last-run-endtime']) * 1000, utc)).toBe(
        Number(job['next-run']) * 1000,
      );
  },
);

test('the run before the next one is the run before now', () => {
  const zones = ['Europe/Berlin', 'America/New_York', 'Asia/Kathmandu'].map(zoneNamed);
  const at = fc.integer({ min: ms('2025-01-01T00:00:00'), max: ms('2027-12-31T00:00:00') });
  fc.assert(
    fc.property(aSchedule(), at, fc.constantFrom(...zones), (schedule, now, zone) => {
      const event = eventOf(schedule);
      const next = nextRun(event, now, zone);
      if (next === undefined) return;
      const before = previousRun(event, next, zone);
      expect(before === undefined || before <= now).toBe(true);
      if (before !== undefined) expect(nextRun(event, before, zone)).toBe(next);
    }),
    { numRuns: 200 },
  );
});

test('a job of an old release has weekdays and a time', () => {
  expect(scheduleOfOldJob({ dow: 'mon,sat', starttime: '02:00' })).toBe('mon,sat 02:00');
  expect(scheduleOfOldJob({ starttime: '02:00' })).toBe('02:00');
  expect(scheduleOfOldJob({ dow: 'mon' })).toBeUndefined();
  expect(runsAfter(scheduleOfOldJob({ dow: 'sat', starttime: '02:00' }) ?? '', '2026-11-22T00:00:00', 1)).toEqual([
    '2026-11-28T02:00:00',
  ]);
});

/** An event that systemd understands as Proxmox does. */
function aSchedule(): fc.Arbitrary<string> {
  const list = (least: number, most: number) => {
    const value = fc.integer({ min: least, max: most });
    const range = fc.tuple(value, value).map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const);
    const step = fc.integer({ min: 1, max: Math.min(most, 30) });
    const item = fc.oneof(
      value.map(String),
      range.map(([a, b]) => `${a}..${b === a ? Math.min(most, b + 1) : b}`),
      // Systemd refuses a step beyond the last value.
      fc.tuple(value, step).map(([a, by]) => (a + by > most ? `${a}` : `${a}/${by}`)),
      fc.tuple(range, step).map(([[a, b], by]) => (a + by > b ? `${b}` : `${a}..${b}/${by}`)),
    );
    const items = fc.array(item, { minLength: 1, maxLength: 3 }).map((found) => found.join(','));
    return fc.oneof(fc.constant('*'), value.map(String), items);
  };
  const day = fc.constantFrom('mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun');
  const ranges = fc.constantFrom('mon..fri', 'sat..sun', 'tue..thu', 'mon..wed,sat');
  const days = fc.oneof(fc.constant(''), day, ranges, fc.uniqueArray(day, { minLength: 2 }).map(String));
  const years = fc.constantFrom('*', '*', '2026', '2026..2028', '2027,2030', '2024/2');
  const date = fc.oneof(
    fc.constant(''),
    fc.tuple(years, list(1, 12), list(1, 28)).map((fields) => fields.join('-')),
    fc.tuple(list(1, 12), list(1, 31)).map((fields) => fields.join('-')),
  );
  const clock = fc.oneof(
    fc.tuple(list(0, 23), list(0, 59)).map((fields) => fields.join(':')),
    fc.tuple(list(0, 23), list(0, 59), list(0, 59)).map((fields) => fields.join(':')),
  );
  return fc.tuple(days, date, clock).map((pieces) => pieces.filter(Boolean).join(' '));
}

describe('systemd-analyze, a second implementation,', () => {
  const EVENTS = 500;
  const ITERATIONS = 6;
  const ask = (timeZone: string, after: string, schedules: readonly string[]) =>
    spawnSync(
      'systemd-analyze',
      ['calendar', `--iterations=${ITERATIONS}`, `--base-time=${after.replace('T', ' ')} UTC`, '--', ...schedules],
      { env: { ...process.env, TZ: timeZone, LC_ALL: 'C' }, encoding: 'utf8' },
    );

  test.for([
    ['Asia/Kathmandu', '2026-11-22T05:26:04', ' UTC'],
    // The clock goes forward within a day. When it goes back, systemd leaves out runs of the next day.
    ['Europe/Berlin', '2026-03-28T22:10:00', ''],
    ['America/New_York', '2026-03-07T22:10:00', ''],
  ] as const)(`has the same runs for ${EVENTS} events, in %s after %s`, ([timeZone, after, ending], ctx) => {
    if (ask('UTC', after, ['daily']).status !== 0)
      ctx.skip('systemd-analyze is not installed, or knows no --base-time (systemd 247)');
    const inUtc = fc.constantFrom('', ending);
    const generated = fc.sample(
      fc.tuple(aSchedule(), inUtc).map((pieces) => pieces.join('')),
      { numRuns: EVENTS + 100, seed: 20_261_122 },
    );
    const { stdout, stderr } = ask(timeZone, after, generated);
    // It gives up at some events with few runs.
    const schedules = generated.filter((schedule) => !stderr.includes(`'${schedule}'`)).slice(0, EVENTS);
    const theirs = runsIn(stdout).slice(0, EVENTS);
    const zone = zoneNamed(timeZone);
    const differing = schedules.flatMap((schedule, i) => {
      const ours = runsAfter(schedule, after, ITERATIONS, zone).filter((run) => run !== 'never');
      return String(theirs[i]) === String(ours) ? [] : [{ schedule, theirs: theirs[i], ours }];
    });
    expect(differing).toEqual([]);
    expect(theirs).toHaveLength(EVENTS);
  });

  /** The runs of each event, UTC. */
  function runsIn(printed: string): string[][] {
    return printed
      .split(/^\s*Normalized form: /m)
      .slice(1)
      .map((block) => {
        const runs = [...block.matchAll(/(Next elapse|Iter\. #\d+): (.*)\n(?:\s*\(in UTC\): (.*)\n)?/g)];
        return runs.flatMap(([, , local = '', inUtc]) => timeIn(inUtc ?? local) ?? []);
      });
  }
  const timeIn = (printed: string) => /(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)/.exec(printed)?.slice(1).join('T');
});
