// Records ten guests with a clock that runs 1,000 times too fast until the process is killed, and prints the time of each sample
// once it was handed over. The value of a sample follows from its time, so that a wrong one is noticed.
import { writeSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { openHistoryFile } from '../../db/history-file.ts';
import { systemClock as clock } from '../../lib/clock.ts';
import { createLogger } from '../../lib/logger.ts';
import { createEngine } from '../engine.ts';
import { defaultLimits, SAMPLE_MS } from '../tiers.ts';
import { recorded, valuesAt } from './recorded.ts';

const [, , dataDir = '', start = ''] = process.argv;
let now = Number(start);
const file = openHistoryFile({ dataDir, clock, log: createLogger('silent') });
const engine = await createEngine({ file, clock: { ...clock, now: () => now }, limits: defaultLimits });
const resources = recorded();

for (; ; now += SAMPLE_MS) {
  const values = resources.flatMap((resource) => [...valuesAt(resource, now)]);
  await engine.record(now, resources, Float64Array.from(values));
  writeSync(1, `${now}\n`);
  await engine.step();
  if ((now / SAMPLE_MS) % 10 === 0) await pause(1);
}
