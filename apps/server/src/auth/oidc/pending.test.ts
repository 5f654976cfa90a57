import { expect, test } from 'vitest';
import { fakeClock } from '../../lib/fake-clock.ts';
import { createPending, PENDING_MS } from './pending.ts';

const proof = { state: 's', nonce: 'n', verifier: 'v' };

test.each([1, -1])('a clock step of %i hour neither ends nor extends a sign-in in progress', async (hours) => {
  const clock = fakeClock(0);
  const pending = createPending(clock);
  pending.add(proof, 'browser', '/');
  clock.step(hours * 3_600_000);
  await clock.advance(PENDING_MS - 1);
  expect(pending.take('s', 'browser')).toMatchObject({ proof });
  pending.add(proof, 'browser', '/');
  clock.step(-hours * 3_600_000);
  await clock.advance(PENDING_MS);
  expect(pending.take('s', 'browser')).toBeUndefined();
});
