// The outbox when the disk is full, when its file is damaged, and when too much waits.
import path from 'node:path';
import { mountSmallDisk } from '@belfry/lab/small-disk';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../db/open.ts';
import type { SendResult } from '../notifier.ts';
import { destination, notice, startOutbox } from '../testing/outbox.ts';

const SECOND = 1000;
const refusing: SendResult = { ok: false, status: 503, words: 'busy' };

test('while the disk is full, messages are sent all the same, and they are in the log afterwards', async (context) => {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) context.skip('mounting a small disk needs root');
  const small = mountSmallDisk(1);
  onTestFinished(small.unmount);
  const { queue, clock, received, log, lines, outbox, disk } = await startOutbox({ dataDir: small.folder });
  small.fill();
  for (let n = 0; n < 300; n++) queue('webhook:a', 'raised', `o${n}`);
  await clock.advance(10 * SECOND);
  expect(received.length).toBe(300);
  expect(disk.problems()).toHaveProperty('disk');
  expect(lines.filter((line) => line.includes('sent all the same')).length).toBe(1);
  small.free();
  await clock.advance(10 * SECOND);
  await outbox.settled();
  const rows = await log();
  expect([rows.length, new Set(rows.map(({ state }) => state))]).toEqual([300, new Set(['sent'])]);
  expect(disk.problems()).toEqual({});
});

test('when its file is found damaged, what waits is in the new file and is sent', async () => {
  const first = await startOutbox({ play: () => refusing });
  first.queue('webhook:a', 'raised', 'o1');
  await first.clock.advance(0);
  const other = openDatabase(path.join(first.dataDir, 'alerts.db'));
  other.exec('DROP TABLE delivery_alerts; DROP TABLE told; DROP TABLE deliveries');
  other.close();
  first.queue('webhook:a', 'raised', 'o2');
  await first.clock.advance(SECOND);
  expect(first.outbox.problems().alerts?.message).toContain('alerts-damaged-');
  const { received, clock, outbox } = await first.killed({ play: () => ({ ok: true, words: '' }) });
  expect(outbox.notified.map(({ occurrence }) => occurrence)).toEqual(['o1', 'o2']);
  await clock.advance(9 * SECOND);
  expect(received.map(({ occurrences }) => occurrences.join()).sort()).toEqual(['o1', 'o2']);
});

test('of more than 10,000 messages that wait, the oldest of the longest line are given up, and other destinations go on', async () => {
  const to = destination('webhook:a');
  const { outbox, queue, clock, store, log, received } = await startOutbox({
    destinations: [to, destination('email', { settings: 'email' })],
    play: () => refusing,
  });
  const many = Array.from({ length: 10_100 }, (_, n) => ({ notice: notice('raised', `o${n}`), destination: to }));
  outbox.queue(many, { put: [], remove: [] });
  queue('email', 'raised', 'o1');
  await clock.advance(0);
  await log();
  const givenUp = await store.find({ state: 'given-up' }, 1000, 0);
  expect([givenUp.length, (await store.open()).length]).toEqual([101, 10_000]);
  expect(givenUp.at(-1)).toMatchObject({ alerts: [{ occurrence: 'o0' }], words: expect.stringContaining('10000') });
  expect(received.some((one) => one.to === '"email"')).toBe(true);
});
