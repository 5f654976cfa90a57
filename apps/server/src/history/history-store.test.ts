// What every history promises.
import type { Resource } from '@belfry/schema/history/metrics';
import { expect, test } from 'vitest';
import type { HistoryStore } from './history-store.ts';
import { openEngineHistory } from './testing/engine-history.ts';
import { createMemoryHistory } from './testing/memory-history.ts';
import { SAMPLE_MS } from './tiers.ts';

const START = Date.UTC(2026, 0, 2);
const MINUTE = 60_000;
const guest: Resource = { kind: 'guest', id: 'a-100' };
const cpu = (value: number) => Float64Array.of(value, 50, Number.NaN, 0, 0, 0, 0);

const engines: [string, (now: () => number) => Promise<HistoryStore>][] = [
  ['in memory', async (now) => createMemoryHistory(now)],
  ['in a file', (now) => openEngineHistory({ now })],
];

for (const [name, open] of engines) {
  const setUp = async () => {
    let now = START;
    const store = await open(() => now);
    return {
      store,
      at(ms: number, value: number) {
        now = START + ms;
        store.record(now, [{ ...guest, values: cpu(value) }]);
      },
      async ask(from: number, to: number, points: number, metrics = ['cpu']) {
        return store.series({ resources: [guest], metrics, from: START + from, to: START + to, points });
      },
    };
  };

  test(`a history ${name} answers min, mean and max of each step, and a gap where nothing was measured`, async () => {
    const { at, ask } = await setUp();
    for (let n = 0; n < 12; n++) at(n * SAMPLE_MS, n);
    at(3 * MINUTE, 30);
    const [series] = await ask(0, 4 * MINUTE, 4);
    expect(series).toMatchObject({ resource: guest, metric: 'cpu', from: START, stepMs: MINUTE });
    expect(series?.min).toEqual(Float64Array.of(0, 6, Number.NaN, 30));
    expect(series?.mean).toEqual(Float64Array.of(2.5, 8.5, Number.NaN, 30));
    expect(series?.max).toEqual(Float64Array.of(5, 11, Number.NaN, 30));
    expect(series?.parts.map(({ from, to }) => [from - START, to - START])).toEqual([
      [0, 2 * MINUTE],
      [3 * MINUTE, 4 * MINUTE],
    ]);
  });

  test(`a history ${name} keeps the first of two samples of the same step`, async () => {
    const { at, ask } = await setUp();
    for (const [ms, value] of [
      [0, 1],
      [9000, 2],
      [0, 3],
    ] as const)
      at(ms, value);
    expect((await ask(0, SAMPLE_MS, 1))[0]?.mean).toEqual(Float64Array.of(1));
  });

  test(`a history ${name} leaves out metrics that the kind does not have`, async () => {
    const { at, ask } = await setUp();
    at(0, 1);
    expect((await ask(0, MINUTE, 6, ['wearout', 'memory'])).map(({ metric }) => metric)).toEqual(['memory']);
  });

  test(`a history ${name} shows foreign values where it has none of its own, and says so`, async () => {
    const { at, ask, store } = await setUp();
    const column = (...values: number[]) => Float64Array.from(values);
    const mean = [column(70, 80, 90), ...Array.from({ length: 6 }, () => column(Number.NaN, Number.NaN, Number.NaN))];
    const max = [column(75, 85, 95), ...mean.slice(1)];
    await store.fill(guest, { from: START - 30 * MINUTE, stepMs: 30 * MINUTE, mean, max });
    for (let n = 0; n < 180; n++) at(n * SAMPLE_MS, 10);
    const [series] = await ask(-30 * MINUTE, 60 * MINUTE, 9);
    expect(series?.mean).toEqual(Float64Array.of(70, 70, 70, 10, 10, 10, 90, 90, 90));
    expect(series?.max).toEqual(Float64Array.of(75, 75, 75, 10, 10, 10, 95, 95, 95));
    expect(series?.parts.map(({ source }) => source)).toEqual(['proxmox', 'belfry', 'proxmox']);
    expect((await store.known(guest)).map(({ source }) => source)).toContain('proxmox');
  });

  test(`a history ${name} no longer answers what was forgotten`, async () => {
    const { at, ask, store } = await setUp();
    at(0, 1);
    await store.forget([guest]);
    expect((await ask(0, MINUTE, 1))[0]?.parts).toEqual([]);
  });
}
