import { expect, test } from 'vitest';
import { badInARow, countNights } from './nights.ts';

test.each([
  ['oooooofff', 3],
  ['ooofffo', 0],
  ['of-f-m', 3],
  ['offr', 2],
  ['------', 0],
  ['fuf', 1],
  ['', 0],
])(
  '%s has %i bad nights in a row at its end: nights without a run, or with one that is not over, do not count',
  (letters, count) => {
    expect(badInARow(letters)).toBe(count);
  },
);

test('a letter of a newer server is a night about which nothing is known', () => {
  expect([...countNights('oo?f')]).toEqual([
    ['ok', 2],
    ['none', 1],
    ['failed', 1],
  ]);
});
