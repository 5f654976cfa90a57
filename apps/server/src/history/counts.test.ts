// How often something was read, from every tier: the sums are those of what was recorded.
import type { Resource } from '@belfry/schema/history/metrics';
import { expect, test } from 'vitest';
import { openEngineHistory } from './testing/engine-history.ts';

const START = Date.UTC(2026, 0, 2);
const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000] as const;
const [up, sometimes]: Resource[] = [
  { kind: 'guest', id: 'a-100' },
  { kind: 'guest', id: 'a-101' },
];
const values = () => Float64Array.of(10, 50, 50, 1, 2, 3, 4);

test('the readings of a step are exact in minutes, ten minutes and hours, also of what is still being recorded', async () => {
  let now = START;
  const store = await openEngineHistory({ now: () => now });
  /** Not read: 25 minutes from 3:07, and one reading at 5:00. */
  const isMissing = (at: number) =>
    (at >= START + 3 * HOUR + 7 * MINUTE && at < START + 3 * HOUR + 32 * MINUTE) || at === START + 5 * HOUR;
  for (; now < START + 26 * HOUR + 5 * MINUTE; now += 10_000) {
    const there = isMissing(now) ? [up] : [up, sometimes];
    store.record(
      now,
      there.map((resource) => ({ ...(resource as Resource), values: values() })),
    );
    if (now % (10 * MINUTE) === 0) await store.work();
  }
  const asked = { resources: [up, sometimes] as Resource[], from: START, to: START + DAY };
  for (const [points, stepMs] of [
    [1440, MINUTE],
    [144, 10 * MINUTE],
    [24, HOUR],
  ] as const) {
    const [all, some] = await store.counts({ ...asked, points });
    expect([all?.stepMs, all?.from]).toEqual([stepMs, START]);
    expect(all?.readings.every((count) => count === stepMs / 10_000)).toBe(true);
    const missing = some?.readings.reduce((sum, count) => sum + stepMs / 10_000 - count, 0);
    expect(missing).toBe(25 * 6 + 1);
    expect(some?.readings[(5 * HOUR) / stepMs]).toBe(stepMs / 10_000 - 1);
  }
  const [last] = await store.counts({ resources: [up as Resource], from: START + 25 * HOUR, to: now, points: 10 });
  expect(last?.readings.reduce((sum, count) => sum + count, 0)).toBe(65 * 6);
  await store.close();
});

test('a resource that nobody knows has no readings', async () => {
  const store = await openEngineHistory({ now: () => START + DAY });
  const [found] = await store.counts({
    resources: [{ kind: 'node', id: 'x' }],
    from: START,
    to: START + DAY,
    points: 24,
  });
  expect(found?.readings.every((count) => count === 0)).toBe(true);
  await store.close();
});
