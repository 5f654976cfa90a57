import { expect, test } from 'vitest';
import { utc } from '../calendar-event/runs.ts';
import { keptBy } from './prune.ts';

const backups = (...times: string[]) => times.map((time) => ({ at: Date.parse(`${time}Z`), isProtected: false }));
const shown = (list: readonly { at: number }[]) => list.map(({ at }) => new Date(at).toISOString().slice(0, 16));
const T = (time: string) => `${time}:00`;

test.each([
  ['the last three', { last: 3 }, ['2026-11-20T10:00', '2026-11-20T09:00', '2026-11-19T09:00']],
  ['the newest of each day', { daily: 2 }, ['2026-11-20T10:00', '2026-11-19T09:00']],
  [
    'days after the last ones, in periods that these have not covered',
    { last: 1, daily: 2 },
    ['2026-11-20T10:00', '2026-11-19T09:00', '2026-11-15T23:00'],
  ],
  ['the newest of each week from Monday on', { weekly: 2 }, ['2026-11-20T10:00', '2026-11-15T23:00']],
  ['the newest of each month', { monthly: 3 }, ['2026-11-20T10:00', '2026-10-31T00:00', '2025-12-31T00:00']],
  ['the newest of each year', { yearly: 2 }, ['2026-11-20T10:00', '2025-12-31T00:00']],
])('%s are kept', (_, keep, kept) => {
  const all = backups(
    ...[T('2026-11-20T10:00'), T('2026-11-20T09:00'), T('2026-11-19T09:00'), T('2026-11-15T23:00')],
    ...[T('2026-10-31T00:00'), T('2025-12-31T00:00')],
  );
  expect(shown(keptBy(keep, all, utc))).toEqual(kept);
});

test('nothing is removed without an option, or with the option for all', () => {
  const all = backups('2026-11-20T10:00:00', '2026-11-19T10:00:00');
  expect([keptBy({}, all, utc), keptBy({ all: true, last: 1 }, all, utc), keptBy({ last: 0 }, all, utc)]).toEqual([
    all,
    all,
    all,
  ]);
});

test('a protected backup remains and takes the place of no other', () => {
  const [newest, ...rest] = backups('2026-11-20T10:00:00', '2026-11-19T10:00:00', '2026-11-18T10:00:00');
  const all = [{ at: newest?.at ?? 0, isProtected: true }, ...rest];
  expect(shown(keptBy({ last: 1 }, all, utc))).toEqual(['2026-11-20T10:00', '2026-11-19T10:00']);
});

test('days are those of the clock of the host', () => {
  const all = backups('2026-11-20T00:30:00', '2026-11-19T23:30:00');
  const berlin = () => 3_600_000;
  expect([keptBy({ daily: 2 }, all, utc).length, keptBy({ daily: 2 }, all, berlin).length]).toEqual([2, 1]);
});
