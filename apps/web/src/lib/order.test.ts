// The rules of sorting that every table uses.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareText, natural, sortedBy } from './order.ts';

test('names sort with their numbers in order, in upper or lower case', () => {
  expect(['web-10', 'Web-2', 'api'].sort((a, b) => compareText(natural(a), natural(b)))).toEqual([
    'api',
    'Web-2',
    'web-10',
  ]);
});

test('missing values come last in either direction, and ties keep their own order', () => {
  const things = fc.array(fc.record({ id: fc.nat(), value: fc.option(fc.integer(), { nil: undefined }) }));
  fc.assert(
    fc.property(things, fc.boolean(), (list, descending) => {
      const sorted = sortedBy(
        list,
        ({ value }) => value,
        descending,
        (a, b) => a.id - b.id,
      );
      expect(sorted).toHaveLength(list.length);
      for (const [place, next] of sorted.slice(1).entries()) {
        const before = sorted[place] as (typeof sorted)[number];
        if (before.value === next.value) expect(before.id).toBeLessThanOrEqual(next.id);
        else if (next.value !== undefined) {
          expect(before.value).toBeDefined();
          expect((before.value as number) < next.value).toBe(!descending);
        }
      }
    }),
  );
});
