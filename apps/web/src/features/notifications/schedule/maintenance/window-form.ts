// The form of a maintenance window, as plain data.
import type { MaintenanceWindow, Target, WindowInput } from '@belfry/schema/alerts/silences';
import { clockText, wallTime } from '../../../../lib/zone-time.ts';
import { wholeNumber } from '../whole-number.ts';
import { dateTimeText, instantIn } from './date-time-text.ts';

/**
 * `from` and `until` are `2026-11-22T14:00`, in the time zone of the browser. `start` is `HH:MM`. A target is written as
 * `node:dc-pve1`.
 */
export interface WindowForm {
  name: string;
  targets: readonly string[];
  kind: 'once' | 'weekly';
  from: string;
  until: string;
  weekdays: readonly number[];
  start: string;
  hours: string;
  minutes: string;
  timeZone: string;
  enabled: boolean;
}

export type WindowErrors = Partial<Record<keyof WindowForm, string>>;

export const targetKey = ({ kind, value }: Target): string => `${kind}:${value}`;
export const targetFrom = (key: string): Target => {
  const at = key.indexOf(':');
  return { kind: key.slice(0, at) as Target['kind'], value: key.slice(at + 1) };
};

const HOUR_MS = 3_600_000;

/** A new window begins at the next full hour, on `day` (`2026-11-22`) if one is given. `zone`: that of the browser. */
export function newWindow(now: number, zone: string, day?: string): WindowForm {
  const next = Math.ceil(now / HOUR_MS) * HOUR_MS;
  const from = day === undefined ? next : instantIn(`${day}T08:00`, zone);
  return {
    ...{ name: '', targets: [], kind: 'once', enabled: true, timeZone: zone },
    ...{ from: dateTimeText(from, zone), until: dateTimeText(from + 2 * HOUR_MS, zone) },
    ...{ weekdays: [wallTime(from, zone).weekday], start: clockText(wallTime(from, zone)), hours: '2', minutes: '0' },
  };
}

export function formOf(window: MaintenanceWindow, now: number, zone: string): WindowForm {
  const { name, targets, enabled, schedule } = window;
  const common = { ...newWindow(now, zone), name, enabled, targets: targets.map(targetKey) };
  if (schedule.kind === 'once')
    return {
      ...common,
      from: dateTimeText(Date.parse(schedule.start), zone),
      until: dateTimeText(Date.parse(schedule.end), zone),
    };
  const { weekdays, start, minutes, timeZone } = schedule;
  return {
    ...common,
    ...{ kind: 'weekly', weekdays, start, timeZone },
    ...{ hours: String(Math.floor(minutes / 60)), minutes: String(minutes % 60) },
  };
}

const MAX_HOURS = 7 * 24;

/** How long a weekly window lasts, in minutes; undefined where the fields are not valid. */
export function lasting({ hours, minutes }: Pick<WindowForm, 'hours' | 'minutes'>): number | undefined {
  const [whole, rest] = [wholeNumber(hours, [0, MAX_HOURS]), wholeNumber(minutes, [0, 59])];
  const all = whole === undefined || rest === undefined ? 0 : whole * 60 + rest;
  return all >= 1 && all <= MAX_HOURS * 60 ? all : undefined;
}

interface ErrorTexts {
  nameNeeded: string;
  targetNeeded: string;
  timeNeeded: string;
  endsLater: string;
  dayNeeded: string;
  lasts: string;
}

export function checkWindow(form: WindowForm, zone: string, texts: ErrorTexts): WindowErrors {
  const errors: WindowErrors = {};
  if (form.name.trim() === '') errors.name = texts.nameNeeded;
  if (form.targets.length === 0) errors.targets = texts.targetNeeded;
  if (form.kind === 'once') {
    const [from, until] = [instantIn(form.from, zone), instantIn(form.until, zone)];
    if (Number.isNaN(from)) errors.from = texts.timeNeeded;
    if (Number.isNaN(until)) errors.until = texts.timeNeeded;
    else if (until <= from) errors.until = texts.endsLater;
    return errors;
  }
  if (form.weekdays.length === 0) errors.weekdays = texts.dayNeeded;
  if (form.start === '') errors.start = texts.timeNeeded;
  if (lasting(form) === undefined) errors.hours = texts.lasts;
  return errors;
}

/** Of a form without errors. */
export function inputOf(form: WindowForm, zone: string): WindowInput {
  const common = { name: form.name.trim(), targets: form.targets.map(targetFrom), enabled: form.enabled };
  if (form.kind === 'once') {
    const [start, end] = [form.from, form.until].map((text) => new Date(instantIn(text, zone)).toISOString());
    return { ...common, schedule: { kind: 'once', start: start ?? '', end: end ?? '' } };
  }
  const { weekdays, start, timeZone } = form;
  return {
    ...common,
    schedule: { kind: 'weekly', weekdays: [...weekdays], start, minutes: lasting(form) ?? 0, timeZone },
  };
}

const fields: readonly (readonly [of: string, field: keyof WindowForm])[] = [
  ['schedule.start', 'from'],
  ['schedule.end', 'until'],
  ['schedule.weekdays', 'weekdays'],
  ['schedule.minutes', 'hours'],
  ['schedule.timeZone', 'timeZone'],
  ['targets', 'targets'],
];

/** The errors of a refusal by the names of the form. */
export const windowErrors = (details: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(details).map(([name, text]) => [fields.find(([of]) => name.startsWith(of))?.[1] ?? name, text]),
  );

/** The time at which a window of `minutes` that begins at `start` ends, and how many days later. */
export function endOf(start: string, minutes: number): { time: string; days: number } {
  const [hour = 0, minute = 0] = start.split(':').map(Number);
  const all = hour * 60 + minute + minutes;
  const rest = all % 1440;
  return { time: clockText({ hour: Math.floor(rest / 60), minute: rest % 60 }), days: Math.floor(all / 1440) };
}
