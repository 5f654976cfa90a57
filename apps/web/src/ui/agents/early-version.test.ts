import { expect, test } from 'vitest';
import { isEarlyVersion } from './early-version.ts';

test('a version that is marked dev or begins with 0.1 is early, and no other', () => {
  expect(['dev', '1.4.0-dev.3', '0.1.0', 'v0.1.7'].map(isEarlyVersion)).toEqual([true, true, true, true]);
  expect(['', '0.2.0', '1.0.1', '10.1.0', '2.0.0-rc.1'].map(isEarlyVersion)).toEqual(Array(5).fill(false));
});
