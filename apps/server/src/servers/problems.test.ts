// What an active server says about the pair that it belongs to.
import { expect, test } from 'vitest';
import { type PairFacts, problemsOfPair } from './problems.ts';

const NOW = Date.parse('2026-06-01T12:00:00Z');
const other = (fields: object = {}) => ({ name: 'b', address: 'http://b', version: '1.0.0', age: 5, ...fields });
const facts = (fields: Partial<PairFacts> = {}): PairFacts => ({
  ...{ version: '1.0.0', activeMs: 600_000, clockMs: 3, now: NOW, others: [other()], switches: [] },
  ...fields,
});
const names = (fields: Partial<PairFacts>) => problemsOfPair(facts(fields)).map(([name]) => name);
const taken = (reason: string, minutesAgo: number) => ({
  epoch: 1,
  at: NOW - minutesAgo * 60_000,
  holder: 'a',
  reason,
});

test('a pair in which both are there, with one version and one time, has no problem', () => {
  expect(names({})).toEqual([]);
});

test('a standby is missed only when there was one, and not in the first minute', () => {
  const silent = [other({ age: 61 }), other({ name: 'c', age: 9000 })];
  expect(names({ others: silent })).toEqual(['servers-standby']);
  expect(names({ others: silent, activeMs: 59_000 })).toEqual([]);
  expect(names({ others: [...silent, other({ name: 'd' })] })).toEqual([]);
  expect([names({ others: [] }), names({ others: undefined })]).toEqual([[], []]);
});

test('a standby of another version is named while it is heard', () => {
  const [problem] = problemsOfPair(facts({ others: [other({ version: '1.1.0' })] }));
  expect(problem).toMatchObject(['servers-version', { values: { name: 'b', other: '1.1.0', own: '1.0.0' } }]);
  expect(names({ others: [other({ version: '1.1.0', age: 90 })] })).toEqual(['servers-standby']);
});

test('a lease is contested after four takeovers in ten minutes that nobody asked for', () => {
  const four = [1, 3, 5, 9].map((minutes) => taken('takeover', minutes));
  expect(names({ switches: four })).toEqual(['servers-lease']);
  expect(names({ switches: four.slice(1) })).toEqual([]);
  expect(names({ switches: [...four.slice(1), taken('start', 11)] })).toEqual([]);
  expect(names({ switches: [1, 2, 3, 4, 5].map((minutes) => taken('planned', minutes)) })).toEqual([]);
  // The times of the switches are those of the database.
  const hour = 3_600_000;
  expect(names({ switches: four.map((one) => ({ ...one, at: one.at + hour })), clockMs: hour })).toEqual([
    'servers-lease',
    'servers-clock',
  ]);
});

test('a clock of the database that is five seconds off has a name, in either direction', () => {
  expect([names({ clockMs: 4999 }), names({ clockMs: 5000 }), names({ clockMs: -5000 })]).toEqual([
    [],
    ['servers-clock'],
    ['servers-clock'],
  ]);
});
