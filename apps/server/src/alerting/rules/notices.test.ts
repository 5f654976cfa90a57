// The rows of the documentation: every rule has one.
import { alertTypes, factsOf } from '@belfry/domain/alerts/catalogue';
import { expect, test } from 'vitest';
import { allNotices } from './registry.ts';

const key = ({ type, of }: { type: string; of: string }): string => `${type} of ${of}`;
const catalogue = Object.keys(alertTypes).flatMap((type) => factsOf(type).of.map((of) => key({ type, of })));

test('every type of alert has a row for each kind of resource that can have it, and no row is about anything else', () => {
  const rows = new Set(allNotices().map(key));
  expect(catalogue.filter((each) => !rows.has(each))).toEqual([]);
  expect([...rows].filter((row) => !catalogue.includes(row))).toEqual([]);
});

test('a row has a fact, and says from which product, with which privilege, how and where', () => {
  for (const { type, fact, from, needs, poll, shown } of allNotices()) {
    expect([type, [fact, from, needs, poll, shown].filter((text) => text.length < 4 || /[|\n]/.test(text))]).toEqual([
      type,
      [],
    ]);
    expect(fact).toMatch(/^[A-Z].*[^.]$/);
  }
});
