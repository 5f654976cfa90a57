import { expect, test } from 'vitest';
import { fakeClock } from '../lib/fake-clock.ts';
import { createRateLimit } from './rate-limit.ts';

test('a call of high cost counts as ten, and cheap reads share the budget with it', () => {
  const limit = createRateLimit(fakeClock(0));
  const allowed = Array.from({ length: 300 }, () => limit('read', '192.0.2.1', 'high')).filter((wait) => !wait);
  expect(allowed).toHaveLength(200);
  expect(limit('read', '192.0.2.1')).toBe(1);
  expect(limit('read', '192.0.2.2', 'high')).toBe(undefined);
});
