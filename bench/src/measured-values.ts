// Measures the history of measured values: bytes written a day, size on disk, time of a query, memory. On its own, after `npm run build`:
// node bench/src/measured-values.ts [written GUESTS | size | query | memory GUESTS]
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startProduct } from '@belfry/e2e/product';
import { metricsOf, type Resource } from '@belfry/schema/history/metrics';
import { openHistoryFile } from '../../apps/server/src/db/history-file.ts';
import { openDatabase } from '../../apps/server/src/db/open.ts';
import { createEmbeddedHistory } from '../../apps/server/src/history/embedded-history.ts';
import { createEngine } from '../../apps/server/src/history/engine.ts';
import { defaultLimits, SAMPLE_MS, slotMs, tiers } from '../../apps/server/src/history/tiers.ts';
import { systemClock } from '../../apps/server/src/lib/clock.ts';
import { createLogger } from '../../apps/server/src/lib/logger.ts';
import { estate, START } from './estate.ts';
import { median } from './median.ts';
import { residentBytes, writtenBytes } from './process-usage.ts';

const [HOUR, DAY] = [3_600_000, 86_400_000];
const log = createLogger('silent');
const METRICS = metricsOf('guest').map(({ id }) => id);
const WIDTH = METRICS.length;

async function record(guests: number, from: number, to: number, dataDir: string, everyMs = SAMPLE_MS) {
  let now = from;
  const { resources, values } = estate(guests);
  const file = openHistoryFile({ dataDir, clock: systemClock, log });
  const engine = await createEngine({ file, clock: { ...systemClock, now: () => now }, limits: defaultLimits });
  for (; now < to; now += everyMs) {
    await engine.record(now, resources, values(now));
    while (await engine.step());
  }
  return { engine, resources, now };
}

export interface WrittenBytes {
  guests: number;
  dayMB: number;
  importMB: number;
}

/** One day that begins with an empty file: nothing is removed yet, and what the import of its guests adds once. */
export const measureWritten = (guests: number) => inFolder((dataDir) => writtenIn(guests, dataDir));

async function writtenIn(guests: number, dataDir: string): Promise<WrittenBytes> {
  const before = writtenBytes();
  const { engine, resources, now } = await record(guests, START, START + DAY, dataDir);
  const day = writtenBytes() - before;
  const noise = (n: number) => Float64Array.from({ length: n }, () => Math.random() * 100);
  const frames = [60_000, 1_800_000, 3 * HOUR, 12 * HOUR, 7 * DAY];
  for (const stepMs of frames)
    for (const resource of resources) {
      const mean = METRICS.map(() => noise(70));
      await engine.fill(resource, { from: now - 70 * stepMs, stepMs, mean, max: mean });
    }
  await engine.flush();
  const imported = writtenBytes() - before - day;
  await engine.close();
  return { guests, dayMB: day / 1e6, importMB: imported / 1e6 };
}

export interface StoredSize {
  /** By tier. */
  bytesOfBlock: number[];
  afterTwoYearsMB: number;
}

/** Ten guests for a month; a block of each tier has the same size later. */
export const measureSize = () => inFolder(sizeIn);

async function sizeIn(dataDir: string): Promise<StoredSize> {
  const { engine } = await record(10, START, START + 31 * DAY, dataDir);
  await engine.close();
  const db = openDatabase(path.join(dataDir, 'history.db'));
  let perGuest = 0;
  const bytesOfBlock = tiers.map((_, tier) => {
    const { bytes, rows } = db
      .prepare(
        `SELECT (SELECT sum(pgsize) FROM dbstat WHERE name = 'blocks_${tier}') AS bytes, count(*) AS rows FROM blocks_${tier}`,
      )
      .get() as { bytes: number; rows: number };
    const kept = Math.ceil((defaultLimits.retentionMs[tier] ?? 0) / slotMs(tier)) + 1;
    perGuest += (bytes / rows) * kept;
    return Math.round(bytes / rows);
  });
  db.close();
  return { bytesOfBlock, afterTwoYearsMB: perGuest / 1e6 };
}

export interface QueryTime {
  /** The first question to a server that has just started, which also starts its worker. */
  firstMs: number;
  medianMs: number;
  slowestMs: number;
}

/** `GET /api/history` of the built product: every metric of one guest in 30 days. */
export const measureQuery = () => inFolder(queryIn);

async function queryIn(dataDir: string): Promise<QueryTime> {
  const now = Math.floor(Date.now() / HOUR) * HOUR;
  // A sample a minute fills as many points as one every ten seconds.
  const { engine, resources } = await record(10, now - 31 * DAY, now, dataDir, 60_000);
  await engine.close();
  const product = await startProduct({
    BELFRY_DATA_DIR: dataDir,
    BELFRY_AUTH_DISABLED: 'true',
    BELFRY_LOG_LEVEL: 'warn',
  });
  await pause(3000);
  const ask = async (resource: Resource) => {
    const started = performance.now();
    const ids = encodeURIComponent(`guest/${resource.id}`);
    const answer = await fetch(`${product.url}/api/history?ids=${ids}&from=${now - 30 * DAY}&to=${now}&points=1000`);
    const { series } = (await answer.json()) as { series: { mean: (number | null)[] }[] };
    const took = performance.now() - started;
    const points = series[0]?.mean.filter((value) => value !== null).length ?? 0;
    if (series.length !== WIDTH || points < 500) throw new Error(`${series.length} series with ${points} points`);
    return took;
  };
  const [first, ...others] = [...resources, ...resources, ...resources];
  const firstMs = await ask(first as Resource);
  const times: number[] = [];
  for (const resource of others) times.push(await ask(resource));
  await product.stop();
  return { firstMs, medianMs: median(times), slowestMs: Math.max(...times) };
}

export interface WorkerMemory {
  guests: number;
  startedMB: number;
  busyMB: number;
  afterMB: number;
}

/** What the worker adds: three hours of samples, then a while without work. */
export const measureMemory = (guests: number) => inFolder((dataDir) => memoryIn(guests, dataDir));

async function memoryIn(guests: number, dataDir: string): Promise<WorkerMemory> {
  const program = path.join(import.meta.dirname, '../../apps/server/dist/history-worker.js');
  const { resources, values } = estate(guests);
  const from = Math.floor(Date.now() / HOUR) * HOUR - 3 * HOUR;
  const history = createEmbeddedHistory({ dataDir, clock: systemClock, log, program });
  const run = async () => {
    for (let at = from; at < from + 3 * HOUR; at += SAMPLE_MS) {
      const all = values(at);
      history.record(
        at,
        resources.map((resource, n) => ({ ...resource, values: all.slice(n * WIDTH, (n + 1) * WIDTH) })),
      );
      await pause(1);
    }
  };
  // Neither the worker nor our clock keeps a process alive.
  const alive = setInterval(() => {}, 1000);
  // Before the start of the worker nothing is recorded: this is what the samples themselves cost.
  await run();
  await pause(3000);
  const before = residentBytes(process.pid);
  history.start();
  await history.flush();
  const started = residentBytes(process.pid);
  await run();
  await history.flush();
  const busy = residentBytes(process.pid);
  await pause(5000);
  const after = residentBytes(process.pid);
  await history.close();
  clearInterval(alive);
  const mb = (bytes: number) => (bytes - before) / 1e6;
  return { guests, startedMB: mb(started), busyMB: mb(busy), afterMB: mb(after) };
}

async function inFolder<T>(run: (dataDir: string) => Promise<T>): Promise<T> {
  const dataDir = mkdtempSync(path.join(process.env.BENCH_DIR ?? tmpdir(), 'belfry-history-'));
  try {
    return await run(dataDir);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

if (import.meta.main) {
  const [, , what = 'written', count = '100'] = process.argv;
  if (what === 'size') console.log(await measureSize());
  else if (what === 'query') console.log(await measureQuery());
  else if (what === 'memory') console.log(await measureMemory(Number(count)));
  else console.log(await measureWritten(Number(count)));
}
