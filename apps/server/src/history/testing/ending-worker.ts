// The worker of the history, with a fault: it ends in the middle of a call when the file `fault` is in the data directory, and
// removes the file before, so that the next one works.
import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';

const fault = path.join(workerData.dataDir, 'fault');
parentPort?.on('message', ({ call }: { call: string }) => {
  if (call !== 'series' || !existsSync(fault)) return;
  rmSync(fault);
  throw new Error('a fault of the test');
});

await import('../worker.ts');
