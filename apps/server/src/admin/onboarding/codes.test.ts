import { expect, test } from 'vitest';
import { fakeClock } from '../../lib/fake-clock.ts';
import { CODE_LIFE_MS, createCodes } from './codes.ts';

const purpose = { type: 'pve', host: 'https://a:8006', backupPerms: false, baseUrl: 'http://b' } as const;

test('a code works once, and only for its type and host', () => {
  const codes = createCodes(fakeClock());
  const { code } = codes.issue(purpose);
  expect(codes.redeem(code, 'pbs', purpose.host)).toBeUndefined();
  expect(codes.redeem(code, 'pve', 'https://other:8006')).toBeUndefined();
  expect(codes.redeem(code, 'pve', purpose.host)).toEqual(purpose);
  expect(codes.redeem(code, 'pve', purpose.host)).toBeUndefined();
});

test('a code ends after a quarter of an hour', async () => {
  const clock = fakeClock();
  const codes = createCodes(clock);
  const [early, late] = [codes.issue(purpose).code, codes.issue(purpose).code];
  await clock.advance(CODE_LIFE_MS - 1);
  expect(codes.redeem(early, 'pve')).toEqual(purpose);
  await clock.advance(1);
  expect(codes.redeem(late, 'pve')).toBeUndefined();
});

test('a code that is used for the wrong host repeatedly is deleted', () => {
  const codes = createCodes(fakeClock());
  const { code } = codes.issue(purpose);
  for (let i = 0; i < 5; i++) codes.redeem(code, 'pve', 'https://guess:8006');
  expect(codes.redeem(code, 'pve', purpose.host)).toBeUndefined();
});

test('codes have at least 128 bits and never repeat; if there are too many, the newest are kept', () => {
  const codes = createCodes(fakeClock());
  const made = Array.from({ length: 1000 }, () => codes.issue(purpose).code);
  expect(new Set(made).size).toBe(1000);
  expect(Math.min(...made.map((code) => Buffer.from(code, 'base64url').length * 8))).toBeGreaterThanOrEqual(128);
  expect(codes.redeem(made[0] ?? '', 'pve')).toBeUndefined();
  expect(codes.redeem(made[999] ?? '', 'pve')).toEqual(purpose);
});
