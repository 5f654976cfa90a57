// What the journal of changes takes of the memory of the built product: it runs with and without the journal in turn, each time until the
// configurations of all guests were read. On its own, after `npm run build`: node bench/src/journal-memory.ts [--rounds 2] [--guests 1000]
// The hosts get the same calls in both cases, so the difference is what the journal keeps and writes.
import { readFileSync, rmSync, statSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { startProduct } from '@belfry/e2e/product';
import { startLabProcess } from './lab-process.ts';
import { median } from './median.ts';
import { memoryOf } from './process-memory.ts';

const { values: given } = parseArgs({
  options: { rounds: { type: 'string', default: '2' }, guests: { type: 'string', default: '1000' } },
});
const guests = Number(given.guests);
const SAMPLES = 12;
const EVERY_MS = 5000;
const LONGEST_MS = 25 * 60_000;
/** Of the guests: a few change or are slow while the others are read. */
const READ_SHARE = 0.99;
const mb = (bytes: number) => (bytes / 1e6).toFixed(1);
const probe = pathToFileURL(`${import.meta.dirname}/journal-probe.mjs`).href;
const heapFile = `/tmp/belfry-journal-memory-${process.pid}.json`;

interface Used {
  /** Median of a minute in which the product only polls. */
  resident: number;
  /** After a collection. */
  kept: number;
}

async function heapOf(pid: number): Promise<number> {
  rmSync(heapFile, { force: true });
  process.kill(pid, 'SIGUSR2');
  for (let tries = 0; tries < 300; tries++) {
    if (statSync(heapFile, { throwIfNoEntry: false })) {
      const { heapUsed, external } = JSON.parse(readFileSync(heapFile, 'utf8')) as NodeJS.MemoryUsage;
      return heapUsed + external;
    }
    await pause(100);
  }
  throw new Error('no answer of the probe');
}

async function measure(isWithout: boolean): Promise<Used> {
  const lab = await startLabProcess(5, guests, 1);
  const product = await startProduct({
    BELFRY_NODES: JSON.stringify(lab.instances),
    ...{ BELFRY_AUTH_DISABLED: 'true', BELFRY_LOG_LEVEL: 'error' },
    ...{ BENCH_HEAP_FILE: heapFile, BENCH_NO_JOURNAL: isWithout ? '1' : '', NODE_OPTIONS: `--import=${probe}` },
  });
  const { pid, url } = product;
  try {
    const { status } = await fetch(`${url}/api/journal`);
    if ((status === 503) !== isWithout) throw new Error(`the journal answers ${status}`);
    const begun = performance.now();
    const read = async () => {
      const requests = [...(await lab.requests())];
      return requests.reduce((sum, [path, count]) => sum + (path.endsWith('/{vmid}/config') ? count : 0), 0);
    };
    while ((await read()) < guests * READ_SHARE) {
      if (performance.now() - begun > LONGEST_MS) throw new Error(`only ${await read()} configurations were read`);
      await pause(EVERY_MS);
    }
    await pause(2 * EVERY_MS);
    await heapOf(pid);
    const residents: number[] = [];
    for (let sample = 0; sample < SAMPLES; sample++) {
      await pause(EVERY_MS);
      residents.push(memoryOf(pid).resident);
    }
    return { resident: median(residents), kept: await heapOf(pid) };
  } finally {
    await product.stop();
    await lab.stop();
    rmSync(heapFile, { force: true });
  }
}

const all: { without: Used[]; with: Used[] } = { without: [], with: [] };
for (let round = 0; round < Number(given.rounds); round++) {
  for (const which of ['without', 'with'] as const) {
    const used = await measure(which === 'without');
    all[which].push(used);
    console.log(`${which} the journal: ${mb(used.resident)} MB resident, ${mb(used.kept)} MB kept in the heap`);
  }
}
const added = (of: keyof Used) =>
  median(all.with.map((used) => used[of])) - median(all.without.map((used) => used[of]));
console.log(
  `${guests} guests: the journal adds ${mb(added('resident'))} MB resident, ${mb(added('kept'))} MB kept in the heap`,
);
