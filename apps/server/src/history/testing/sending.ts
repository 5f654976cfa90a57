// Sends numbers to the address on the command line until it is killed, and prints each one once it was handed over. Every second
// number is as large as a reading of some guests.
import { writeSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { openExportQueue } from '../../db/export-queue-file.ts';
import { systemClock } from '../../lib/clock.ts';
import { createLogger } from '../../lib/logger.ts';
import { createOutgoing } from '../../lib/outgoing/outgoing.ts';
import { type Format, passing } from '../export/format.ts';
import { createSender } from '../export/sender.ts';

const [, , dataDir = '', url = '', first = '', last = ''] = process.argv;
/** Time runs faster, so that attempts after a failure come soon. */
const clock = { ...systemClock, monotonic: () => systemClock.monotonic() * 100 };
const queue = openExportQueue({ dataDir, clock, log: createLogger('silent') });
const { request } = createOutgoing({ allowPrivate: () => true, named: { includes: () => true }, clock: systemClock });
const format: Format = {
  ...{ name: 'a test', headers: {}, tokenScheme: 'Bearer', passing },
  ...{ problemOf: () => undefined, target: (address) => address },
  encoder: () => Promise.reject(new Error('nothing is encoded here')),
};
const config = { enabled: true, url, username: '', secret: '', labels: {}, maxQueueMegabytes: 100, maxQueueHours: 720 };
const sender = createSender({
  ...{ key: 'history', format, config: () => config, queue, request, clock, disk: { note: () => false } },
  onDefect(error) {
    throw error;
  },
});

for (let number = Number(first); last === '' || number <= Number(last); number++) {
  const body = new TextEncoder().encode(`${number} ${'x'.repeat(number % 2 === 0 ? 50_000 : 0)}`);
  await sender.put([{ at: clock.now(), values: 1, body }], clock.now());
  writeSync(1, `${number}\n`);
  sender.wake();
  await pause(2);
}
// Without a number to begin with it only sends what waits.
while ((await sender.status()).waiting > 0) {
  sender.wake();
  await pause(5);
}
await sender.stop();
await queue.close();
