// Parses a calendar event as Proxmox does. Source: `parse_calendar_event` of the Rust crate proxmox-time, which Proxmox VE uses
// since 7.1 and Proxmox Backup Server since 1.0.
//
// The differences to systemd (`man systemd.time`): a time may be a minute alone (`30`, `*/15`), so `*` is every minute; `*/15` starts
// at the first value; a range of weekdays may go over the end of the week; a time zone is only `UTC`; there are no `@12345`, `~1`,
// fractions of a second and names of zones.
//
// The differences between releases: Proxmox VE before 7.1 knew only weekdays, hours and minutes, and refused `fri..mon`. The manual
// of Proxmox Backup Server says that ranges cannot be repeated (`1..10/2`), but since 2.0 they can. No old event has another
// meaning now, so one parser is enough.
import { fail, ok, type Result } from '../result.ts';
import { type CalendarEvent, type CalendarEventError, limits, type Part, parts } from './event.ts';

const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

/** As in the manual. The names of events are in lower case only. */
const named: Readonly<Record<string, string>> = {
  minutely: '*-*-* *:*:00',
  hourly: '*-*-* *:00:00',
  daily: '*-*-* 00:00:00',
  weekly: 'mon *-*-* 00:00:00',
  monthly: '*-*-01 00:00:00',
  quarterly: '*-01,04,07,10-01 00:00:00',
  semiannually: '*-01,07-01 00:00:00',
  'semi-annually': '*-01,07-01 00:00:00',
  yearly: '*-01-01 00:00:00',
  annually: '*-01-01 00:00:00',
};

/** Of the API of Proxmox VE. */
const LONGEST = 128;

type Parsed<T> = Result<T, CalendarEventError>;
type Allowed = Partial<Record<Part, readonly number[]>>;

const unclear = (part: CalendarEventError['part'], text: string) => fail({ part, text });

export function parseCalendarEvent(schedule: string): Parsed<CalendarEvent> {
  if (schedule.length > LONGEST) return unclear('schedule', `${schedule.slice(0, LONGEST)}…`);
  const isUtc = /UTC\s*$/.test(schedule);
  const local = schedule.replace(/UTC\s*$/, '').trim();
  const text = Object.hasOwn(named, local) ? (named[local] ?? '') : local;
  const [, days = '', date = '', time = '', rest = ''] =
    /^([a-z][a-z.,]*)?\s*([\d*,./]+-[\d*,./-]+)?\s*([\d*,./:]+)?(.*)$/is.exec(text) ?? [];
  if (rest || !(days || date || time)) return unclear('schedule', rest.trim());

  const week = days ? parseWeekdays(days) : ok(undefined);
  if (!week.ok) return week;
  const day = date ? parseDate(date) : ok<Allowed>({});
  if (!day.ok) return day;
  const clock = parseTime(time || '0:0:0');
  if (!clock.ok) return clock;
  const found = { ...day.value, ...clock.value };
  const allowed = Object.fromEntries(parts.map((part) => [part, found[part] ?? everyValue(part)]));
  return ok({ isUtc, weekdays: week.value, allowed: allowed as Record<Part, readonly number[]> });
}

function parseWeekdays(text: string): Parsed<ReadonlySet<number>> {
  const found = new Set<number>();
  for (const range of text.split(',')) {
    const [from, to, ...more] = range.split('..').map(weekdayOf);
    if (from === undefined || from < 0 || (to ?? 0) < 0 || more.length > 0) return unclear('weekday', range);
    const length = ((to ?? from) - from + 7) % 7;
    for (let i = 0; i <= length; i++) found.add((from + i) % 7);
  }
  return ok(found);
}

/** -1 when it is no weekday. */
const weekdayOf = (name: string): number => {
  const small = name.toLowerCase();
  return weekdays.findIndex((day) => small === day || small === day.slice(0, 3));
};

/** `[YEARS-]MONTHS-DAYS`. */
function parseDate(text: string): Parsed<Allowed> {
  const fields = text.split('-');
  if (fields.length > 3) return unclear('schedule', text);
  return parseFields(fields, fields.length === 3 ? ['year', 'month', 'day'] : ['month', 'day']);
}

/**
 * `[HOURS:]MINUTES[:SECONDS]`, where two fields are hours and minutes. But if the first is not a list of hours, Proxmox takes them as
 * minutes and seconds: `25:00` is minute 25 of each hour.
 */
function parseTime(text: string): Parsed<Allowed> {
  const fields = text.split(':');
  if (fields.length > 3) return unclear('schedule', text);
  const none = { second: [0] };
  if (fields.length === 1) return withDefaults(parseFields(fields, ['minute']), none);
  if (fields.length === 3) return parseFields(fields, ['hour', 'minute', 'second']);
  const usual = parseFields(fields, ['hour', 'minute']);
  if (usual.ok || usual.error.part !== 'hour') return withDefaults(usual, none);
  const short = parseFields(fields, ['minute', 'second']);
  return short.ok ? short : usual;
}

const withDefaults = (parsed: Parsed<Allowed>, defaults: Allowed): Parsed<Allowed> =>
  parsed.ok ? ok({ ...defaults, ...parsed.value }) : parsed;

function parseFields(fields: readonly string[], as: readonly Part[]): Parsed<Allowed> {
  const found: Allowed = {};
  for (const [i, part] of as.entries()) {
    const values = valuesOf(fields[i] ?? '', part);
    if (!values) return unclear(part, fields[i] ?? '');
    found[part] = values;
  }
  return ok(found);
}

/** `*`, `*` with a step, or a list of `5`, `8..17`, `0/5` and `8..17/2`. Undefined when it is none of them. */
function valuesOf(field: string, part: Part): readonly number[] | undefined {
  const all = everyValue(part);
  const [least, most] = limits[part];
  const step = /^\*(?:\/(\d+))?$/.exec(field);
  if (step) {
    const every = Number(step[1] ?? 1);
    // Proxmox counts years from 0, so `*/5` is 2025, 2030.
    const first = part === 'year' ? 0 : least;
    return every > 0 && every <= most ? all.filter((value) => (value - first) % every === 0) : undefined;
  }
  const found = new Set<number>();
  for (const item of field.split(',')) {
    const [, from, to, every] = /^(\d+)(?:\.\.(\d+))?(?:\/(\d+))?$/.exec(item) ?? [];
    const [start, end] = [Number(from), Number(to ?? (every === undefined ? from : most))];
    const isWrong = from === undefined || start > most || start > end || end > most || Number(every ?? 0) > most;
    if (isWrong) return undefined;
    // A step of 0 means the first value only.
    for (const value of all) {
      const isOnStep = Number(every ?? 1) === 0 ? value === start : (value - start) % Number(every ?? 1) === 0;
      if (value >= start && value <= end && isOnStep) found.add(value);
    }
  }
  return [...found].sort((a, b) => a - b);
}

const values = new Map<Part, readonly number[]>();
function everyValue(part: Part): readonly number[] {
  const [least, most] = limits[part];
  const known = values.get(part) ?? Array.from({ length: most - least + 1 }, (_, i) => least + i);
  values.set(part, known);
  return known;
}
