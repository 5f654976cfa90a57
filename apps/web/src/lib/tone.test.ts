import { expect, test } from 'vitest';
import { guestTone } from './tone.ts';

test('the memory of a VM as its host sees it is never red, because it contains the cache and may exceed the maximum', () => {
  expect(guestTone('memory', 100, { quality: 'estimate' })).toBe('ok');
  expect(guestTone('memory', 100, { quality: 'good' })).toBe('crit');
  expect(guestTone('cpu', 100, { quality: 'estimate' })).toBe('crit');
});
