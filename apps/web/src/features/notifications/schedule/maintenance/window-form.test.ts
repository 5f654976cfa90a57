import type { MaintenanceWindow } from '@belfry/schema/alerts/silences';
import { expect, test } from 'vitest';
import { checkWindow, endOf, formOf, inputOf, newWindow, targetFrom, targetKey, windowErrors } from './window-form.ts';

const zone = 'Europe/Berlin';
const now = Date.parse('2026-11-22T13:02:00Z');
const texts = {
  ...{ nameNeeded: 'name', targetNeeded: 'target', timeNeeded: 'time', endsLater: 'later', dayNeeded: 'day' },
  lasts: 'lasts',
};
const valid = { ...newWindow(now, zone), name: ' Firmware ', targets: ['node:dc-pve1', 'tag:a:b'] };
const stored = { id: 'w', by: 'ann', changedAt: '2026-11-22T13:00:00Z' };

test('a new window begins at the next full hour and lasts two hours', () => {
  expect(newWindow(now, zone)).toMatchObject({ from: '2026-11-22T15:00', until: '2026-11-22T17:00', weekdays: [0] });
  expect(newWindow(now, zone, '2026-11-28')).toMatchObject({ from: '2026-11-28T08:00', weekdays: [6], start: '08:00' });
});

test('a window that happens once is sent as instants', () => {
  expect(inputOf(valid, zone)).toEqual({
    name: 'Firmware',
    targets: [
      { kind: 'node', value: 'dc-pve1' },
      { kind: 'tag', value: 'a:b' },
    ],
    enabled: true,
    schedule: { kind: 'once', start: '2026-11-22T14:00:00.000Z', end: '2026-11-22T16:00:00.000Z' },
  });
});

test('a weekly window is sent with its own time zone and its length, and read back the same', () => {
  const weekly = { ...valid, kind: 'weekly', weekdays: [6], start: '22:30', hours: '7', minutes: '45' } as const;
  const input = inputOf(weekly, zone);
  expect(input.schedule).toEqual({ kind: 'weekly', weekdays: [6], start: '22:30', minutes: 465, timeZone: zone });
  const window: MaintenanceWindow = { ...input, ...stored };
  expect(inputOf(formOf(window, now, 'Asia/Tokyo'), 'Asia/Tokyo')).toEqual(input);
});

test('a form that is not complete says so beside each field', () => {
  expect(checkWindow(valid, zone, texts)).toEqual({});
  expect(checkWindow({ ...valid, name: ' ', targets: [], until: valid.from }, zone, texts)).toEqual({
    name: 'name',
    targets: 'target',
    until: 'later',
  });
  expect(checkWindow({ ...valid, from: '', until: '2026-02-30T10:00' }, zone, texts)).toEqual({
    from: 'time',
    until: 'time',
  });
  const weekly = { ...valid, kind: 'weekly' } as const;
  expect(checkWindow({ ...weekly, weekdays: [], start: '', hours: '0', minutes: '0' }, zone, texts)).toEqual({
    weekdays: 'day',
    start: 'time',
    hours: 'lasts',
  });
  expect(checkWindow({ ...weekly, hours: '168', minutes: '1' }, zone, texts)).toEqual({ hours: 'lasts' });
});

test('the errors of the server stand beside the fields of the form', () => {
  expect(
    windowErrors({ name: 'long', 'targets.0.value': 'empty', 'schedule.end': 'late', 'schedule.weekdays.0': 'no' }),
  ).toEqual({ name: 'long', targets: 'empty', until: 'late', weekdays: 'no' });
});

test('the end of a weekly window is a time and a number of days later', () => {
  expect(endOf('22:00', 480)).toEqual({ time: '06:00', days: 1 });
  expect(endOf('08:00', 60)).toEqual({ time: '09:00', days: 0 });
  expect(endOf('00:00', 7 * 1440)).toEqual({ time: '00:00', days: 7 });
});

test('a target keeps the colons of its id', () => {
  const target = { kind: 'resource', value: 'docker:host/abc' } as const;
  expect(targetFrom(targetKey(target))).toEqual(target);
});
