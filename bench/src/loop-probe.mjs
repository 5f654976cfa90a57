// Loaded into the product with --import: at each SIGUSR2 it writes the delay of the event loop since the last one to BENCH_LOOP_FILE, in ms, and
// how long the main thread collected garbage.
import { renameSync, writeFileSync } from 'node:fs';
import { constants, monitorEventLoopDelay, PerformanceObserver } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

const file = process.env.BENCH_LOOP_FILE;
if (isMainThread && file !== undefined) {
  const resolution = 10;
  const delay = monitorEventLoopDelay({ resolution });
  delay.enable();
  let garbage = { young: 0, old: 0 };
  new PerformanceObserver((list) => {
    for (const { detail, duration } of list.getEntries())
      garbage[detail.kind === constants.NODE_PERFORMANCE_GC_MINOR ? 'young' : 'old'] += duration;
  }).observe({ entryTypes: ['gc'] });
  process.on('SIGUSR2', () => {
    // A delay contains the interval of the timer that measures it.
    const ms = (ns) => Math.max(0, ns / 1e6 - resolution);
    const found = { p50: ms(delay.percentile(50)), p99: ms(delay.percentile(99)), max: ms(delay.max), garbage };
    writeFileSync(`${file}.new`, JSON.stringify(found));
    renameSync(`${file}.new`, file);
    delay.reset();
    garbage = { young: 0, old: 0 };
  });
}
