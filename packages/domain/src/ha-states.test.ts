import { expect, test } from 'vitest';
import { haStartsIn } from './ha-states.ts';

test('HA starts no guest that it leaves alone, keeps off, or has given up on', () => {
  for (const state of ['started', 'fence', 'recovery', 'migrate', 'queued'])
    expect(haStartsIn(state), state).toBe(true);
  for (const state of ['ignored', 'disabled', 'stopped', 'error']) expect(haStartsIn(state), state).toBe(false);
});
