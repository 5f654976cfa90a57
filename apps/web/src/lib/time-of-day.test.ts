import { expect, test } from 'vitest';
import { timeFrom } from './time-of-day.ts';

test.each([
  ['8', '08:00'],
  ['08:30', '08:30'],
  ['8.30', '08:30'],
  ['830', '08:30'],
  ['2230', '22:30'],
  [' 0:05 ', '00:05'],
  ['23:59', '23:59'],
])('%s is the time %s', (text, time) => expect(timeFrom(text)).toBe(time));

test.each(['', '24:00', '8:60', '8:3', '12 am', '-1', '100000'])('“%s” is no time', (text) =>
  expect(timeFrom(text)).toBeUndefined(),
);
