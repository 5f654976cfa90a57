// Measures the history of measured values: bytes written a day, size on disk, time of a query, memory. On its own, after `npm run build`:
// node bench/src/measured-values.ts [written GUESTS | size | memory GUESTS]
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createCluster } from '@belfry/lab/world/cluster';
import { diskUsed, figures, type Guest } from '@belfry/lab/world/guest';
import { chance } from '@belfry/lab/world/walk';
import type { Resource } from '@belfry/schema/history/metrics';
import { openHistoryFile } from '../../apps/server/src/db/history-file.ts';
import { openDatabase } from '../../apps/server/src/db/open.ts';
import { createEmbeddedHistory } from '../../apps/server/src/history/embedded-history.ts';
import { createEngine } from '../../apps/server/src/history/engine.ts';
import { defaultLimits, SAMPLE_MS, slotMs, tiers } from '../../apps/server/src/history/tiers.ts';
import { systemClock } from '../../apps/server/src/lib/clock.ts';
import { createLogger } from '../../apps/server/src/lib/logger.ts';
import { median } from './median.ts';
import { residentBytes } from './process-usage.ts';

const START = Date.UTC(2026, 0, 10);
const [HOUR, DAY] = [3_600_000, 86_400_000];
const log = createLogger('silent');

/** The guests of the lab. Its curves are smooth, so CPU and rates get noise of 20 percent. */
function estate(count: number) {
  const since = START / 1000 - 1e6;
  const guests = [
    ...createCluster({
      name: 'lab',
      nodes: ['a', 'b', 'c'],
      guests: count,
      seed: 3,
      release: 9.2,
      since,
    }).guests.values(),
  ];
  const resources = guests.map(({ vmid }): Resource => ({ kind: 'guest', id: `lab-${vmid}` }));
  const before = new Map<number, ReturnType<typeof figures>>();
  const valuesOf = (guest: Guest, at: number): number[] => {
    const t = at / 1000;
    const now = figures(guest, t);
    const last = before.get(guest.vmid) ?? figures(guest, t - 10);
    before.set(guest.vmid, now);
    let turn = 0;
    const noisy = (value: number) => value * (0.8 + 0.4 * chance(guest.seed, t, turn++));
    const rate = (name: 'diskread' | 'diskwrite' | 'netin' | 'netout') =>
      noisy(Math.max(0, now[name] - last[name]) / 10);
    const rates = [rate('diskread'), rate('diskwrite'), rate('netin'), rate('netout')];
    const disk = (100 * diskUsed(guest, t, guest.maxdisk)) / guest.maxdisk;
    return [noisy(now.cpu * 100), (100 * now.mem) / guest.maxmem, disk, ...rates];
  };
  return { resources, values: (at: number) => Float64Array.from(guests.flatMap((guest) => valuesOf(guest, at))) };
}

/** All bytes that this process has given to the system to write; nothing else writes here. */
const written = () => Number(/^wchar: (\d+)/m.exec(readFileSync('/proc/self/io', 'utf8'))?.[1]);

async function record(guests: number, from: number, to: number, dataDir: string) {
  let now = from;
  const { resources, values } = estate(guests);
  const file = openHistoryFile({ dataDir, clock: systemClock, log });
  const engine = await createEngine({ file, clock: { ...systemClock, now: () => now }, limits: defaultLimits });
  for (; now < to; now += SAMPLE_MS) {
    await engine.record(now, resources, values(now));
    while (await engine.step());
  }
  return { engine, resources, now };
}

/** One day that begins with an empty file: nothing is removed yet, and what the import of its guests adds once. */
async function measureWritten(guests: number, dataDir: string): Promise<object> {
  const before = written();
  const { engine, resources, now } = await record(guests, START, START + DAY, dataDir);
  const day = written() - before;
  const noise = (n: number) => Float64Array.from({ length: n }, () => Math.random() * 100);
  const frames = [60_000, 1_800_000, 3 * HOUR, 12 * HOUR, 7 * DAY];
  for (const stepMs of frames)
    for (const resource of resources) {
      const mean = Array.from({ length: 7 }, () => noise(70));
      await engine.fill(resource, { from: now - 70 * stepMs, stepMs, mean, max: mean });
    }
  await engine.flush();
  const imported = written() - before - day;
  await engine.close();
  return { guests, dayMB: day / 1e6, importMB: imported / 1e6 };
}

/** Ten guests for a month; a block of each tier has the same size later. */
async function measureSize(dataDir: string): Promise<object> {
  const guests = 10;
  const { engine, resources, now } = await record(guests, START, START + 31 * DAY, dataDir);
  const resource = resources[0] as Resource;
  const times: number[] = [];
  for (let n = 0; n < 20; n++) {
    const from = performance.now();
    const metrics = ['cpu', 'memory', 'disk', 'diskread', 'diskwrite', 'netin', 'netout'];
    await engine.series({ resources: [resource], metrics, from: now - 30 * DAY, to: now, points: 1000 });
    times.push(performance.now() - from);
  }
  await engine.close();
  const db = openDatabase(path.join(dataDir, 'history.db'));
  let perGuest = 0;
  const blocks = tiers.map((_, tier) => {
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
  return { bytesOfBlock: blocks, afterTwoYearsMB: perGuest / 1e6, queryMs: median(times), firstQueryMs: times[0] };
}

/** What the worker adds: three hours of samples, then a while without work. */
async function measureMemory(guests: number, dataDir: string): Promise<object> {
  const program = path.join(import.meta.dirname, '../../apps/server/dist/history-worker.js');
  const { resources, values } = estate(guests);
  const from = Math.floor(Date.now() / HOUR) * HOUR - 3 * HOUR;
  const history = createEmbeddedHistory({ dataDir, clock: systemClock, log, program });
  const run = async () => {
    for (let at = from; at < from + 3 * HOUR; at += SAMPLE_MS) {
      const all = values(at);
      history.record(
        at,
        resources.map((resource, n) => ({ ...resource, values: all.slice(n * 7, n * 7 + 7) })),
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

const [, , what = 'written', count = '100'] = process.argv;
const dataDir = mkdtempSync(path.join(process.env.BENCH_DIR ?? tmpdir(), 'belfry-history-'));
try {
  if (what === 'size') console.log(await measureSize(dataDir));
  else if (what === 'memory') console.log(await measureMemory(Number(count), dataDir));
  else console.log(await measureWritten(Number(count), dataDir));
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}
