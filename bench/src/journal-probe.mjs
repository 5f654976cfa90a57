// Loaded into the measured product before it starts (`node --import`). With BENCH_NO_JOURNAL the file of the journal of changes cannot be
// opened, so the product runs without the journal. At SIGUSR2 it collects garbage and writes what the process uses to BENCH_HEAP_FILE.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { isMainThread } from 'node:worker_threads';

const { BENCH_HEAP_FILE: file, BENCH_NO_JOURNAL: isWithout } = process.env;

if (isMainThread && isWithout) {
  const { openSync } = fs;
  fs.openSync = (name, ...options) => {
    if (path.basename(String(name)) === 'journal.db') throw Object.assign(new Error('no journal'), { code: 'EROFS' });
    return openSync(name, ...options);
  };
  syncBuiltinESMExports();
}
if (isMainThread && file !== undefined) {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc');
  process.on('SIGUSR2', () => {
    collect();
    fs.writeFileSync(`${file}.new`, JSON.stringify(process.memoryUsage()));
    fs.renameSync(`${file}.new`, file);
  });
}
