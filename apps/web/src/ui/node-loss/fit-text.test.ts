import { expect, test } from 'vitest';
import { fitText } from './fit-text.ts';

test('guests of which nothing is known are counted apart from those that fit and those that stay', () => {
  expect(fitText(2, 12, 4)).toBe('2 of 12 guests fit elsewhere. 4 not known yet.');
  expect(fitText(1, 3, 0)).toBe('1 of 3 guests fits elsewhere.');
  expect(fitText(0, 43, 43)).toBe('Of 43 guests it is not known yet whether they fit elsewhere.');
  expect(fitText(0, 0, 0)).toBe('No guest runs here.');
});
