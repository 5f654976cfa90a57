// What a collector measured while nobody heard it, over a real file.
import { metricsOf, type Resource } from '@belfry/schema/history/metrics';
import { expect, test } from 'vitest';
import { openEngineHistory } from './testing/engine-history.ts';

const [STEP, MINUTE, HOUR] = [10_000, 60_000, 3_600_000] as const;
const START = Date.UTC(2026, 0, 2);
const guest: Resource = { kind: 'guest', id: 'a-100' };
const width = metricsOf('guest').length;
const valueAt = (at: number) => ((at / STEP) * 7919) % 100;

test('after an outage of six hours, each step of each length has the value that it has without one', async () => {
  let at = START;
  const now = () => at;
  const [whole, cut] = [await openEngineHistory({ now }), await openEngineHistory({ now })];
  const sample = () => [{ ...guest, values: new Float64Array(width).fill(valueAt(at)) }];
  const [lost, back] = [START + 90 * MINUTE + 30_000, START + 450 * MINUTE + 30_000];
  for (; at < START + 8 * HOUR; at += STEP) {
    whole.record(at, sample());
    if (at < lost || at >= back) cut.record(at, sample());
    if (at % HOUR === 0) await Promise.all([whole.work(), cut.work()]);
  }
  const values = Float64Array.from({ length: (back - lost) / STEP + 12 }, (_, n) => valueAt(lost + (n - 6) * STEP));
  const samples = { from: lost - 6 * STEP, stepMs: STEP, mean: Array.from({ length: width }, () => values) };
  // A line that is cut brings the same once more.
  for (let n = 0; n < 2; n++) await cut.fill(guest, { ...samples, source: 'belfry' });
  for (at += STEP; at < START + 12 * HOUR; at += STEP) for (const each of [whole, cut]) each.record(at, sample());
  await Promise.all([whole.work(), cut.work()]);
  for (const points of [100_000, 720, 72, 12]) {
    const query = { resources: [guest], metrics: ['cpu', 'memory'], from: START, to: at, points };
    expect(await cut.series(query)).toEqual(await whole.series(query));
  }
});

test('the ten minutes that are being recorded take what is missing of them, and keep what they have', async () => {
  let at = START;
  const store = await openEngineHistory({ now: () => at });
  const record = (value: number) => store.record(at, [{ ...guest, values: new Float64Array(width).fill(value) }]);
  record(1);
  at += 5 * STEP;
  record(6);
  const mean = Array.from({ length: width }, () => Float64Array.of(50, 51, 52, 53, 54, 55));
  await store.fill(guest, { source: 'belfry', from: START, stepMs: STEP, mean });
  await store.flush();
  const query = { resources: [guest], metrics: ['cpu'], from: START, to: at + STEP, points: 100 };
  const [cpu] = await store.series(query);
  expect([...(cpu?.mean ?? [])]).toEqual([1, 51, 52, 53, 54, 6]);
  expect(cpu?.parts.map(({ source }) => source)).toEqual(['belfry']);
});
