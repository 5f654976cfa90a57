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

async function timed<T>(work: () => T | Promise<T>): Promise<[ms: number, result: T]> {
  const from = performance.now();
  const result = await work();
  return [performance.now() - from, result];
}

const dataDir = mkdtempSync(path.join(process.env.BENCH_DIR ?? tmpdir(), 'belfry-strips-'));
const program = path.join(import.meta.dirname, '../../apps/server/dist/history-worker.js');
const store = createEmbeddedHistory({ dataDir, clock: systemClock, log: createLogger('silent'), program });
// neither the worker nor our clock keeps a process alive
const alive = setInterval(() => {}, 1000);
try {
  let now = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS - 65 * MINUTE_MS;
  const live = createStrips({ series: async () => [] }, () => now);
  await live.read(present);
  globalThis.gc?.();
  const before = process.memoryUsage();
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
  globalThis.gc?.();
  const heapBytes = process.memoryUsage().heapUsed - before.heapUsed;
  // after a restart: the same hour from the store
  const restarted = createStrips(store, () => now);
  const [firstMs, first] = await timed(() => restarted.read(present));
  console.log({
    guests: count,
    answerMs: median(whole.map(([ms]) => ms)),
    answerKB: text.length / 1000,
    answerGzipKB: gzipSync(text).length / 1000,
    aMinuteLaterMs: addedMs,
    aMinuteLaterKB: added.length / 1000,
    firstAnswerAfterRestartMs: firstMs,
    itsStrips: Object.keys(first.guests).length,
    sampleMs: median(recordMs),
    heapMB: heapBytes / 1e6,
  });
} finally {
  await store.close();
  clearInterval(alive);
  rmSync(dataDir, { recursive: true, force: true });
}
