// kill -9 while recording: at most ten minutes are missing before each kill, and nothing is ever damaged or wrong. With
// BELFRY_KILLS=200 it takes some minutes.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { tempDir } from '../db/testing/temp-store.ts';
import { openEngineHistory } from './testing/engine-history.ts';
import { recorded, valuesAt } from './testing/recorded.ts';
import { SAMPLE_MS } from './tiers.ts';

const KILLS = Number(process.env.BELFRY_KILLS ?? 16);
const program = path.join(import.meta.dirname, 'testing', 'recorder.ts');
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

test(`killed ${KILLS} times at random moments, the history misses at most ten minutes each time, and no block is damaged`, async () => {
  const dataDir = tempDir();
  const cache = tempDir();
  const lives: { from: number; to: number }[] = [];
  let next = Date.UTC(2026, 0, 1);

  async function live(): Promise<void> {
    const child = spawn(process.execPath, [program, dataDir, String(next)], {
      ...{ stdio: ['ignore', 'pipe', 'pipe'], env: { NODE_COMPILE_CACHE: cache } },
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    // Up to three hours of recording, or while it starts.
    const samples = Math.random() < 0.1 ? 1 : Math.random() * 1080;
    let [said, complaint, lines] = ['', '', 0];
    child.stdout.on('data', (chunk) => {
      said = (said + chunk).slice(-100);
      lines += String(chunk).split('\n').length - 1;
      if (lines >= samples) child.kill('SIGKILL');
    });
    child.stderr.on('data', (chunk) => {
      complaint += chunk;
    });
    await new Promise<void>((done) => child.on('close', () => done()));
    expect(complaint).toBe('');
    const last = Number(said.split('\n').at(-2));
    lives.push({ from: next, to: last });
    next = last + SAMPLE_MS;
  }

  /** How long before the kill the samples end that are stored. */
  async function lost({ from, to }: { from: number; to: number }): Promise<number> {
    const store = await openEngineHistory({ now: () => next, dataDir });
    const query = { metrics: ['cpu', 'memory', 'disk'], from, to: to + SAMPLE_MS, points: 100_000 };
    const found = await store.series({ resources: recorded(), ...query });
    let missing = 0;
    for (const { resource, metric, mean, from: start, stepMs } of found) {
      expect(stepMs).toBe(SAMPLE_MS);
      const column = query.metrics.indexOf(metric);
      const gap = mean.findIndex((value) => Number.isNaN(value));
      const stored = gap < 0 ? mean.length : gap;
      // What is missing is at the end.
      expect(mean.subarray(stored).every((value) => Number.isNaN(value))).toBe(true);
      for (const [n, value] of mean.subarray(0, stored).entries())
        if (Math.abs(value - (valuesAt(resource, start + n * stepMs)[column] ?? 0)) > 0.05 + 1e-9)
          throw new Error(`${resource.id} ${metric} at ${start + n * stepMs}: ${value}`);
      missing = Math.max(missing, (mean.length - stored) * stepMs);
    }
    expect([store.problems(), (await store.status()).damagedBlocks]).toEqual([{}, 0]);
    await store.close();
    return missing;
  }

  let most = 0;
  for (let n = 0; n < KILLS; n++) {
    await live();
    const last = lives.at(-1);
    if (last) most = Math.max(most, await lost(last));
  }
  const hours = lives.reduce((sum, { from, to }) => sum + to - from, 0) / HOUR;
  console.log(
    `${KILLS} kills in ${hours.toFixed(0)} hours of recording: at most ${most / 1000} s missing before a kill.`,
  );
  expect(most).toBeLessThanOrEqual(10 * MINUTE);

  // The coarse tiers, made in between, agree with what was recorded.
  const store = await openEngineHistory({ now: () => next, dataDir });
  const [first] = lives;
  const whole = { metrics: ['cpu'], from: first?.from ?? 0, to: next, points: 200 };
  for (const { resource, min, max, mean } of await store.series({ resources: recorded(), ...whole }))
    for (const [n, value] of mean.entries())
      if (!Number.isNaN(value) && !((min[n] ?? 0) <= value && value <= (max[n] ?? 0) && (max[n] ?? 0) <= 97))
        throw new Error(`${resource.id} ${n}: ${min[n]} ${value} ${max[n]}`);
  expect((await store.status()).damagedBlocks).toBe(0);
});
