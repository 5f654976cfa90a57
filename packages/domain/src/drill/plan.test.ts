import type { TestPlan } from '@belfry/schema/drill/plan';
import { expect, test } from 'vitest';
import { dueTests, type PassedTests, type PlannedGuest, planGroups } from './plan.ts';

const at = (text: string) => Date.parse(`${text}T12:00:00Z`);
const utc = () => 0;
const plan = (more: Partial<TestPlan> = {}): TestPlan => ({
  ...{ id: 'p', name: 'Quarterly', every: 'quarter', count: 1, remindDays: 14, since: '2026-02-01T00:00:00Z' },
  scope: { kind: 'tag', names: [] },
  ...more,
});
const guest = (id: string, more: Partial<PlannedGuest> = {}): PlannedGuest => ({
  ...{ id, name: `name of ${id}`, tags: ['web'], hasBackup: true },
  ...more,
});
const passed = (tests: Record<string, string[]>): PassedTests =>
  new Map(Object.entries(tests).map(([id, days]) => [id, days.map(at)]));
const states = (of: TestPlan, guests: PlannedGuest[], tests: PassedTests, now: string) =>
  planGroups(of, guests, tests, at(now), utc).map(({ group, state, next }) => [
    group,
    state,
    ...next.map((each) => each.guest),
  ]);

const two = [guest('a'), guest('b', { tags: ['web', 'db'] }), guest('c', { tags: ['db'], hasBackup: false })];

test('each tag wants one guest, the longest untested first, and never one without a backup', () => {
  const tests = passed({ a: ['2026-03-03'], b: ['2026-02-02'] });
  expect(states(plan(), two, tests, '2026-05-01')).toEqual([
    ['db', 'open', 'b'],
    ['web', 'open', 'b'],
  ]);
  expect(states(plan(), two, passed({ b: ['2026-02-02'] }), '2026-02-03')).toEqual([
    ['db', 'done'],
    ['web', 'done'],
  ]);
  const none = [guest('c', { hasBackup: false })];
  expect(states(plan(), none, passed({}), '2026-05-01')).toEqual([['web', 'none']]);
});

test('it is due in the last days of the quarter, and overdue after one without a test until there is one', () => {
  const one = [guest('a')];
  const of = (now: string, tests = passed({})) => states(plan(), one, tests, now)[0]?.[1];
  expect(of('2026-03-10')).toBe('open');
  expect(of('2026-03-20')).toBe('due');
  expect(of('2026-04-02')).toBe('open');
  expect(of('2026-06-17')).toBe('due');
  expect(of('2026-07-02')).toBe('overdue');
  expect(of('2026-07-02', passed({ a: ['2026-07-01'] }))).toBe('done');
  expect(of('2026-07-02', passed({ a: ['2026-05-01'] }))).toBe('open');
});

test('the time before a plan was made is not missing', () => {
  const made = plan({ since: '2026-05-20T00:00:00Z' });
  expect(states(made, [guest('a')], passed({}), '2026-07-02')).toEqual([['web', 'open', 'a']]);
  expect(states(made, [guest('a')], passed({}), '2026-10-02')).toEqual([['web', 'overdue', 'a']]);
});

test('of more guests than one, those that are missing are next; a small group wants all it has', () => {
  const three = plan({ count: 3 });
  expect(states(three, [guest('a'), guest('b')], passed({ a: ['2026-05-01'] }), '2026-05-02')).toEqual([
    ['web', 'open', 'b'],
  ]);
});

test('pools, sites and lists of guests are groups too, and a named one that is empty is shown', () => {
  const guests = [guest('a', { pool: 'x', site: 's' }), guest('b', { pool: 'y' })];
  const groups = (scope: TestPlan['scope']) => states(plan({ scope }), guests, passed({}), '2026-05-01');
  expect(groups({ kind: 'pool', names: [] })).toEqual([
    ['x', 'open', 'a'],
    ['y', 'open', 'b'],
  ]);
  expect(groups({ kind: 'site', names: ['s'] })).toEqual([['s', 'open', 'a']]);
  expect(groups({ kind: 'tag', names: ['gone'] })).toEqual([['gone', 'none']]);
  expect(groups({ kind: 'guests', names: ['b'] })).toEqual([['', 'open', 'b']]);
});

test('the quarter ends on the clock of the server', () => {
  const berlin = () => 2 * 3_600_000;
  const [group] = planGroups(plan(), [guest('a')], passed({}), at('2026-05-01'), berlin);
  expect(group?.until).toBe('2026-06-30T22:00:00.000Z');
  const year = planGroups(plan({ every: 'year' }), [guest('a')], passed({}), at('2026-05-01'), utc);
  expect(year[0]?.until).toBe('2027-01-01T00:00:00.000Z');
  const month = planGroups(plan({ every: 'month' }), [guest('a')], passed({}), at('2026-12-31'), utc);
  expect(month[0]?.until).toBe('2027-01-01T00:00:00.000Z');
});

test('a guest that two plans want is due once, and overdue if it is for one of them', () => {
  const made = [plan({ name: 'first' }), plan({ name: 'second', every: 'month' })].map((each) => ({
    plan: each,
    groups: planGroups(each, [guest('a')], passed({ a: ['2026-04-30'] }), at('2026-06-20'), utc),
  }));
  expect(made.map(({ groups }) => groups[0]?.state)).toEqual(['done', 'overdue']);
  expect([...dueTests(made)]).toEqual([['a', { plan: 'second', until: '2026-07-01T00:00:00.000Z', isOverdue: true }]]);
});
