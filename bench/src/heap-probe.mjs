// Loaded into the measured product before it starts (`node --import`). At SIGUSR2 it writes what V8 says of its heaps to the file
// BENCH_HEAP_FILE: the main thread, then each worker. At SIGPWR it writes a heap snapshot of the main thread beside it.
import { subscribe } from 'node:diagnostics_channel';
import { renameSync, writeFileSync } from 'node:fs';
import { getHeapStatistics, writeHeapSnapshot } from 'node:v8';
import { isMainThread } from 'node:worker_threads';

const file = process.env.BENCH_HEAP_FILE;
if (isMainThread && file !== undefined) {
  const workers = new Set();
  subscribe('worker_threads', ({ worker }) => {
    workers.add(worker);
    worker.once('exit', () => workers.delete(worker));
  });
  process.on('SIGUSR2', async () => {
    const heaps = [getHeapStatistics(), ...(await Promise.all([...workers].map((each) => each.getHeapStatistics())))];
    writeFileSync(`${file}.new`, JSON.stringify({ ...process.memoryUsage(), heaps }));
    renameSync(`${file}.new`, file);
  });
  process.on('SIGPWR', () => void writeHeapSnapshot(`${file}-${Date.now()}.heapsnapshot`));
}
