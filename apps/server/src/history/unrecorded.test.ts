import { expect, test } from 'vitest';
import { fakeClock } from '../lib/fake-clock.ts';
import { createUnrecorded } from './unrecorded.ts';

const HOUR = 3_600_000;

test('what a slow worker cannot take is left out and counted, and the message ends an hour after the last time', async () => {
  const clock = fakeClock(0);
  const unrecorded = createUnrecorded(clock, 100);
  const reading = { values: new Float64Array(10) };
  expect(unrecorded.hasRoom()).toBe(true);
  unrecorded.sent(reading);
  expect([unrecorded.hasRoom(), unrecorded.problems()]).toEqual([true, {}]);
  unrecorded.sent(reading);
  for (let n = 0; n < 3; n++) expect(unrecorded.hasRoom()).toBe(false);
  expect(unrecorded.problems()['history-behind']?.message).toContain('3 readings were left out');
  unrecorded.recorded();
  expect(unrecorded.hasRoom()).toBe(true);
  await clock.advance(HOUR - 1);
  expect(unrecorded.problems()).toHaveProperty('history-behind');
  await clock.advance(1);
  expect(unrecorded.problems()).toEqual({});
});

test('names of new resources count as well, and a worker that ended leaves nothing waiting', () => {
  const unrecorded = createUnrecorded(fakeClock(0), 1000);
  unrecorded.sent({ resources: Array.from({ length: 10 }), values: new Float64Array(1) });
  expect(unrecorded.hasRoom()).toBe(false);
  unrecorded.reset();
  expect(unrecorded.hasRoom()).toBe(true);
});
