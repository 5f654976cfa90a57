import { expect, test } from 'vitest';
import { nearDay, nearMoment } from './near-moment.ts';

test('the day is left out on the same day, and the time where only the day counts', () => {
  const now = new Date(2026, 10, 22, 23, 50).getTime();
  const [today, before] = [new Date(2026, 10, 22, 0, 5).getTime(), new Date(2026, 10, 21, 23, 55).getTime()];
  expect([nearMoment(today, now), nearDay(today, now)]).toEqual(['00:05', '00:05']);
  expect([nearMoment(before, now), nearDay(before, now)]).toEqual(['Nov 21, 23:55', 'Nov 21']);
});
