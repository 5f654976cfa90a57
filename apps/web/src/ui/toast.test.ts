import { expect, test } from 'vitest';
import { takeToasts, toast } from './toast.ts';

test('success and info stay 5 seconds, errors 10', () => {
  for (const type of ['success', 'info', 'error'] as const) toast(type, type);
  toast('success', 'longer', 8_000);
  expect(takeToasts().map(({ timeout }) => timeout)).toEqual([5_000, 5_000, 10_000, 8_000]);
  expect(takeToasts()).toEqual([]);
});
