// Measures the strips of the last hour: time and size of an answer, memory, and what a sample costs. On its own, after `npm run build`:
// node --expose-gc bench/src/strips.ts [GUESTS]
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { createEmbeddedHistory } from '../../apps/server/src/history/embedded-history.ts';
import type { Sample } from '../../apps/server/src/history/history-store.ts';
import { createStrips } from '../../apps/server/src/history/strips/strips.ts';
import { SAMPLE_MS } from '../../apps/server/src/history/tiers.ts';
import { systemClock } from '../../apps/server/src/lib/clock.ts';
import { createLogger } from '../../apps/server/src/lib/logger.ts';
import { median } from './median.ts';

const MINUTE_MS = 60_000;
const count = Number(process.argv[2] ?? 1000);
const ids = Array.from({ length: count }, (_, n) => `datacentre-${100 + n}`);
/** Values that hardly compress: each sample is random. */
const samples = (): Sample[] =>
  ids.map((id) => ({ kind: 'guest', id, values: Float64Array.from({ length: 7 }, () => Math.random() * 100) }));
const present = { guests: ids, nodes: [] };

async function timed<T>(work: () => T | Promise<T>): Promise<[ms: number, result: T, cpuMs: number]> {
  const [from, cpu] = [performance.now(), process.cpuUsage()];
  const result = await work();
  const { user, system } = process.cpuUsage(cpu);
  return [performance.now() - from, result, (user + system) / 1000];
}

function memoryBytes(): number {
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

const dataDir = mkdtempSync(path.join(process.env.BENCH_DIR ?? tmpdir(), 'belfry-strips-'));
const program = path.join(import.meta.dirname, '../../apps/server/dist/history-worker.js');
const store = createEmbeddedHistory({ dataDir, clock: systemClock, log: createLogger('silent'), program });
// neither the worker nor our clock keeps a process alive
const alive = setInterval(() => {}, 1000);
try {
  let now = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS - 65 * MINUTE_MS;
  const before = memoryBytes();
  const live = createStrips({ series: async () => [] }, { ...systemClock, now: () => now });
  live.record(now, samples());
  const bytesPerGuest = (memoryBytes() - before) / count;
  await live.read(present);
  store.start();
  await store.flush();
  const recordMs: number[] = [];
  for (const end = Date.now() - MINUTE_MS; now < end; now += SAMPLE_MS) {
    const taken = samples();
    recordMs.push((await timed(() => live.record(now, taken)))[0]);
    store.record(now, taken);
    await pause(0);
  }
  await store.flush();
  const whole = [];
  for (let n = 0; n < 20; n++) whole.push(await timed(async () => JSON.stringify(await live.read(present))));
  const text = whole[0]?.[1] ?? '';
  const { cursor } = JSON.parse(text) as { cursor: string };
  now += MINUTE_MS;
  live.record(now, samples());
  const [addedMs, added] = await timed(async () => JSON.stringify(await live.read(present, cursor)));
  // after a restart: the same hour from the store
  const restarted = createStrips(store, { ...systemClock, now: () => now });
  const [firstMs, first] = await timed(() => restarted.read(present));
  let last = first;
  const [filledMs, , filledCpuMs] = await timed(async () => {
    while (last.isFilling) {
      await pause(10);
      last = await restarted.read(present, last.cursor);
    }
  });
  console.log({
    guests: count,
    answerMs: median(whole.map(([ms]) => ms)),
    answerCpuMs: median(whole.map(([, , cpuMs]) => cpuMs)),
    answerKB: text.length / 1000,
    answerGzipKB: gzipSync(text).length / 1000,
    aMinuteLaterMs: addedMs,
    aMinuteLaterKB: added.length / 1000,
    firstAnswerAfterRestartMs: firstMs,
    allFromTheStoreMs: firstMs + filledMs,
    allFromTheStoreCpuMs: filledCpuMs,
    stripsFromTheStore: Object.keys(last.guests).length,
    sampleMs: median(recordMs),
    bytesPerGuest,
  });
} finally {
  await store.close();
  clearInterval(alive);
  rmSync(dataDir, { recursive: true, force: true });
}
