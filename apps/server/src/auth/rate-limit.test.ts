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

test('calls without a credential do not use up what somebody behind the same address may do, but guesses count together', () => {
  const limit = createRateLimit(fakeClock(0));
  const ann = { name: 'ann', role: 'admin', method: 'token', roles: [], token: 'a' } as const;
  const use = (...of: Parameters<typeof limit>) => {
    let count = 0;
    while (count < 5000 && limit(...of) === undefined) count++;
    return count;
  };
  const at = '192.0.2.1';
  expect([use('write', at), use('write', at, undefined, ann), use('write', at)]).toEqual([300, 300, 0]);
  expect(use('write', at, undefined, { ...ann, token: 'b' })).toBe(300);
  expect([use('login', at), use('login', at, undefined, ann)]).toEqual([10, 0]);
});
