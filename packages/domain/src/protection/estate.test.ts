import type { GuestProtection, RunResult } from '@belfry/schema/protection/guest-protection';
import { expect, test } from 'vitest';
import { ageAgainst, lastNightOf, latestNightOf, lossesOf } from './estate.ts';
import { lastNights } from './nights.ts';

const NOW = Date.parse('2026-11-22T05:26:00Z');
const NOON = Date.parse('2026-11-21T12:00:00Z');
const guest = (id: string, fields: Partial<GuestProtection> = {}): GuestProtection => ({
  ...{ id, state: 'protected', jobs: ['nightly'], backups: 1, protectedBackups: 0, disksLeftOut: [] },
  lastGood: '2026-11-22T02:10:00Z',
  ...fields,
});
const ran = (id: string, result: RunResult, at = '2026-11-22T02:00:00Z', fields: Partial<GuestProtection> = {}) =>
  guest(id, { lastRun: { job: 'nightly', at, result }, ...fields });

test('a run that is not over is neither good nor bad', () => {
  const night = lastNightOf([ran('a', 'ok'), ran('b', 'running'), ran('c', 'pending')], NOON);
  expect(night).toMatchObject({ due: 1, worked: 1, open: 2, failed: [] });
});

test('the runs that did not work are named from the worst on', () => {
  const guests = [ran('a', 'missed'), ran('b', 'ok'), ran('c', 'failed'), ran('d', 'ambiguous'), ran('e', 'damaged')];
  const night = lastNightOf(guests, NOON);
  expect(night).toMatchObject({ due: 5, worked: 1, bad: { failed: 1, damaged: 1, missed: 1, ambiguous: 1 } });
  expect(night.failed).toEqual(['c', 'e', 'a', 'd']);
});

test('a weekly backup that failed on another day is not one of last night', () => {
  expect(lastNightOf([ran('a', 'failed', '2026-11-18T02:00:00Z')], NOON).due).toBe(0);
});

test('a guest that is left out on purpose counts nowhere', () => {
  const excluded = ran('a', 'failed', undefined, { state: 'excluded' });
  expect(lastNightOf([excluded], NOON).due).toBe(0);
  expect(lossesOf([excluded], NOW)).toEqual({ covered: 0, within: 0, whole: 0 });
});

const HOUR_MS = 3_600_000;
/** Central Europe around the end of summer time, at 01:00 UTC of 25 October 2026. */
const berlin = (at: number) => (at < Date.parse('2026-10-25T01:00:00Z') ? 2 : 1) * HOUR_MS;
const nightly = (last: string, next: string, result: RunResult = 'ok') => [
  ran('a', result, last, { nextRun: next }),
  ran('x', 'ok', undefined, { state: 'excluded', nextRun: next }),
];

test.each([
  ['a minute before midnight', '2026-11-22T22:59Z', '2026-11-22T01:00Z', '2026-11-23T01:00Z', 1, 0],
  ['a minute after midnight', '2026-11-22T23:01Z', '2026-11-22T01:00Z', '2026-11-23T01:00Z', 1, 0],
  ['just before the first run', '2026-11-23T00:59Z', '2026-11-22T01:00Z', '2026-11-23T01:00Z', 1, 0],
  ['just after the first run', '2026-11-23T01:01Z', '2026-11-23T01:00Z', '2026-11-24T01:00Z', 0, 1],
  ['after midnight, before a night of 25 hours', '2026-10-24T22:01Z', '2026-10-24T00:00Z', '2026-10-25T01:00Z', 1, 0],
  ['after midnight, after a night of 25 hours', '2026-10-25T23:01Z', '2026-10-25T01:00Z', '2026-10-26T01:00Z', 1, 0],
] as const)('the night before counts until the present one has a due run: %s', (_, now, last, next, due, open) => {
  const night = latestNightOf(nightly(last, next, open > 0 ? 'pending' : 'ok'), lastNights(Date.parse(now), berlin));
  expect(night).toMatchObject({ due, open });
});

test('a night without a planned run is not replaced by the night before', () => {
  const weekly = nightly('2026-11-22T01:00Z', '2026-11-29T01:00Z');
  expect(latestNightOf(weekly, lastNights(Date.parse('2026-11-23T07:00Z'), berlin))).toMatchObject({ due: 0, open: 0 });
});

test.each([
  ['2026-11-22T04:26Z', '2026-11-20T11:00Z', '2026-11-21T11:00Z', '2026-11-22T11:00Z'],
  ['2026-11-22T13:00Z', '2026-11-20T11:00Z', '2026-11-21T11:00Z', '2026-11-22T11:00Z'],
  ['2026-11-22T22:50Z', '2026-11-20T11:00Z', '2026-11-21T11:00Z', '2026-11-22T11:00Z'],
  ['2026-10-25T04:00Z', '2026-10-23T10:00Z', '2026-10-24T10:00Z', '2026-10-25T11:00Z'],
  ['2026-10-25T22:50Z', '2026-10-23T10:00Z', '2026-10-24T10:00Z', '2026-10-25T11:00Z'],
])('at %s the last nights are from noon to noon on the clock', (now, before, since, until) => {
  const [from, begin, end] = [before, since, until].map((at) => Date.parse(at));
  expect(lastNights(Date.parse(now), berlin)).toEqual({ before: from, since: begin, until: end });
});

test('a guest without a backup would be lost whole, whether a job includes it or not', () => {
  const guests = [
    guest('a'),
    guest('b', { state: 'unverified' }),
    guest('c', { state: 'late' }),
    guest('d', { state: 'never', lastGood: undefined, backups: 0 }),
    guest('e', { state: 'not-covered', jobs: [], lastGood: undefined, backups: 0 }),
    guest('f', { state: 'not-covered', jobs: [] }),
    guest('g', { state: 'unknown', lastGood: undefined, jobs: [] }),
  ];
  expect(lossesOf(guests, NOW)).toEqual({ covered: 4, within: 2, whole: 2 });
});

test.each([
  ['fresh', 'protected', 0.25, { share: 0.125, grade: 'ok' }],
  ['a run that is going on', 'protected', 1.1, { share: 0.55, grade: 'ok' }],
  ['one run behind', 'late', 1.2, { share: 0.6, grade: 'warning' }],
  ['two runs behind', 'failed', 1.6, { share: 0.8, grade: 'critical' }],
  ['a month behind', 'failed', 30, { share: 1, grade: 'critical' }],
] as const)('the age of a backup against its schedule: %s', (_, state, days, expected) => {
  expect(ageAgainst({ everySeconds: 86_400, state }, days * 86_400_000)).toEqual({
    share: expect.closeTo(expected.share, 5),
    grade: expected.grade,
  });
});

test('without a schedule there is no age against it', () => {
  expect(ageAgainst({ state: 'not-covered' }, 1)).toBeUndefined();
});
