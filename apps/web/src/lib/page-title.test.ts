import { expect, test } from 'vitest';
import { titleOf } from './page-title.ts';

test.each([
  ['Overview', 0, 'Overview · Belfry'],
  ['Overview', 3, '(3) Overview · Belfry'],
  ['', 0, 'Belfry'],
])('the screen "%s" with %i problems is "%s"', (page, problems, expected) => {
  expect(titleOf({ page, problems })).toBe(expected);
});
