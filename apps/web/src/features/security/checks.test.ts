import { expect, test } from 'vitest';
import { bandOf } from './checks.ts';

test('the bands', () => {
  expect([5, 4, 3, 2, 1, 0].map(bandOf)).toEqual(['good', 'good', 'fair', 'poor', 'bad', 'bad']);
});
