import { expect, test } from 'vitest';
import { minutesOf } from './alerts.ts';

test('a duration is minutes, hours or days', () => {
  expect(['90m', '4h', '2d'].map(minutesOf)).toEqual([90, 240, 2880]);
});

test.for(['', '0m', '4', 'h', '-4h', '4 h', '1w', '1.5h'])('%j is refused with an example', (text) => {
  expect(() => minutesOf(text)).toThrow('Use minutes, hours or days: 90m, 4h, 2d.');
});
