import { expect, test } from 'vitest';
import type { RestoreTest } from '../../../api/protection.ts';
import { aSubject, NOW } from '../testing/subject.ts';
import { byGuest, untestedOf } from './by-guest.ts';

const aTest = (guest: string, at: string, result: RestoreTest['result'] = 'ok'): RestoreTest => ({
  ...{ id: `${guest} ${at}`, guest, at, result, note: '', by: 'ana', since: at },
});

test('the last restore test of a guest counts, in whatever time zone it was noted', () => {
  const older = aTest('web', '2026-11-01T23:00:00+00:00');
  const newer = aTest('web', '2026-11-02T00:30:00+01:00', 'failed');
  const restoreTests = [newer, older];
  expect(byGuest({ exclusions: [], restoreTests }).tests.get('web')?.id).toBe(newer.id);
});

test('a guest is due without a test that worked in so many days; without backups, or left out on purpose, it never is', () => {
  const subjects = [
    aSubject('fresh'),
    aSubject('old'),
    aSubject('failed'),
    aSubject('bare', { backups: 0 }),
    aSubject('scratch', { state: 'excluded' }),
  ];
  const tests = [
    aTest('fresh', '2026-11-01T12:00:00Z'),
    aTest('old', '2026-05-01T12:00:00Z'),
    aTest('failed', '2026-11-20T12:00:00Z', 'failed'),
  ];
  expect([...untestedOf(subjects, tests, 90, NOW)]).toEqual(['old', 'failed']);
  expect(untestedOf(subjects, tests, null, NOW).size).toBe(0);
});
