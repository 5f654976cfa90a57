import { expect, test } from 'vitest';
import { withRecent } from './recent.ts';

test('the latest choice is first, once, and eight are kept', () => {
  const keys = Array.from({ length: 10 }, (_, i) => `k${i}`);
  const recent = keys.reduce<string[]>(withRecent, []);
  expect(recent).toEqual(['k9', 'k8', 'k7', 'k6', 'k5', 'k4', 'k3', 'k2']);
  expect(withRecent(recent, 'k5').slice(0, 3)).toEqual(['k5', 'k9', 'k8']);
});
