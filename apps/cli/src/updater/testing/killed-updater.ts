// The updater as a program that kills itself at a line of its log, as a loss of power would.
import { createWait } from '../health.ts';
import { placesOf } from '../places.ts';
import { applyStaged } from '../updater.ts';
import { processService } from './process-service.ts';

const [given = '{}', killAt = '0'] = process.argv.slice(2);
const { root, dataDir, keyFile, port, pidFile, limitMs } = JSON.parse(given);
const service = processService({ root, dataDir, port, pidFile });
let lines = 0;

const outcome = await applyStaged({
  places: placesOf({ root, dataDir, keyFile }),
  service,
  waitUntilHealthy: createWait({ address: () => `127.0.0.1:${port}`, service, limitMs, pauseMs: 50 }),
  now: Date.now,
  log(line) {
    lines++;
    process.stdout.write(`${line}\n`);
    if (lines === Number(killAt)) process.kill(process.pid, 'SIGKILL');
  },
});
process.stdout.write(`${outcome}\n`);
