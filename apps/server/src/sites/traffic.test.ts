import { expect, test } from 'vitest';
import { fakeClock } from '../lib/fake-clock.ts';
import { createTraffic } from './traffic.ts';

test('the figures are those of the last minute, also of a line that is younger', async () => {
  const clock = fakeClock();
  const traffic = createTraffic(clock.monotonic);
  traffic.received(20_000);
  traffic.called(5);
  await clock.advance(10_000);
  expect(traffic.figures()).toEqual({ receivedBytes: 2000, sentBytes: 0, callsPerMinute: 30 });
  for (let i = 0; i < 30; i++) {
    await clock.advance(10_000);
    traffic.received(1000);
    traffic.sent(500);
    traffic.called(2);
  }
  const { receivedBytes, sentBytes, callsPerMinute } = traffic.figures();
  expect(receivedBytes).toBeGreaterThanOrEqual(100);
  expect(receivedBytes).toBeLessThan(130);
  expect(sentBytes).toBeLessThan(65);
  expect(callsPerMinute).toBeLessThan(16);
});

test('a line that carries nothing any more has no traffic, and a collector cannot say an absurd number of calls', async () => {
  const clock = fakeClock();
  const traffic = createTraffic(clock.monotonic);
  traffic.received(1e6);
  traffic.called(Number.MAX_SAFE_INTEGER);
  traffic.called(-1e9);
  expect(traffic.figures().callsPerMinute).toBe(6_000_000);
  await clock.advance(70_000);
  expect(traffic.figures()).toEqual({ receivedBytes: 0, sentBytes: 0, callsPerMinute: 0 });
});

test('the time of a question and its answer is never negative, though a clock was stepped', () => {
  const traffic = createTraffic(fakeClock().monotonic);
  traffic.asked(31.4);
  expect(traffic.figures().roundTripMs).toBe(31);
  traffic.asked(-5000);
  expect(traffic.figures().roundTripMs).toBe(0);
});
