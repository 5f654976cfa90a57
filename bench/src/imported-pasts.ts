// A year that hosts have kept of their storages, read by the real import into the real history, and forecasts tried on it at each of its weeks.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { calibrationOf, trialsOf } from '@belfry/domain/forecast/calibration';
import type { Fill } from '@belfry/domain/forecast/fill';
import { forecast } from '@belfry/domain/forecast/forecast';
import { growing, standing } from '@belfry/domain/forecast/testing/pasts';
import { seeded } from '@belfry/domain/forecast/testing/seeded';
import { type Lab, startLab } from '@belfry/lab/datacentre';
import { configSchema } from '@belfry/schema/config/node';
import { openHistoryFile } from '../../apps/server/src/db/history-file.ts';
import { createEngine, type Engine } from '../../apps/server/src/history/engine.ts';
import { pastIn } from '../../apps/server/src/history/fillings.ts';
import { startImport } from '../../apps/server/src/history/import/import.ts';
import { defaultLimits } from '../../apps/server/src/history/tiers.ts';
import { type Clock, systemClock } from '../../apps/server/src/lib/clock.ts';
import { createLogger } from '../../apps/server/src/lib/logger.ts';
import { createSource } from '../../apps/server/src/sources/registry.ts';

const DAY = 86_400_000;
const DAYS = 370;
const GIB = 1024 ** 3;
const AHEAD_DAYS = [20, 40, 80];
/** The import makes two calls a second. */
const FASTER = 100;

type Making = (days: number, random: () => number) => (number | undefined)[];

/** What happens on real storages beside steady growth. A growth that ends, or a step, may only cost a date. */
const shapes: Record<string, Making> = {
  ...growing,
  ...standing,
  endsHalfway(days, random) {
    const end = Math.floor(days * (0.4 + 0.3 * random()));
    const values = growing.steady(days, random);
    return values.map((value, day) => (day < end ? value : values[end]));
  },
  holes(days, random) {
    const from = Math.floor(days * (0.2 + 0.5 * random()));
    return growing.weeklyCollection(days, random).map((value, day) => {
      const isAway = (day >= from && day < from + 20) || random() < 0.05;
      return isAway ? undefined : value;
    });
  },
};

export interface ImportedScore {
  shape: string;
  storages: number;
  said: number;
  held: number;
}

/** So many clusters with eight nodes each. */
export async function tryImported(clusters: number): Promise<ImportedScore[]> {
  const scores = new Map<string, ImportedScore>();
  for (let nth = 0; nth < clusters; nth++) {
    const pasts = await importOf(nth);
    for (const { shape, score } of tryAll(pasts)) {
      const known = scores.get(shape) ?? { shape, storages: 0, said: 0, held: 0 };
      known.storages++;
      known.said += score.said;
      known.held += score.held;
      scores.set(shape, known);
    }
  }
  return [...scores.values()];
}

interface Imported {
  shape: string;
  past: Fill[];
}

async function importOf(nth: number): Promise<Imported[]> {
  const now = Math.floor(Date.now() / DAY) * DAY;
  const lab = await startLab({ nodes: 8, guests: 4, seed: 20 + nth, version: 9.2, calm: true, authDelayMs: 0 });
  const made = new Map<string, { shape: string; values: (number | undefined)[] }>();
  const [cluster] = lab.clusters;
  if (!cluster) throw new Error('the lab has no cluster');
  const names = Object.keys(shapes);
  cluster.usedAt = (storage, node, t) => {
    const key = `${node} ${storage}`;
    let known = made.get(key);
    if (!known) {
      const shape = names[(made.size + nth) % names.length] ?? 'steady';
      const random = seeded(1000 * nth + made.size);
      known = { shape, values: shapes[shape]?.(DAYS, random) ?? [] };
      made.set(key, known);
    }
    const day = DAYS - 1 - Math.floor((now - t * 1000) / DAY);
    const value = known.values[Math.max(0, Math.min(DAYS - 1, day))];
    return value === undefined ? undefined : value * GIB;
  };
  const dataDir = mkdtempSync(path.join(process.env.BENCH_DIR ?? tmpdir(), 'belfry-imported-'));
  try {
    return await readBack(lab, dataDir, now, made);
  } finally {
    await lab.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function readBack(
  lab: Lab,
  dataDir: string,
  now: number,
  made: ReadonlyMap<string, { shape: string }>,
): Promise<Imported[]> {
  const log = createLogger('silent');
  const file = openHistoryFile({ dataDir, clock: systemClock, log });
  const engine = await createEngine({ file, clock: systemClock, limits: defaultLimits });
  const { release: _r, members: _m, ...entry } = lab.instances[0] as Lab['instances'][number];
  const source = createSource(configSchema('pve').parse(entry), { clock: systemClock, log, random: () => 0.5 });
  for (const poll of ['resources', 'nodes'])
    await source.polls.find(({ name }) => name === poll)?.run(AbortSignal.timeout(30_000));
  const { past } = source;
  if (!past) throw new Error('the source has no past');
  const ids = await importAll(engine, {
    ...past,
    frames: () => past.frames().filter(({ name }) => name === 'year'),
    subjects: () => past.subjects().filter(({ resource }) => resource.kind === 'storage'),
  });
  await engine.flush();
  const resources = ids.map((id) => ({ kind: 'storage' as const, id }));
  const series = await engine.series({ resources, metrics: ['used'], from: now - 365 * DAY, to: now, points: 365 });
  await source.close();
  await engine.close();
  return [...made].flatMap(([key, { shape }]) => {
    const [node = '', storage = ''] = key.split(' ');
    const id = ids.find((each) => each.endsWith(`-${node}-${storage}`));
    if (id === undefined) return [];
    return [{ shape, past: pastIn(series, { kind: 'storage', id, metric: 'used', limit: 1 }) }];
  });
}

type ImportedPast = Parameters<typeof startImport>[0]['past'];

/** The ids of what was imported. */
async function importAll(engine: Engine, past: ImportedPast): Promise<string[]> {
  const fast: Clock = {
    ...systemClock,
    monotonic: () => systemClock.monotonic() * FASTER,
    after: (ms, run) => systemClock.after(ms / FASTER, run),
    every: (ms, run) => systemClock.every(Math.max(1, ms / FASTER), run),
  };
  const { promise, resolve } = Promise.withResolvers<void>();
  const running = startImport({
    ...{ instance: 'lab', past, store: engine, clock: fast, lastAlive: Promise.resolve(undefined), log: { info() {} } },
    memory: { recall: () => undefined, keep: () => resolve() },
    isOnTime: () => true,
    isEnabled: () => true,
  });
  await promise;
  const { failed } = running.status();
  running.stop();
  if (failed > 0) throw new Error(`${failed} calls of the import failed`);
  return past.subjects().map(({ resource }) => resource.id);
}

/** At each fourth week of the year, as it would have been said then, and what came within the year. */
function tryAll(all: readonly Imported[]): { shape: string; score: { said: number; held: number } }[] {
  const scores = all.map(({ shape }) => ({ shape, score: { said: 0, held: 0 } }));
  const [first, end] = [all[0]?.past[0]?.at ?? 0, all[0]?.past.at(-1)?.at ?? 0];
  for (let now = first + 60 * DAY; now < end - 28 * DAY; now += 28 * DAY) {
    const known = all.map(({ past }) => past.filter(({ at }) => at <= now));
    const width = calibrationOf(known.flatMap(trialsOf));
    for (const [nth, past] of known.entries()) {
      const later = all[nth]?.past.filter(({ at }) => at > now) ?? [];
      const score = scores[nth]?.score;
      if (score) for (const ahead of AHEAD_DAYS) tryOne({ past, later, now, end, ahead, width }, score);
    }
  }
  return scores;
}

interface Try {
  past: readonly Fill[];
  later: readonly Fill[];
  now: number;
  end: number;
  ahead: number;
  width: number;
}

/** Only an interval that ends within the year can be judged, whatever the truth is. */
function tryOne({ past, later, now, end, ahead, width }: Try, score: { said: number; held: number }): void {
  const [first, last] = [past[0], past.at(-1)];
  if (!first || !last) return;
  const perDay = (last.used - first.used) / ((last.at - first.at) / DAY);
  const peak = Math.max(...past.filter(({ at }) => at > last.at - 7 * DAY).map(({ used }) => used));
  const limit = peak + Math.max(0.3 * GIB, perDay) * ahead;
  const said = forecast(past, limit, now, width);
  if (said.kind !== 'full' || said.latest > end) return;
  score.said++;
  const full = later.find(({ used }) => used >= limit)?.at;
  if (full !== undefined && full >= said.earliest - DAY && full <= said.latest + DAY) score.held++;
}
