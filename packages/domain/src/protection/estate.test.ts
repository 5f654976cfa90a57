import type { GuestProtection, RunResult } from '@belfry/schema/protection/guest-protection';
import { expect, test } from 'vitest';
import { ageAgainst, lastNightOf, lossesOf } from './estate.ts';

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
