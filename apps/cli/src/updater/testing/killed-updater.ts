// The updater as a program that kills itself at a line of its log, as a loss of power would.
import { goBack, lookBack } from '../go-back.ts';
import { createWait } from '../health.ts';
import { placesOf } from '../places.ts';
import type { UpdaterDeps } from '../steps.ts';
import { applyStaged } from '../updater.ts';
import { processService } from './process-service.ts';

const [given = '{}', killAt = '0', way = 'update'] = process.argv.slice(2);
const { root, dataDir, keyFile, port, pidFile, limitMs } = JSON.parse(given);
const service = processService({ root, dataDir, port, pidFile });
let lines = 0;

const deps: UpdaterDeps = {
  places: placesOf({ root, dataDir, keyFile }),
  service,
  waitUntilHealthy: createWait({ address: () => `127.0.0.1:${port}`, service, limitMs, pauseMs: 50 }),
  now: Date.now,
  log(line) {
    lines++;
    process.stdout.write(`${line}\n`);
    if (lines === Number(killAt)) process.kill(process.pid, 'SIGKILL');
  },
};

async function wentBack(): Promise<string> {
  const seen = await lookBack(deps);
  const done = seen.ok ? await goBack(deps, seen.value, 'root') : seen;
  return done.ok ? done.value : done.error;
}

const outcome = way === 'go-back' ? await wentBack() : await applyStaged(deps);
process.stdout.write(`${outcome}\n`);
