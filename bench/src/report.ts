// How long a report of a month takes, and what stays of its memory in the process that asks for it. The process that makes it is the one of
// the product.
// MALLOC_ARENA_MAX=1 MALLOC_MMAP_THRESHOLD_=65536 MALLOC_TRIM_THRESHOLD_=131072 node --expose-gc bench/src/report.ts [--guests 1000]
// These are the settings of the allocator that a release has.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { scriptedMonth } from '@belfry/evidence/testing/scripted-month';
import { createMaker } from '../../apps/server/src/evidence/maker.ts';
import { memoryOf } from './process-memory.ts';

const { values: given } = parseArgs({ options: { guests: { type: 'string', default: '1000' } } });
const MB = 2 ** 20;
const REST_MS = 30_000;
/** Of the processes that this one has started. */
function residentOfOthers(): number {
  try {
    const pids = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').trim().split(' ').filter(Boolean);
    return (
      pids.reduce(
        (sum, pid) => sum + Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0),
        0,
      ) / 1024
    );
  } catch {
    return 0;
  }
}
async function resident(): Promise<number> {
  await pause(REST_MS);
  globalThis.gc?.();
  return Math.round(memoryOf(process.pid).resident / MB);
}

// The built one, as it is in a release.
const program = path.join(import.meta.dirname, '../../apps/server/dist/evidence-worker.js');
const make = createMaker({ program });
const input = scriptedMonth(Number(given.guests));
const secret = new Uint8Array(32);
const head = { name: '', logo: undefined };
console.log(
  '| form | seconds | main thread held for | MB before | MB at most | MB at most of its process | MB 30 s after | MB of the file |',
);
console.log(
  '| ---- | ------: | -------------------: | --------: | ---------: | -----------------------: | ------------: | -------------: |',
);
for (const format of ['json', 'csv', 'pdf', 'pdf', 'pdf'] as const) {
  const before = await resident();
  let longest = 0;
  let [own, others, ticks] = [before, 0, 0];
  let last = performance.now();
  const watch = setInterval(() => {
    const now = performance.now();
    longest = Math.max(longest, now - last - 5);
    if (ticks++ % 10 === 0) {
      own = Math.max(own, Math.round(process.memoryUsage.rss() / MB));
      others = Math.max(others, Math.round(residentOfOthers()));
    }
    last = performance.now();
  }, 5);
  const started = performance.now();
  const file = await make({ input, format, language: 'en', paper: 'A4', secret, head });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  clearInterval(watch);
  const after = await resident();
  console.log(
    `| ${format} | ${seconds} | ${Math.round(longest)} ms | ${before} | ${own} | ${others} | ${after} | ${(file.length / MB).toFixed(1)} |`,
  );
}
