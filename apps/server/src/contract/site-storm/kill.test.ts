// A site in which everything happens at random: to its line, to its collector and to its server, as real processes. With
// BELFRY_SITE_SEED=7 it plays one run again, and with BELFRY_SITE_RUNS=20 too, those from 7 to 26.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { tempDir } from '../../db/testing/temp-store.ts';
import { until } from '../testing/storm/clock.ts';
import { judgeMessages, judgeValues, valuesOf } from '../testing/storm/judge.ts';
import { planOf, textOf } from '../testing/storm/plan.ts';
import { play } from '../testing/storm/play.ts';
import { openWorld } from '../testing/storm/world.ts';

const { BELFRY_SITE_RUNS, BELFRY_SITE_SEED } = process.env;
const FIRST = Number(BELFRY_SITE_SEED ?? 1);
const COUNT = Number(BELFRY_SITE_RUNS ?? (BELFRY_SITE_SEED === undefined ? 200 : 1));
const AT_ONCE = Number(process.env.BELFRY_SITE_AT_ONCE ?? 2);
const SPEED = Number(process.env.BELFRY_SITE_SPEED ?? 12);
const isVerbose = process.env.BELFRY_SITE_VERBOSE !== undefined;

async function run(seed: number, cache: string): Promise<string[]> {
  const plan = planOf(seed);
  const dir = tempDir();
  const world = await openWorld({ dir, seed, speed: SPEED, cache });
  const faults: string[] = [];
  let notes: Awaited<ReturnType<typeof play>> | undefined;
  try {
    const since = world.clock.now();
    notes = await play(world, plan, path.join(dir, 'backup'));
    await until(world.isConnected, 'all is well at the end', 60_000);
    faults.push(...(await judgeMessages(world, notes)));
    const values = await valuesOf(world, since);
    for (const which of ['collector', 'server'] as const) {
      const code = await world[which].end();
      if (code !== 0) faults.push(`the ${which} ended with ${code}`);
    }
    faults.push(...(await judgeValues(world, values, notes, path.join(dir, 'copy'))));
    if (world.observer.looks() < 20) faults.push('hardly anybody looked');
  } catch (error) {
    faults.push((error as Error).message);
  }
  // The collector logs an error when it sets a damaged file aside, and a warning when a full disk refuses a write.
  const isDamaged = plan.some(({ meanwhile }) => meanwhile.includes('damage history'));
  const isFull = plan.some(({ meanwhile }) => meanwhile.includes('fill disk'));
  const isKnown = (line: string) =>
    (isDamaged && /malformed|was damaged/.test(line)) || (isFull && /"level":40.*ENOSPC/.test(line));
  for (const { name, program } of world.programs) {
    const defects = program
      .said()
      .split('\n')
      .filter((line) => /"level":(50|60)|Error:/.test(line) && !isKnown(line));
    faults.push(...defects.map((line) => `${name} wrote ${line.slice(0, 600)}`));
  }
  if (isVerbose) {
    console.log(textOf(plan), JSON.stringify(notes));
    for (const { name, program } of world.programs) console.log(name, program.said());
  }
  await world.close();
  return faults;
}

const seeds = Array.from({ length: COUNT }, (_, n) => FIRST + n);
const groups = Array.from({ length: Math.ceil(seeds.length / AT_ONCE) }, (_, n) =>
  seeds.slice(n * AT_ONCE, (n + 1) * AT_ONCE),
);
const cache = mkdtempSync(path.join(tmpdir(), 'belfry-storm-'));
afterAll(() => rmSync(cache, { recursive: true, force: true }));

test.each(groups.map((group) => ({ group })))(
  'in the random storms $group of a site the state is never set back, the history is whole, and nobody is told late or twice',
  async ({ group }) => {
    const failed = await Promise.all(
      group.map(async (seed) => {
        const began = performance.now();
        const faults = await run(seed, cache).catch((error: Error) => [error.stack ?? error.message]);
        const seconds = ((performance.now() - began) / 1000).toFixed(0);
        if (isVerbose || seeds.length > 20) console.log(`seed ${seed}, ${seconds} s: ${faults.length} faults`, faults);
        return faults.length === 0
          ? []
          : [`seed ${seed}: ${textOf(planOf(seed))}\n  ${faults.slice(0, 12).join('\n  ')}`];
      }),
    );
    expect(failed.flat()).toEqual([]);
  },
);
