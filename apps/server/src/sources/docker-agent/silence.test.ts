import { expect, test } from 'vitest';
import { isIntervalTooLong, silenceMs } from './silence.ts';

test.for([
  [1, 30],
  [7.5, 30],
  [30, 120],
  [150, 600],
  [3600, 600],
])('an agent with an interval of %d s counts as silent after %d s', ([interval = 0, seconds = 0]) => {
  expect(silenceMs(interval)).toBe(seconds * 1000);
});

test('an interval is too long when two of them are more than an agent may be silent', () => {
  expect([isIntervalTooLong(300), isIntervalTooLong(301)]).toEqual([false, true]);
});
