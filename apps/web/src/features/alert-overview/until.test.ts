import { expect, test } from 'vitest';
import { untilText } from './until.ts';

test('an end on the same day is a time, a later one has its day', () => {
  const now = new Date(2026, 5, 1, 12).getTime();
  expect(untilText(new Date(2026, 5, 1, 14, 3).toISOString(), now)).toBe('14:03');
  expect(untilText(new Date(2026, 5, 2, 14, 3).toISOString(), now)).toBe('Jun 2, 14:03');
});
