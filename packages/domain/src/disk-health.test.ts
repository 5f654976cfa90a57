import { expect, test } from 'vitest';
import { diskHealth } from './disk-health.ts';

test.for([
  ['FAILED!', 80, 'failed'],
  ['FAILED', 5, 'failed'],
  ['PASSED', 9, 'worn'],
  ['PASSED', 10, 'passed'],
  ['ok', -1, 'passed'],
  ['PASSED', 0, 'passed'],
  ['UNKNOWN', 60, 'unknown'],
  ['', -1, 'unknown'],
] as const)('a disk that says %s with %i percent of its life left is %s', ([health, wearout, expected]) => {
  expect(diskHealth({ health, wearout })).toBe(expected);
});
