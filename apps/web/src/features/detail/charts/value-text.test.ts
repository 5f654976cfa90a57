import { expect, test } from 'vitest';
import { scaleTexts } from './value-text.ts';

const MB = 1024 ** 2;

test('a scale of rates says that they are rates, and names both sides of zero', () => {
  expect(scaleTexts('bytes/s', [0, 2.5 * MB, 5 * MB])).toEqual(['0', '2.5 MB/s', '5 MB/s']);
  expect(scaleTexts('bytes/s', [-MB, 0, MB])).toEqual(['1 MB/s', '0', '1 MB/s']);
});

test('two values that round to one text are named once', () => {
  expect(scaleTexts('bytes', [0, 0.25, 0.5]).filter((text) => text === '0 B')).toHaveLength(1);
  expect(scaleTexts('percent', [0, 0.5, 1])).toEqual(['0%', '', '1%']);
  expect(scaleTexts('count', [0, 0.5, 1])).toEqual(['0', '0.5', '1']);
});
