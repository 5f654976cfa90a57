// The slot that is being recorded, in memory.
import { metricsOf, type Resource } from '@belfry/schema/history/metrics';
import { expect, test } from 'vitest';
import { openSlot } from './open-slot.ts';
import { MISSING } from './scale.ts';
import { scalesOf } from './tier-block.ts';
import { SAMPLE_MS } from './tiers.ts';

const storage: Resource = { kind: 'storage', id: 'a-big' };
const names = metricsOf('storage').map(({ id }) => id);
const scales = scalesOf('storage');

test('a value of any size is kept beside small ones, and what was not measured stays missing', () => {
  const slot = openSlot(0, () => undefined);
  const given = [7, Number.NaN, 4e17, 0, 9].map((value) => Float64Array.from(names, () => value));
  for (const [n, values] of given.entries()) slot.record(n * SAMPLE_MS, [storage], values);
  const block = slot.block(storage);
  for (const [metric, { encode }] of scales.entries()) {
    const codes = given.map((values) => encode(values[metric] ?? 0));
    expect([...(block?.[metric]?.mean.subarray(0, 6) ?? [])]).toEqual([...codes, MISSING]);
    expect([...(block?.[metric]?.count.subarray(0, 6) ?? [])]).toEqual([1, 0, 1, 1, 1, 0]);
  }
  // The largest does not fit into two bytes.
  expect(Math.max(...scales.map(({ encode }) => encode(4e17)))).toBeGreaterThan(2 ** 15);
});

test('what was stored of the slot before a restart goes on, whatever its size', () => {
  const first = openSlot(0, () => undefined);
  const values = (value: number) => Float64Array.from(names, () => value);
  for (const value of [5, 4e17]) first.record(value === 5 ? 0 : SAMPLE_MS, [storage], values(value));
  const stored = first.block(storage);
  const again = openSlot(0, () => stored);
  again.record(0, [storage], values(50));
  again.record(2 * SAMPLE_MS, [storage], values(6));
  const [mean] = (again.block(storage) ?? []).map((points) => [...points.mean.subarray(0, 3)]);
  expect(mean).toEqual([5, 4e17, 6].map((value) => scales[0]?.encode(value)));
});
