// Writes numbered rows, and prints each number once its row is committed, until the process is killed.
import { writeSync } from 'node:fs';
import { openStore } from '../open-store.ts';

const [, , dataDir = '', first = '0'] = process.argv;
const opened = await openStore({
  dataDir,
  clock: { now: () => 0, monotonic: () => 0, after: () => () => {}, every: () => () => {} },
  log: { info() {}, warn() {}, error() {} },
});
if (!opened.ok) throw new Error(opened.error.message);
const { settings, secrets } = opened.value;
writeSync(1, 'open\n');
for (let n = Number(first); ; n++) {
  await settings.put(`n${n}`, { n, padding: 'x'.repeat(n % 3000) });
  await secrets.put('writer', `n${n}`, String(n));
  writeSync(1, `${n}\n`);
}
