import { growth, LINEAR } from '@belfry/domain/testing/processor-time';
import { beforeAll, expect, test } from 'vitest';
import { english, speak } from '../../lib/language/in-language.ts';
import { isShown, selectSubjects } from './select.ts';
import type { Subject } from './subject.ts';
import { aJob, aSubject, NOW } from './testing/subject.ts';
import { protectionCodec } from './view.ts';

beforeAll(() => speak(english));

const jobs = new Map([['nightly', aJob('nightly', { comment: 'every night', storage: 'pbs-main' })]]);
const view = protectionCodec.fallback;
const names = (
  subjects: Iterable<Subject>,
  change: Partial<typeof view> = {},
  untested: ReadonlySet<string> = new Set(),
) => selectSubjects(subjects, { ...view, ...change }, jobs, untested, NOW).map(({ guest }) => guest.name);

const subjects = [
  aSubject('web-10'),
  aSubject('web-2', { state: 'unverified' }),
  aSubject('late-a-little', { state: 'late', lastGood: '2026-11-20T22:00:00Z' }),
  aSubject('late-a-lot', { state: 'late', lastGood: '2026-11-10T02:00:00Z' }),
  aSubject('failed', { state: 'failed', lastGood: '2026-11-21T02:00:00Z' }),
  aSubject('new', { state: 'never', lastGood: undefined, backups: 0 }),
  aSubject('bare', { state: 'not-covered', jobs: [], lastGood: undefined, reason: { kind: 'in-no-job' } }),
  aSubject('hidden', { state: 'unknown', lastGood: undefined, jobs: [] }),
  aSubject('scratch', { state: 'excluded', jobs: [], lastGood: undefined }),
];

test('what needs somebody is first: failed, without a backup, late by runs, not covered, unknown, then the rest by name', () => {
  expect(names(subjects)).toEqual([
    ...['failed', 'new', 'late-a-lot', 'late-a-little', 'bare', 'hidden', 'web-2', 'web-10', 'scratch'],
  ]);
});

test('a column orders all guests, and those without a value come last in either direction', () => {
  const sort = (descending: boolean) => names(subjects, { sort: { key: 'lastGood', descending } });
  expect(sort(false).slice(0, 2)).toEqual(['late-a-lot', 'late-a-little']);
  expect(sort(true).slice(0, 2)).toEqual(['web-10', 'web-2']);
  expect(sort(true).slice(-4).sort()).toEqual(['bare', 'hidden', 'new', 'scratch']);
});

test('a guest that would be lost whole is worse than any age', () => {
  expect(names(subjects, { sort: { key: 'loss', descending: true } }).slice(0, 3)).toEqual(['bare', 'new', 'scratch']);
});

test.each([
  ['web', ['web-2', 'web-10']],
  ['state:late', ['late-a-lot', 'late-a-little']],
  ['job:"every night" state:protected', ['web-10']],
  ['lost>200', ['new', 'late-a-lot', 'bare', 'scratch']],
  ['pbs-main web-10', ['web-10']],
])('the search %s finds guests by name, state, job and what would be lost', (search, found) => {
  expect(names(subjects, { search })).toEqual(found);
});

test('each counter shows the guests that it counts', () => {
  const copied = aSubject('copied', {
    offSite: { kind: 'sync', place: 'dr:store', at: '', isConfirmed: true, isLate: false },
  });
  expect(isShown(copied, 'no-copy')).toBe(false);
  expect(names([...subjects, copied], { show: 'no-copy' })).not.toContain('copied');
  expect(names(subjects, { show: 'no-copy' })).toEqual(['failed', 'late-a-lot', 'late-a-little', 'web-2', 'web-10']);
  expect(names(subjects, { show: 'not-covered' })).toEqual(['bare']);
  expect(names(subjects, { show: 'untested' }, new Set(['web-10']))).toEqual(['web-10']);
});

test.each(['', 'vm-99'])(
  'the time to select guests with the search "%s" grows with their number, not with its square',
  (search) => {
    const selecting = (count: number) => {
      const many = Array.from({ length: count }, (_, i) => aSubject(`vm-${i}`, i % 50 === 0 ? { state: 'late' } : {}));
      return () => names(many, { search });
    };
    expect(selecting(10_000)().length).toBeGreaterThan(100);
    expect(growth(1250, selecting)).toBeLessThan(LINEAR);
  },
);

test('site: finds the guests of a site', () => {
  const found = (site: string | undefined) =>
    selectSubjects([aSubject('web')], { ...view, search: 'site:köln' }, jobs, new Set(), NOW, () => site).length;
  expect([found('Köln'), found('Berlin'), found(undefined)]).toEqual([1, 0, 0]);
});
