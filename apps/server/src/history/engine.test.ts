// The embedded history when its disk, its file or the clock is not as it should be. The real engine over real files.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { mountSmallDisk } from '@belfry/lab/small-disk';
import type { Resource } from '@belfry/schema/history/metrics';
import { expect, onTestFinished, test } from 'vitest';
import type { HistoryFile, HistoryRows } from '../db/history-file.ts';
import { openDatabase } from '../db/open.ts';
import { NewerFile } from '../db/separate-file.ts';
import { tempDir } from '../db/testing/temp-store.ts';
import type { Task } from '../lib/clock.ts';
import { fakeClock } from '../lib/fake-clock.ts';
import { type HistoryStore, HistoryUnavailable } from './history-store.ts';
import { type EngineHistoryOptions, openEngineHistory } from './testing/engine-history.ts';
import { defaultLimits, SAMPLE_MS } from './tiers.ts';

const START = Date.UTC(2026, 0, 2);
const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000] as const;
const guest: Resource = { kind: 'guest', id: 'a-100' };
const valuesOf = (cpu: number) => Float64Array.of(cpu, 50, 50, 1, 2, 3, 4);

async function setUp(options: Partial<EngineHistoryOptions> = {}) {
  let now = START;
  const dataDir = options.dataDir ?? tempDir();
  const open = () => openEngineHistory({ now: () => now, ...options, dataDir });
  const store = await open();
  return {
    store,
    dataDir,
    open,
    stepTo: (at: number) => {
      now = at;
    },
    /** `cpu` may depend on the time since the start. */
    async run(ms: number, cpu: (since: number) => number, into = store, resources = [guest], everyMs = SAMPLE_MS) {
      for (const end = now + ms; now < end; now += everyMs) {
        into.record(
          now,
          resources.map((resource) => ({ ...resource, values: valuesOf(cpu(now - START)) })),
        );
        if (now % (10 * MINUTE) === 0) await into.work();
      }
    },
  };
}
const meanOf = async (store: HistoryStore, from: number, to: number, points: number) => [
  ...((await store.series({ resources: [guest], metrics: ['cpu'], from, to, points }))[0]?.mean ?? []),
];

test('a block that a stop left incomplete is completed after the next start', async () => {
  const { store, open, run, stepTo } = await setUp();
  await run(2 * MINUTE, () => 10);
  await store.close();
  const again = await open();
  // The clock is a little behind: these steps have a value already.
  stepTo(START + MINUTE);
  await run(3 * MINUTE, () => 30, again);
  expect(await meanOf(again, START, START + 4 * MINUTE, 4)).toEqual([10, 10, 30, 30]);
  await again.close();
  expect(await meanOf(await open(), START, START + 4 * MINUTE, 4)).toEqual([10, 10, 30, 30]);
});

test('work that waits, a reading and a question after the end touch nothing, and say that it has ended', async () => {
  const { store, open, run } = await setUp();
  await run(30 * MINUTE, () => 10);
  const { engine } = store;
  const question = { resources: [guest], metrics: ['cpu'], from: START, to: START + MINUTE, points: 1 };
  await store.close();
  for (const call of [
    () => engine.step(),
    () => engine.record(START + HOUR, [guest], valuesOf(90)),
    () => engine.series(question),
    () => engine.flush(),
  ])
    await expect(call()).rejects.toThrow(HistoryUnavailable);
  expect(await meanOf(await open(), START, START + 30 * MINUTE, 1)).toEqual([10]);
});

test('a clock that jumps ahead leaves a gap, and one that jumps back makes no second sample; both keep all older values', async () => {
  const { store, run, stepTo } = await setUp();
  await run(3 * HOUR, () => 10);
  stepTo(START + 30 * DAY);
  await run(20 * MINUTE, () => 20);
  stepTo(START + 2 * HOUR);
  await run(2 * HOUR, () => 30);
  await store.work();
  expect(await meanOf(store, START, START + 5 * HOUR, 5)).toEqual([10, 10, 10, 30, Number.NaN]);
  expect(await meanOf(store, START + 30 * DAY, START + 30 * DAY + HOUR, 1)).toEqual([20]);
});

test('a damaged block is a gap and is counted once, and the rest answers', async () => {
  const { store, dataDir, open, run } = await setUp();
  await run(HOUR, () => 10);
  await store.close();
  const db = openDatabase(path.join(dataDir, 'history.db'));
  db.exec(`UPDATE blocks_0 SET block = CAST('nothing that was ever stored' AS BLOB)
    WHERE key = (SELECT key FROM blocks_0 ORDER BY key LIMIT 1 OFFSET 2)`);
  db.close();
  const again = await open();
  for (let n = 0; n < 2; n++)
    expect(await meanOf(again, START, START + HOUR, 6)).toEqual([10, 10, Number.NaN, 10, 10, 10]);
  expect((await again.status()).damagedBlocks).toBe(1);
});

test('a damaged file is set aside with a message, and recording continues with a new one', async () => {
  const { store, dataDir, open, run, stepTo } = await setUp();
  await run(DAY, () => 10);
  await store.close();
  const file = path.join(dataDir, 'history.db');
  const bytes = readFileSync(file);
  writeFileSync(file, bytes.fill(7, 0, bytes.length));
  const again = await open();
  expect(again.problems()).toHaveProperty('history');
  expect(readdirSync(dataDir).some((name) => name.startsWith('history-damaged-'))).toBe(true);
  stepTo(START + 2 * DAY);
  await run(20 * MINUTE, () => 20, again);
  expect(await meanOf(again, START + 2 * DAY, START + 2 * DAY + 20 * MINUTE, 2)).toEqual([20, 20]);
});

test('the file of a newer version is refused and stays as it is', async () => {
  const { store, dataDir, open, run } = await setUp();
  await run(HOUR, () => 10);
  await store.close();
  const file = path.join(dataDir, 'history.db');
  const db = openDatabase(file);
  db.exec('PRAGMA user_version = 99');
  db.close();
  const before = readFileSync(file);
  await expect(open()).rejects.toThrow(NewerFile);
  expect(readFileSync(file).equals(before)).toBe(true);
});

test('a full disk pauses with a message, keeps the last ten minutes, and recording resumes when there is room', async (context) => {
  if (process.getuid?.() !== 0) return context.skip('only root may mount a small disk');
  const disk = mountSmallDisk(16);
  onTestFinished(disk.unmount);
  const { store, run, open } = await setUp({ dataDir: disk.folder });
  const many = Array.from({ length: 150 }, (_, n): Resource => ({ kind: 'guest', id: n === 0 ? guest.id : `a-${n}` }));
  await run(2 * HOUR, () => 10, store, many);
  expect(store.problems()).toEqual({});
  disk.fill();
  await run(3 * HOUR, (since) => (since / HOUR) * 10 + Math.random(), store, many);
  expect(store.problems()['history-disk']?.message).toContain('the disk is full');
  const { pausedSince } = await store.status();
  expect(pausedSince).toBeGreaterThanOrEqual(START + 2 * HOUR);
  disk.free();
  await run(HOUR, () => 90, store, many);
  expect(store.problems()).toEqual({});
  await store.work();
  await store.close();
  const again = await open();
  const found = await meanOf(again, START, START + 6 * HOUR, 36);
  expect(found.slice(0, 11)).toEqual(Array(11).fill(10));
  // The last ten minutes that were complete are kept, and those that were being recorded. Those before them are not.
  expect(found[27]).toBeNaN();
  expect(found[28]).toBeGreaterThan(45);
  expect(found.slice(30, 35)).toEqual(Array(5).fill(90));
});

test('a file is damaged while the disk is full: a new one is begun as soon as there is room', async (context) => {
  if (process.getuid?.() !== 0) return context.skip('only root may mount a small disk');
  const disk = mountSmallDisk(16);
  onTestFinished(disk.unmount);
  let isDamaged = false;
  const change = (file: HistoryFile): HistoryFile => ({
    ...file,
    use: (work) =>
      file.use((rows) => {
        if (!isDamaged) return work(rows);
        isDamaged = false;
        throw Object.assign(new Error('database disk image is malformed'), { code: 'ERR_SQLITE_ERROR', errcode: 11 });
      }),
  });
  const { store, run, open } = await setUp({ dataDir: disk.folder, change });
  await run(HOUR, () => 10);
  disk.fill();
  isDamaged = true;
  for (let n = 0; n < 3; n++) await expect(store.status()).rejects.toThrow(/the disk is full/);
  expect(store.problems()['history-disk']?.message).toContain('the disk is full');
  expect(store.problems().history?.message).toContain('history-damaged-');
  disk.free();
  await run(HOUR, () => 90);
  expect(store.problems()['history-disk']).toBeUndefined();
  await store.close();
  const again = await open();
  expect((await meanOf(again, START, START + 2 * HOUR, 12)).slice(-6, -1)).toEqual(Array(5).fill(90));
});

test('a disk that refuses also to read pauses in the same way, and nothing is mixed up afterwards', async () => {
  let refused: readonly string[] = [];
  const change = (file: HistoryFile): HistoryFile => ({
    ...file,
    use: (work) =>
      file.use((rows) => {
        const get = (of: HistoryRows, name: keyof HistoryRows) => {
          if (!refused.includes(name)) return of[name];
          throw Object.assign(new Error('disk I/O error'), { code: 'ERR_SQLITE_ERROR', errcode: 10 });
        };
        return work(new Proxy(rows, { get }));
      }),
  });
  const { store, run, open } = await setUp({ change });
  const other: Resource = { kind: 'guest', id: 'a-200' };
  await run(HOUR, () => 10);
  refused = ['put', 'resources'];
  await run(HOUR, () => 20, store, [guest, other]);
  refused = ['put', 'progress'];
  await run(HOUR, () => 20, store, [other, guest]);
  expect(store.problems()['history-disk']?.message).toContain('the disk reports an error');
  refused = [];
  await run(HOUR, () => 90, store, [other, guest]);
  expect(store.problems()).toEqual({});
  await store.close();
  const again = await open();
  expect(await meanOf(again, START, START + HOUR, 1)).toEqual([10]);
  expect(await meanOf(again, START + 3 * HOUR, START + 4 * HOUR - 10 * MINUTE, 1)).toEqual([90]);
  const [found] = await again.series({
    ...{ resources: [other], metrics: ['cpu'] },
    ...{ from: START + 3 * HOUR, to: START + 4 * HOUR - 10 * MINUTE, points: 1 },
  });
  expect([...(found?.mean ?? [])]).toEqual([90]);
});

test('beyond its largest size the oldest fine values go first, and coarse ones stay', async () => {
  const { store, run } = await setUp({ limits: { ...defaultLimits, maxBytes: 60_000 } });
  await run(4 * DAY, () => Math.random() * 100);
  await store.work();
  const { tiers, sizeBytes } = await store.status();
  const ages = tiers.map(({ oldest = Number.NaN }) => (START + 4 * DAY - oldest) / HOUR);
  expect(sizeBytes).toBeLessThan(200_000);
  expect(ages[0]).toBeLessThan(20);
  expect(ages[2]).toBeGreaterThan(90);
  const found = await meanOf(store, START, START + 4 * DAY, 96);
  expect(found.filter((value) => Number.isNaN(value))).toEqual([]);
});

test('a resource that is gone is forgotten when its last block is too old, and all others stay', async () => {
  const retentionMs = [HOUR, 2 * HOUR, DAY, 10 * DAY] as const;
  const { store, run } = await setUp({ limits: { ...defaultLimits, retentionMs } });
  const gone: Resource = { kind: 'guest', id: 'a-gone' };
  await run(HOUR, () => 10, store, [guest, gone]);
  await run(12 * DAY, () => 20, store, [guest], 4 * HOUR);
  expect((await store.status()).resources).toBe(2);
  expect(await store.known(gone)).toHaveLength(1);
  await run(14 * DAY, () => 30, store, [guest], 4 * HOUR);
  expect((await store.status()).resources).toBe(1);
  expect((await store.known(guest)).length).toBeGreaterThan(0);
});

test('an answer for many resources lets other work in between', async () => {
  let passed = 0;
  // Each look at this clock is 6 ms after the one before.
  const clock = {
    ...fakeClock(),
    monotonic: () => (passed += 6),
    after: (_ms: number, run: Task) => clearImmediate.bind(undefined, setImmediate(run)),
  };
  const { store, run } = await setUp({ clock });
  const many = Array.from({ length: 20 }, (_, n): Resource => ({ kind: 'guest', id: `a-${n}` }));
  await run(10 * MINUTE, () => 10, store, many);
  let isAnswered = false;
  const range = { from: START, to: START + 10 * MINUTE, points: 10 };
  const answer = store.series({ resources: many, metrics: ['cpu'], ...range }).finally(() => {
    isAnswered = true;
  });
  await new Promise<void>((next) => void setImmediate(next));
  await run(SAMPLE_MS, () => 20, store, many);
  expect(isAnswered).toBe(false);
  expect((await answer).every(({ mean }) => mean.every((value) => value === 10))).toBe(true);
});

test('names of containers that are invented leave, the oldest first; guests and containers that go on stay', async () => {
  const mostContainers = 20;
  const { store, open, run } = await setUp({ mostContainers });
  const goesOn: Resource = { kind: 'container', id: 'host/web' };
  const invented = (slot: number): Resource[] =>
    Array.from({ length: 5 }, (_, n) => ({ kind: 'container', id: `host/invented-${slot}-${n}` }));
  const recordSlot = async (slot: number) => {
    const resources = [guest, goesOn, ...invented(slot)];
    const samples = resources.map((resource) => ({
      ...resource,
      values: resource.kind === 'guest' ? valuesOf(10) : Float64Array.of(1, 2, 3),
    }));
    store.record(START + slot * 10 * MINUTE, samples);
    await store.work();
  };
  // a guest that is gone stays for as long as its values do
  await run(10 * MINUTE, () => 10, store, [{ kind: 'guest', id: 'a-101' }]);
  for (let slot = 1; slot <= 30; slot++) await recordSlot(slot);
  const { resources } = await store.status();
  expect(resources).toBeLessThanOrEqual(2 + mostContainers + 6);
  const known = async (resource: Resource) => (await store.known(resource)).length > 0;
  expect(await Promise.all([guest, goesOn, { kind: 'guest', id: 'a-101' } as const].map(known))).toEqual([
    true,
    true,
    true,
  ]);
  expect(await Promise.all(invented(1).map(known))).toEqual(invented(1).map(() => false));
  await store.close();
  // the stop writes the names of the last ten minutes as well
  expect((await (await open()).status()).resources).toBe(resources + 5);
});

test('imported blocks are written together: those of three minutes are one commit', async () => {
  const { store, dataDir, run } = await setUp();
  const db = openDatabase(path.join(dataDir, 'history.db'));
  onTestFinished(() => db.close());
  const written = () => Number(db.prepare('SELECT count(*) AS n FROM blocks_1').get()?.n);
  const column = new Float64Array(120).fill(5);
  await run(SAMPLE_MS, () => 10);
  for (let n = 0; n < 18; n++) {
    const from = START - DAY + n * 2 * HOUR;
    await store.fill({ kind: 'guest', id: `a-${n}` }, { from, stepMs: MINUTE, mean: [column] });
    await run(SAMPLE_MS, () => 10);
  }
  expect(written()).toBe(0);
  await run(2 * MINUTE, () => 10);
  expect(written()).toBe(18);
});
