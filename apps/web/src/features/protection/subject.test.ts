import { expect, test } from 'vitest';
import { joinSubjects, toneOf } from './subject.ts';
import { aProtection, aSubject, NOW } from './testing/subject.ts';

const guests = new Map([aSubject('a'), aSubject('b')].map(({ id, guest }) => [id, guest]));

test('a guest whose protection did not change keeps its object, so that its row is not rendered again', () => {
  const [a, b] = [aProtection('a'), aProtection('b')];
  const before = joinSubjects(guests, [a, b], new Map());
  const after = joinSubjects(guests, [a, aProtection('b', { state: 'late' })], before);
  expect(after.get('a')).toBe(before.get('a'));
  expect(after.get('b')).not.toBe(before.get('b'));
});

test('a protection without its guest is not shown', () => {
  expect([...joinSubjects(guests, [aProtection('gone')], new Map())]).toEqual([]);
});

test('a guest that is late is critical when it is more than half a run behind', () => {
  expect(toneOf(aSubject('a', { state: 'late', lastGood: '2026-11-21T02:10:00Z' }), NOW)).toBe('warn');
  expect(toneOf(aSubject('a', { state: 'late', lastGood: '2026-11-20T02:10:00Z' }), NOW)).toBe('crit');
});
