import { expect, test } from 'vitest';
import { wholeNumber } from './whole-number.ts';

test('only whole numbers within the bounds are numbers', () => {
  expect(['5', ' 30 ', '120'].map((text) => wholeNumber(text, [5, 120]))).toEqual([5, 30, 120]);
  for (const text of ['', '4', '121', '5.5', '1e2', '-5', 'ten', '5 min'])
    expect(wholeNumber(text, [5, 120]), text).toBeUndefined();
});
