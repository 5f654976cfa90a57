// A year of samples every ten seconds through the real store, with a clock that runs as fast as it can: what it takes on the disk, what
// is written a day, and whether every tier answers as the raw samples do. On its own:
// node bench/src/history-year.ts [GUESTS [DAYS]]
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Metric, metricsOf } from '@belfry/schema/history/metrics';
import { openHistoryFile } from '../../apps/server/src/db/history-file.ts';
import { openDatabase } from '../../apps/server/src/db/open.ts';
import { createEngine, type Engine } from '../../apps/server/src/history/engine.ts';
import { defaultLimits, SAMPLE_MS, slotMs, tiers } from '../../apps/server/src/history/tiers.ts';
import { systemClock } from '../../apps/server/src/lib/clock.ts';
import { createLogger } from '../../apps/server/src/lib/logger.ts';
import { estate, START } from './estate.ts';
import { writtenBytes } from './process-usage.ts';
import { createRawSteps, type RawSteps } from './raw-steps.ts';

const DAY = 86_400_000;
const metrics = metricsOf('guest');
/** One day in fifty Belfry does not run for three hours, which is a gap in every tier. */
const isDown = (at: number) =>
  Math.floor(at / DAY) % 50 === 7 && at % DAY > 12 * 3_600_000 && at % DAY < 15 * 3_600_000;

export interface Year {
  guests: number;
  days: number;
  /** The mean of all days, and the last one, on which every tier was full for its retention. */
  writtenMBaDay: { mean: number; last: number };
  fileMB: number;
  /** By tier: bytes of the file for each block, with all that the database adds. */
  bytesOfBlock: number[];
  /** What a guest takes once every tier is full: two years at default retention. */
  guestAfterTwoYearsMB: number;
  /** By tier: how many values were compared, and the largest difference in half steps of the precision. */
  compared: { stepMs: number; values: number; worst: number }[];
  damagedBlocks: number;
}

export async function measureYear(guests: number, days: number): Promise<Year> {
  const dataDir = mkdtempSync(path.join(process.env.BENCH_DIR ?? tmpdir(), 'belfry-year-'));
  try {
    return await yearIn(dataDir, guests, days);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function yearIn(dataDir: string, guests: number, days: number): Promise<Year> {
  let now = START;
  const end = START + days * DAY;
  const { resources, values } = estate(guests);
  const file = openHistoryFile({ dataDir, clock: systemClock, log: createLogger('silent') });
  const engine = await createEngine({ file, clock: { ...systemClock, now: () => now }, limits: defaultLimits });
  const width = resources.length * metrics.length;
  const raw = tiers.map(({ stepMs }, tier) =>
    createRawSteps(stepMs, Math.min(defaultLimits.retentionMs[tier] ?? 0, days * DAY), width),
  );
  const first = writtenBytes();
  let lastDay = first;
  for (; now < end; now += SAMPLE_MS) {
    if (now % DAY === 0) {
      lastDay = now === end - DAY ? writtenBytes() : lastDay;
      if ((now - START) % (30 * DAY) === 0) console.error(`day ${(now - START) / DAY}`);
    }
    if (isDown(now)) continue;
    const all = values(now);
    for (const steps of raw) steps.add(now, all);
    await engine.record(now, resources, all);
    while (await engine.step());
  }
  await engine.flush();
  const written = writtenBytes();
  const compared = [];
  for (const [tier, steps] of raw.entries()) compared.push(await compare(engine, steps, tier, resources, now, days));
  const { damagedBlocks } = await engine.status();
  await engine.close();
  const db = openDatabase(path.join(dataDir, 'history.db'));
  const bytesOfBlock = tiers.map((_, tier) => {
    const { bytes, rows } = db
      .prepare(
        `SELECT (SELECT sum(pgsize) FROM dbstat WHERE name = 'blocks_${tier}') AS bytes, count(*) AS rows FROM blocks_${tier}`,
      )
      .get() as { bytes: number; rows: number };
    return bytes / rows;
  });
  db.close();
  const kept = tiers.map((_, tier) => Math.ceil((defaultLimits.retentionMs[tier] ?? 0) / slotMs(tier)) + 1);
  return {
    ...{ guests, days, compared, damagedBlocks, bytesOfBlock: bytesOfBlock.map(Math.round) },
    writtenMBaDay: { mean: (written - first) / 1e6 / days, last: (written - lastDay) / 1e6 },
    fileMB: statSync(path.join(dataDir, 'history.db')).size / 1e6,
    guestAfterTwoYearsMB: bytesOfBlock.reduce((sum, bytes, tier) => sum + bytes * (kept[tier] ?? 0), 0) / 1e6,
  };
}

/** Every value that the tier still has, of every resource and metric. */
async function compare(
  engine: Engine,
  raw: RawSteps,
  tier: number,
  resources: Parameters<Engine['record']>[1],
  now: number,
  days: number,
) {
  const { stepMs } = raw;
  // A little less than what is kept: the oldest block goes when all of it is too old.
  const span = Math.min(0.98 * (defaultLimits.retentionMs[tier] ?? 0), (days - 0.5) * DAY);
  const from = Math.ceil((now - span) / stepMs) * stepMs;
  let [values, worst] = [0, 0];
  for (const [n, resource] of resources.entries()) {
    const query = { resources: [resource], metrics: metrics.map(({ id }) => id), from, to: now };
    const found = await engine.series({ ...query, points: Math.ceil((now - from) / stepMs) });
    for (const [column, series] of found.entries()) {
      const metric = metrics[column] as Metric;
      if (series.stepMs !== stepMs || series.metric !== metric.id) throw new Error(`asked for steps of ${stepMs}`);
      for (let step = 0; step < series.mean.length; step++) {
        const expected = raw.read(series.from + step * stepMs, n * metrics.length + column);
        const where = `${resource.id} ${metric.id} at ${series.from + step * stepMs} in steps of ${stepMs}`;
        if (Number.isNaN(series.mean[step]) !== (expected === undefined)) throw new Error(`a gap is wrong: ${where}`);
        if (!expected) continue;
        values++;
        for (const name of ['min', 'mean', 'max'] as const) {
          const halfSteps = off(metric, series[name][step] as number, expected[name]);
          // The mean is rounded once in each tier, minimum and maximum once.
          if (!(halfSteps <= (name === 'mean' ? 1 + tier : 1) * 1.02))
            throw new Error(`${name} of ${where}: ${series[name][step]}, not ${expected[name]}`);
          worst = Math.max(worst, halfSteps);
        }
      }
    }
  }
  return { stepMs, values, worst };
}

/** In halves of the step to which the metric is rounded at this value. */
function off({ precision }: Metric, found: number, expected: number): number {
  const half = 'step' in precision ? precision.step / 2 : 0.5 * 10 ** (1 - precision.digits) * (1 + Math.abs(expected));
  return Math.max(0, Math.abs(found - expected) - 1e-6) / half;
}

if (import.meta.main) {
  const [, , guests = '20', days = '365'] = process.argv;
  console.log(await measureYear(Number(guests), Number(days)));
}
