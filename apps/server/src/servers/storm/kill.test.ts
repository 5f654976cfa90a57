// Two servers in which everything happens at random: to their processes, disks, clocks and lines, and to their database. BELFRY_PAIR_SEED=7
// plays one run again, BELFRY_PAIR_RUNS more of them.
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { until } from '../../contract/testing/storm/clock.ts';
import { noPostgres } from '../../db/testing/postgres-cluster.ts';
import { tempDir } from '../../db/testing/temp-store.ts';
import { judge } from '../testing/storm/judge.ts';
import { planOf, textOf } from '../testing/storm/plan.ts';
import { play } from '../testing/storm/play.ts';
import { openPairWorld, type PairWorld } from '../testing/storm/world.ts';

const { BELFRY_PAIR_RUNS, BELFRY_PAIR_SEED } = process.env;
const FIRST = Number(BELFRY_PAIR_SEED ?? 1);
const COUNT = Number(BELFRY_PAIR_RUNS ?? (BELFRY_PAIR_SEED === undefined ? 200 : 1));
const seeds = Array.from({ length: COUNT }, (_, n) => FIRST + n);
/** A busy machine gets a slower clock: a tenth of a second without the processor is a second otherwise. */
function speedNow(): number {
  const [load = 0] = loadavg();
  const fits = Math.round((24 * availableParallelism()) / Math.max(load, 1));
  return Number(process.env.BELFRY_PAIR_SPEED ?? Math.min(6, Math.max(3, fits)));
}
const isVerbose = process.env.BELFRY_PAIR_VERBOSE !== undefined;

/** That the database or a disk took nothing is said as an error, and is none of the program. */
const isDefect = (line: string) =>
  /"level":(50|60)|^\w*Error:|^\s+at /.test(line) && !/"type":"DatabaseTrouble"|ENOSPC|disk is full/.test(line);

/** What comes before a storm is no part of it: a machine that was too busy for it gets more tries. */
async function openedWorld(seed: number, cache: string): Promise<PairWorld> {
  for (let left = 2; ; left--) {
    try {
      return await openPairWorld({ dir: tempDir(), seed, speed: speedNow(), cache });
    } catch (error) {
      if (left === 0) throw error;
      console.log(`seed ${seed} begins again: ${(error as Error).message.slice(0, 200)}`);
    }
  }
}

async function run(seed: number, cache: string): Promise<string[]> {
  const plan = planOf(seed);
  const world = await openedWorld(seed, cache);
  const faults: string[] = [];
  try {
    const notes = await play(world, plan);
    await until(world.isWell, 'all is well at the end');
    faults.push(...(await judge(world, notes)));
    for (const server of world.servers) {
      const code = await server.end();
      if (code !== 0) faults.push(`${server.name} ended with ${code}`);
    }
    if (isVerbose) console.log(JSON.stringify(notes), JSON.stringify(world.receiver.told), world.front.blindMs());
  } catch (error) {
    faults.push((error as Error).message);
  }
  for (const { name, said } of world.servers) {
    const defects = said().split('\n').filter(isDefect);
    faults.push(...defects.map((line) => `${name} wrote ${line.slice(0, 600)}`));
    if (isVerbose) console.log(name, said());
  }
  await world.close();
  return faults;
}

const cache = mkdtempSync(path.join(tmpdir(), 'belfry-pair-'));
afterAll(() => rmSync(cache, { recursive: true, force: true }));

test.for(seeds.map((seed) => ({ seed })))(
  'in the random storm $seed of two servers nothing is lost, nothing is told twice, nothing is set back, and nobody writes but the holder',
  async ({ seed }, { skip }) => {
    if (noPostgres !== undefined) return skip(noPostgres);
    const began = performance.now();
    const faults = await run(seed, cache);
    const seconds = ((performance.now() - began) / 1000).toFixed(0);
    if (isVerbose || seeds.length > 5) console.log(`seed ${seed}, ${seconds} s: ${faults.length} faults`, ...faults);
    expect(
      faults.length === 0 ? [] : [`BELFRY_PAIR_SEED=${seed}: ${textOf(planOf(seed))}`, ...faults.slice(0, 12)],
    ).toEqual([]);
  },
);
