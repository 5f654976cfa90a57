// Every tier answers right, against the raw samples: a history in memory keeps all of them.
import { metricsOf, type Resource } from '@belfry/schema/history/metrics';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Series } from './history-store.ts';
import { openEngineHistory } from './testing/engine-history.ts';
import { createMemoryHistory } from './testing/memory-history.ts';
import { tierFor } from './tiers.ts';

const START = Date.UTC(2026, 0, 1);
const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000] as const;
const guests: readonly Resource[] = ['a', 'b', 'c'].map((id) => ({ kind: 'guest', id }));
const metrics = metricsOf('guest');
const ids = metrics.map(({ id }) => id);

/** Half a step of the scale at a value; the mean is rounded once in each tier. */
function allowed(metric: string, value: number, roundings: number): number {
  const precision = metrics.find(({ id }) => id === metric)?.precision ?? { step: 0 };
  const half = 'step' in precision ? precision.step / 2 : 0.5 * 10 ** (1 - precision.digits) * (1 + Math.abs(value));
  return half * roundings * 1.02 + 1e-6;
}

function compare(found: readonly Series[], raw: readonly Series[]): void {
  for (const [n, series] of found.entries()) {
    const expected = raw[n];
    if (!expected) throw new Error('a series is missing');
    expect([series.from, series.stepMs, series.parts]).toEqual([expected.from, expected.stepMs, expected.parts]);
    for (const name of ['min', 'mean', 'max'] as const)
      for (const [index, value] of expected[name].entries()) {
        const off = Math.abs((series[name][index] ?? 0) - value);
        const roundings = name === 'mean' ? 1 + tierFor(series.stepMs) : 1;
        const where = `${series.resource.id} ${series.metric} ${name} ${index} of ${series.stepMs}: ${series[name][index]}, not ${value}`;
        if (
          Number.isNaN(value) ? !Number.isNaN(series[name][index]) : !(off <= allowed(series.metric, value, roundings))
        )
          throw new Error(where);
      }
  }
}

/** Recorded for some time, with a pause, then restarted or not; each guest is sometimes not measured. */
const course = fc.record({
  seed: fc.nat(),
  parts: fc.array(
    fc.record({
      hours: fc.double({ min: 0.05, max: 9, noNaN: true }),
      pauseMs: fc.oneof(fc.constant(0), fc.nat(40 * HOUR)),
      isRestart: fc.boolean(),
      stepMs: fc.constantFrom(10_000, 10_000, 20_000, 60_000),
      share: fc.double({ min: 0, max: 1, noNaN: true }),
    }),
    { minLength: 1, maxLength: 4 },
  ),
  ranges: fc.array(
    fc.record({ from: fc.double({ min: 0, max: 1, noNaN: true }), points: fc.integer({ min: 1, max: 900 }) }),
    { minLength: 3, maxLength: 6 },
  ),
});

test('every tier answers as the raw samples do: min and max within half a step, the mean within half a step for each tier', async () => {
  const steps = new Set<number>();
  await fc.assert(
    fc.asyncProperty(course, async ({ seed, parts, ranges }) => {
      let now = START + (seed % DAY);
      const first = now;
      const clock = () => now;
      const raw = createMemoryHistory(clock);
      let stored = await openEngineHistory({ now: clock });
      const { dataDir } = stored;
      let random = seed;
      const next = () => {
        random = (Math.imul(random, 1_664_525) + 1_013_904_223) >>> 0;
        return random / 2 ** 32;
      };
      for (const { hours, pauseMs, isRestart, stepMs, share } of parts) {
        for (const end = now + hours * HOUR; now < end; now += stepMs) {
          const samples = guests.map((guest) => ({
            ...guest,
            values: Float64Array.from(metrics, ({ unit }) =>
              next() < share * 0.3 ? Number.NaN : unit === 'percent' ? next() * 100 : next() ** 8 * 1e9,
            ),
          }));
          raw.record(now, samples);
          stored.record(now, samples);
          if (next() < 0.01) await stored.work();
        }
        now += pauseMs;
        if (!isRestart) continue;
        await stored.close();
        stored = await openEngineHistory({ now: clock, dataDir });
      }
      await stored.work();
      for (const { from, points } of ranges) {
        const query = {
          resources: guests,
          metrics: ids,
          from: Math.round(first + (now - first) * from),
          to: now + 1,
          points,
        };
        const found = await stored.series(query);
        steps.add(found[0]?.stepMs ?? 0);
        compare(found, await raw.series(query));
      }
      await stored.close();
    }),
    { numRuns: 25 },
  );
  expect(steps.size).toBeGreaterThan(5);
});

test('a year of simulated time: every tier that is still kept answers right, and old values go when they are due', async () => {
  let now = START;
  const stored = await openEngineHistory({ now: () => now });
  const raw = createMemoryHistory(() => now);
  const [guest] = guests;
  if (!guest) return;
  // A sample every half an hour, and every ten seconds in the last two days: the raw samples of a year fit into memory.
  const end = START + 365 * DAY;
  for (; now < end; now += now < end - 2 * DAY ? 30 * MINUTE : 10_000) {
    const hour = now / HOUR;
    const load = 50 + 40 * Math.sin(hour / 4) + 9 * Math.sin(hour * 77);
    const values = Float64Array.of(load, load / 2, 70, load * 1e4, 0, load ** 4, 12);
    stored.record(now, [{ ...guest, values }]);
    raw.record(now, [{ ...guest, values }]);
    if (now % HOUR === 0) await stored.work();
  }
  await stored.work();
  for (const [days, points] of [
    [0.9, 900],
    [6.9, 1000],
    [89, 2000],
    [364, 3000],
  ] as const) {
    const query = { resources: [guest], metrics: ids, from: now - days * DAY, to: now, points };
    compare(await stored.series(query), await raw.series(query));
  }
  const { tiers } = await stored.status();
  for (const { oldest = 0, retentionMs, stepMs } of tiers)
    expect(oldest, `${stepMs}`).toBeGreaterThanOrEqual(now - retentionMs - 11 * DAY);
  expect(tiers.map(({ oldest = 0 }) => now - oldest > DAY / 2)).toEqual([true, true, true, true]);
});
