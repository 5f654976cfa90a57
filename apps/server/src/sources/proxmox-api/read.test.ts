import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { amount, flag, text, whole } from './read.ts';

test.each([
  [5, 5],
  ['5.5', 5.5],
  [' 7 ', 7],
  ['', undefined],
  [' ', undefined],
  ['N/A', undefined],
  [-1, undefined],
  [1e30, undefined],
  [Number.NaN, undefined],
  [Infinity, undefined],
  [null, undefined],
  [true, undefined],
  [[5], undefined],
])('amount(%j) is %j', (value, expected) => {
  expect(amount(value)).toBe(expected);
});

test('readers never throw and never return invalid values', () =>
  fc.assert(
    fc.property(fc.anything(), (value) => {
      const number = whole(value);
      expect(number === undefined || (Number.isInteger(number) && number >= 0)).toBe(true);
      expect(typeof flag(value)).toBe('boolean');
      const words = text(value, 10);
      expect(words === undefined || typeof words === 'string').toBe(true);
    }),
  ));

test.each([1, true, '1', 'true'])('%j is yes', (value) => expect(flag(value)).toBe(true));
test.each([0, false, '0', '', null, undefined, {}])('%j is no', (value) => expect(flag(value)).toBe(false));

test('long text is cut, and empty text is absent', () => {
  expect(text('x'.repeat(300))).toHaveLength(256);
  expect(text('')).toBeUndefined();
  expect(text(1234)).toBe('1234');
});
