import type { JournalEntry } from '@belfry/schema/journal/entry';
import { expect, test } from 'vitest';
import { lifeOf } from './guest-spans.ts';

const DAY = 86_400_000;
const START = Date.UTC(2026, 9, 1);
const month = { from: START, until: START + 31 * DAY };
const entry = (day: number, given: Partial<JournalEntry>): JournalEntry => ({
  ...{ id: `${day}`, at: new Date(START + day * DAY).toISOString(), resource: 'c-105', instance: 'c', name: 'dms' },
  ...{ kind: 'guest', event: 'changed', by: null, source: 'readings', changes: [], ...given },
});
const renamed = entry(5, { changes: [{ field: 'name', before: 'dms-old', after: 'dms' }] });

test('a guest that was renamed is the same guest, and the name before is said', () => {
  const life = lifeOf([renamed], month, { createdAt: START - DAY, isThere: true });
  expect(life).toMatchObject({ existed: [month], former: undefined });
  expect(life.notes).toEqual([{ id: 'renamed', values: { before: 'dms-old', at: START + 5 * DAY } }]);
});

test('a guest that was made within the period counts from then on', () => {
  const life = lifeOf([], month, { createdAt: START + 10 * DAY, isThere: true });
  expect(life.existed).toEqual([{ from: START + 10 * DAY, until: month.until }]);
  expect(life.notes).toEqual([{ id: 'created', values: { at: START + 10 * DAY } }]);
});

test('a guest that was removed counts until then', () => {
  const life = lifeOf([entry(20, { event: 'removed' })], month, { createdAt: undefined, isThere: false });
  expect(life.existed).toEqual([{ from: START, until: START + 20 * DAY }]);
  expect(life.notes).toEqual([{ id: 'removed', values: { at: START + 20 * DAY } }]);
});

test('a guest that got the number of a removed one does not have its time', () => {
  const entries = [entry(12, { event: 'removed', name: 'old-mail' }), entry(12, { id: '9', event: 'created' })];
  const life = lifeOf(entries, month, { createdAt: START + 12 * DAY, isThere: true });
  expect(life.existed).toEqual([{ from: START + 12 * DAY, until: month.until }]);
  expect(life.notes).toEqual([{ id: 'recreated', values: { at: START + 12 * DAY } }]);
  expect(life.former).toMatchObject({ name: 'old-mail', until: START + 12 * DAY });
});

test('a guest that was made after the period, or removed before it, does not count at all', () => {
  expect(lifeOf([], month, { createdAt: month.until + 1, isThere: true }).existed).toEqual([]);
  expect(lifeOf([entry(-3, { event: 'removed' })], month, { createdAt: undefined, isThere: false }).existed).toEqual(
    [],
  );
});
