// A site in which everything happens at random: to its line, to its collector and to its server, as real processes. With
// BELFRY_SITE_SEED=7 it plays one run again.
import path from 'node:path';
import { expect, test } from 'vitest';
import { tempDir } from '../../db/testing/temp-store.ts';
import { until } from '../testing/storm/clock.ts';
import { judgeMessages, judgeValues, valuesOf } from '../testing/storm/judge.ts';
import { planOf, textOf } from '../testing/storm/plan.ts';
import { play } from '../testing/storm/play.ts';
import { openWorld } from '../testing/storm/world.ts';

const RUNS = Number(process.env.BELFRY_SITE_RUNS ?? process.env.BELFRY_KILLS ?? 200);
const [FIRST, COUNT] = process.env.BELFRY_SITE_SEED ? [Number(process.env.BELFRY_SITE_SEED), 1] : [1, RUNS];
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
  for (const { name, program } of world.programs) {
    const defects = program
      .said()
      .split('\n')
      .filter((line) => /"level":(50|60)|Error:/.test(line));
    faults.push(...defects.map((line) => `${name} wrote ${line.slice(0, 600)}`));
  }
  if (isVerbose) {
    console.log(textOf(plan), JSON.stringify(notes));
    for (const { name, program } of world.programs) console.log(name, program.said());
  }
  await world.close();
  return faults;
}

test(`in ${COUNT} random storms of a site the state is never set back, the history is whole, and nobody is told late or twice`, async () => {
  const cache = tempDir();
  const seeds = Array.from({ length: COUNT }, (_, n) => FIRST + n);
  const failed: string[] = [];
  let done = 0;
  const lane = async () => {
    for (let seed = seeds.shift(); seed !== undefined; seed = seeds.shift()) {
      const began = performance.now();
      const faults = await run(seed, cache).catch((error: Error) => [error.stack ?? error.message]);
      done++;
      const seconds = ((performance.now() - began) / 1000).toFixed(0);
      if (isVerbose || COUNT > 20) console.log(`${done}: seed ${seed}, ${seconds} s: ${faults.length} faults`);
      if (faults.length > 0)
        failed.push(`seed ${seed}: ${textOf(planOf(seed))}\n  ${faults.slice(0, 12).join('\n  ')}`);
      if (faults.length > 0) console.log(failed.at(-1));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  expect(failed).toEqual([]);
});
