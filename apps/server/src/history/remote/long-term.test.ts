// Two real engines: one keeps a day, the other one whole hours for years.
import type { Resource } from '@belfry/schema/history/metrics';
import { expect, onTestFinished, test } from 'vitest';
import { tempDir } from '../../db/testing/temp-store.ts';
import { openRemoteHistory, type RemoteEngine, remembering, victoriaMetrics } from '../testing/remote-engines.ts';

const HOUR = 3_600_000;
const MINUTE = 60_000;
const START = Date.UTC(2026, 0, 2);
const guest: Resource = { kind: 'guest', id: 'a-100' };
const other: Resource = { kind: 'guest', id: 'a-200' };
const sample = (resource: Resource, cpu: number) => ({ ...resource, values: Float64Array.of(cpu, 50) });

async function setUp(engines: readonly RemoteEngine[]) {
  for (const engine of engines) {
    onTestFinished(engine.end);
    await engine.start();
  }
  const [fine, years] = engines as [RemoteEngine, RemoteEngine];
  let now = START;
  const memory = remembering();
  const options = { dataDir: tempDir(), labels: { site: 'home' }, memory };
  const open = () => openRemoteHistory(fine, () => now, { ...options, longTermUrl: `${years.origin()}/api/v1/write` });
  const settle = () => Promise.all([fine.settle(), years.settle()]);
  return {
    ...{ fine, years, memory, open, settle },
    now: () => now,
    goTo: (at: number) => {
      now = at;
    },
  };
}
type World = Awaited<ReturnType<typeof setUp>>;
type Store = ReturnType<World['open']>;

/** Lets the hours be made until none waits. */
async function make({ memory, settle, now, goTo }: World, store: Store): Promise<void> {
  await store.flush();
  await settle();
  const end = Math.floor(now() / HOUR) * HOUR;
  const made = () => {
    goTo(now() + 1000);
    store.tick();
    return memory.recall();
  };
  await expect.poll(made, { timeout: 15_000 }).toMatchObject({ until: end });
  await settle();
}
const cpuOf = async (store: Store, resources: Resource[], from: number, to: number, points: number) =>
  (await store.series({ resources, metrics: ['cpu'], from, to, points })).map(({ min, mean, max }) => [
    ...[[...min], [...mean], [...max]],
  ]);

test('each hour has its mean, least and largest value in the second engine, and a long question reads only those', async (context) => {
  const engines = [victoriaMetrics(), victoriaMetrics()];
  const [{ reason }] = engines as [RemoteEngine];
  if (reason !== undefined) return context.skip(reason);
  const world = await setUp(engines);
  const { open, goTo, fine, years, now } = world;
  const store = open();
  for (let at = START; at < START + 6 * HOUR; at += MINUTE) {
    goTo(at);
    const hour = Math.floor((at - START) / HOUR);
    const first = (at - START) % HOUR === 0;
    store.record(at, [sample(guest, first ? hour * 10 + 9 : hour * 10), ...(hour < 3 ? [] : [sample(other, 7)])]);
  }
  await store.flush();
  goTo(START + 6 * HOUR + 6 * MINUTE);
  const exact = await cpuOf(store, [guest, other], START, START + 6 * HOUR, 6);
  await make(world, store);
  expect(world.memory.recall()).toMatchObject({ until: START + 6 * HOUR });
  const hours = await cpuOf(store, [guest, other], START, START + 6 * HOUR, 6);
  expect(hours).toEqual(exact);
  expect(hours[0]?.[2]).toEqual([9, 19, 29, 39, 49, 59]);

  // The first engine loses everything: its values were kept for a short time.
  await fetch(`${fine.origin()}/api/v1/admin/tsdb/delete_series?match[]={source="belfry"}`, { method: 'POST' });
  await store.follow();
  expect(await cpuOf(store, [guest, other], START, START + 6 * HOUR, 6)).toEqual(exact);
  expect(await cpuOf(store, [guest], START, START + 6 * HOUR, 3)).toEqual([
    [
      [0, 20, 40],
      [expect.closeTo(5.15), expect.closeTo(25.15), expect.closeTo(45.15)],
      [19, 39, 59],
    ],
  ]);
  // Finer steps are a matter of the first engine.
  expect((await cpuOf(store, [guest], START, START + HOUR, 60))[0]?.[1]?.some((value) => !Number.isNaN(value))).toBe(
    false,
  );
  expect((await store.known(guest)).map(({ source, stepMs }) => [source, stepMs])).toEqual([['belfry', HOUR]]);

  // What is not an hour yet comes from the first engine.
  store.record(now(), [sample(guest, 80)]);
  await store.flush();
  const [found] = await cpuOf(store, [guest], START, START + 7 * HOUR, 7);
  expect(found?.[2]).toEqual([9, 19, 29, 39, 49, 59, 80]);

  await store.forget([guest]);
  await years.settle();
  await store.follow();
  expect((await cpuOf(store, [guest], START, START + 6 * HOUR, 6))[0]?.[1]).toEqual(Array(6).fill(Number.NaN));
  expect((await cpuOf(store, [other], START, START + 6 * HOUR, 6))[0]?.[1]?.at(-1)).toBe(7);
});

// It needs the same two engines, so a submission leaves it to the night.
if (process.env.BELFRY_WHOLE)
  test('a second engine that is away gets its hours later, also over a restart, and one that is new gets the last month', async (context) => {
    const engines = [victoriaMetrics(), victoriaMetrics()];
    const [{ reason }] = engines as [RemoteEngine];
    if (reason !== undefined) return context.skip(reason);
    const world = await setUp(engines);
    const { open, goTo, years, settle } = world;
    const store = open();
    for (const day of [0, 1, 20, 40]) {
      goTo(START + day * 24 * HOUR);
      store.record(START + day * 24 * HOUR, [sample(guest, day)]);
      await store.flush();
    }
    goTo(START + 40 * 24 * HOUR + 2 * HOUR);
    await years.stop();
    await store.flush();
    await settle().catch(() => {});
    const problems = () => {
      goTo(world.now() + 1000);
      store.tick();
      return Object.keys(store.problems());
    };
    await expect.poll(problems, { timeout: 15_000 }).toEqual(['history-long-term']);
    await store.close();
    await years.start();
    const again = open();
    await make(world, again);
    expect(again.problems()).toEqual({});
    const question = 'belfry_guest_cpu_usage_ratio{source="belfry-hourly",stat="mean"}';
    const asked = new URLSearchParams({ 'match[]': question });
    const lines = (await (await fetch(`${years.origin()}/api/v1/export?${asked}`)).text()).trim().split('\n');
    const stored = lines.flatMap((line) => {
      const { timestamps, values } = JSON.parse(line) as { timestamps: number[]; values: number[] };
      return timestamps.map((at, n) => [(at - START) / HOUR / 24, values[n]]);
    });
    expect(stored).toEqual([
      [20, 0.2],
      [40, 0.4],
    ]);
  });
