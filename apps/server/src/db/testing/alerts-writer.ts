// Saves numbered alerts, and prints each number once it is saved, until the process is killed.
import { writeSync } from 'node:fs';
import type { Occurrence } from '../alerts-store.ts';
import { openAlerts } from './opened-alerts.ts';

const [, , dataDir = '', first = '0'] = process.argv;
const store = await openAlerts({
  dataDir,
  clock: { now: () => 0, monotonic: () => 0, after: () => () => {}, every: () => () => {} },
  log: { error() {} },
});
for (let n = Number(first); ; n++) {
  const row: Occurrence = {
    ...{ id: `o${n}`, level: 'warning', peak: 0, openedAt: n, notified: false, changes: [], known: {} },
    alert: {
      ...{ id: `${n}`, type: 'cpu', level: 'warning', resourceId: 'a', resourceName: 'a', node: 'a', instance: 'a' },
      ...{ message: 'x'.repeat(n % 3000), value: 0, threshold: 0, startTime: '', acknowledged: false },
    },
  };
  await store.save([row]);
  writeSync(1, `${n}\n`);
}
