// What every history promises.
import type { Resource } from '@belfry/schema/history/metrics';
import { afterAll, beforeAll, expect, type TestContext, test } from 'vitest';
import type { HistoryStore } from './history-store.ts';
import { openEngineHistory } from './testing/engine-history.ts';
import { createMemoryHistory } from './testing/memory-history.ts';
import { openRemoteHistory, prometheus, victoriaMetrics } from './testing/remote-engines.ts';
import { SAMPLE_MS } from './tiers.ts';

const START = Date.UTC(2026, 0, 2);
const MINUTE = 60_000;
const guest: Resource = { kind: 'guest', id: 'a-100' };
const cpu = (value: number) => Float64Array.of(value, 50, Number.NaN, 0, 0, 0, 0);

const remote = [victoriaMetrics(), prometheus()];
beforeAll(async () => {
  for (const { reason, start } of remote) if (reason === undefined) await start();
});
afterAll(async () => {
  for (const { end } of remote) await end();
});

interface Tested {
  name: string;
  /** Why it cannot run here. */
  reason?: string | undefined;
  open(now: () => number): Promise<HistoryStore>;
}

const stores: Tested[] = [
  { name: 'in memory', open: async (now) => createMemoryHistory(now) },
  { name: 'in a file', open: (now) => openEngineHistory({ now }) },
  ...remote.map((engine): Tested => {
    const { name, reason } = engine;
    return { name: `in ${name}`, reason, open: async (now) => openRemoteHistory(engine, now) };
  }),
];

for (const { name, reason, open } of stores) {
  const setUp = async (context: TestContext) => {
    if (reason !== undefined) return context.skip(reason);
    let now = START;
    const store = await open(() => now);
    return {
      store,
      at(ms: number, value: number) {
        now = START + ms;
        store.record(now, [{ ...guest, values: cpu(value) }]);
      },
      async ask(from: number, to: number, points: number, metrics = ['cpu']) {
        await store.flush();
        return store.series({ resources: [guest], metrics, from: START + from, to: START + to, points });
      },
    };
  };

  test(`a history ${name} answers min, mean and max of each step, and a gap where nothing was measured`, async (context) => {
    const { at, ask } = await setUp(context);
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

  test(`a history ${name} keeps the first of two samples of the same step`, async (context) => {
    const { at, ask } = await setUp(context);
    for (const [ms, value] of [
      [0, 1],
      [9000, 2],
      [0, 3],
    ] as const)
      at(ms, value);
    expect((await ask(0, SAMPLE_MS, 1))[0]?.mean).toEqual(Float64Array.of(1));
  });

  test(`a history ${name} leaves out metrics that the kind does not have`, async (context) => {
    const { at, ask } = await setUp(context);
    at(0, 1);
    expect((await ask(0, MINUTE, 6, ['wearout', 'memory'])).map(({ metric }) => metric)).toEqual(['memory']);
  });

  test(`a history ${name} shows foreign values where it has none of its own, and says so`, async (context) => {
    const { at, ask, store } = await setUp(context);
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

  test(`a history ${name} no longer answers what was forgotten`, async (context) => {
    const { at, ask, store } = await setUp(context);
    at(0, 1);
    await store.flush();
    await store.forget([guest]);
    expect((await ask(0, MINUTE, 1))[0]?.parts).toEqual([]);
  });

  test(`a clock that is stepped back makes no second sample in a history ${name}, and what was not measured yet is`, async (context) => {
    const { at, ask } = await setUp(context);
    for (let n = 0; n < 12; n++) at(n * SAMPLE_MS, 10);
    for (let n = 6; n < 24; n++) at(n * SAMPLE_MS, 30);
    expect((await ask(0, 4 * MINUTE, 4))[0]?.mean).toEqual(Float64Array.of(10, 10, 30, 30));
  });

  test(`a history ${name} knows what is stored of a resource, and nothing of others`, async (context) => {
    const { at, store } = await setUp(context);
    for (let n = 0; n < 12; n++) at(n * SAMPLE_MS, 10);
    await store.flush();
    const spans = await store.known(guest);
    const [first, last] = [Math.min(...spans.map(({ from }) => from)), Math.max(...spans.map(({ to }) => to))];
    expect(spans.every(({ source }) => source === 'belfry')).toBe(true);
    expect([first <= START, last >= START + 2 * MINUTE, last <= START + 10 * MINUTE]).toEqual([true, true, true]);
    expect(await store.known({ kind: 'guest', id: 'a-1' })).toEqual([]);
  });

  test(`a history ${name} answers many resources and metrics at once, in their order, with awkward ids`, async (context) => {
    const { store } = await setUp(context);
    const ids = [
      'a-100:/',
      'b"\\.*|{}',
      'ü 日本',
      ...Array.from({ length: 300 }, (_, n) => `dc-cluster-with-a-long-name-${n}`),
    ];
    const resources = ids.map((id): Resource => ({ kind: 'filesystem', id }));
    for (let n = 0; n < 3; n++)
      store.record(
        START + n * SAMPLE_MS,
        resources.map((resource, index) => ({ ...resource, values: Float64Array.of(index % 100, 4096, 8192) })),
      );
    await store.flush();
    const metrics = ['total', 'usage'];
    const found = await store.series({ resources, metrics, from: START, to: START + MINUTE, points: 1 });
    expect(found.map(({ resource, metric }) => `${metric} ${resource.id}`)).toEqual(
      ids.flatMap((id) => metrics.map((metric) => `${metric} ${id}`)),
    );
    expect(found.map(({ mean }) => mean[0])).toEqual(
      ids.flatMap((_, index) => [expect.closeTo(8192, -1), expect.closeTo(index % 100, 6)]),
    );
  });
}
