// The history with its real worker.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { mountSmallDisk } from '@belfry/lab/small-disk';
import type { Resource } from '@belfry/schema/history/metrics';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openDatabase } from '../db/open.ts';
import { tempDir } from '../db/testing/temp-store.ts';
import { type Clock, systemClock } from '../lib/clock.ts';
import { fakeClock } from '../lib/fake-clock.ts';
import { createLogger } from '../lib/logger.ts';
import { createEmbeddedHistory } from './embedded-history.ts';
import { HistoryUnavailable } from './history-store.ts';
import { SAMPLE_MS } from './tiers.ts';

const guest: Resource = { kind: 'guest', id: 'a-100' };
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

function setUp({
  dataDir = tempDir(),
  program,
  clock = systemClock,
  mostUnrecorded,
}: {
  dataDir?: string;
  program?: string;
  clock?: Clock;
  mostUnrecorded?: number;
} = {}) {
  const history = createEmbeddedHistory({
    ...{ dataDir, clock, log: createLogger('silent') },
    ...(program !== undefined && { program }),
    ...(mostUnrecorded !== undefined && { mostUnrecorded }),
  });
  onTestFinished(history.close);
  const start = Math.floor(Date.now() / HOUR) * HOUR - 3 * HOUR;
  const record = (from: number, to: number, cpu: number) => {
    for (let at = start + from; at < start + to; at += SAMPLE_MS)
      history.record(at, [{ ...guest, values: Float64Array.of(cpu, 1, 2, 3, 4, 5, 6) }]);
  };
  const ask = async (from: number, to: number) => {
    const query = { resources: [guest], metrics: ['cpu'], from: start + from, to: start + to, points: 1 };
    return [...((await history.series(query))[0]?.mean ?? [])];
  };
  return { history, dataDir, record, ask };
}

test('values go to the worker and come back, before and after a restart of the server', async () => {
  const first = setUp();
  first.history.start();
  await first.history.flush();
  first.record(0, HOUR, 42);
  expect(await first.ask(0, HOUR)).toEqual([42]);
  await first.history.close();
  const second = setUp({ dataDir: first.dataDir });
  second.history.start();
  expect(await second.ask(0, HOUR)).toEqual([42]);
  expect(await second.history.status()).toMatchObject({ resources: 1, damagedBlocks: 0 });
  expect(second.history.problems()).toEqual({});
});

test('a worker that ends is started again and said; the call that was under way is answered, and what was stored is there', async () => {
  const program = path.join(import.meta.dirname, 'testing', 'ending-worker.ts');
  const { history, dataDir, record, ask } = setUp({ program });
  history.start();
  await history.flush();
  record(0, HOUR, 42);
  await history.flush();
  writeFileSync(path.join(dataDir, 'fault'), '');
  expect(await ask(0, HOUR)).toEqual([42]);
  expect(history.problems()['history-worker']?.message).toContain('was started again: Error: a fault of the test');
  record(HOUR, 2 * HOUR, 43);
  expect(await ask(HOUR, 2 * HOUR)).toEqual([43]);
});

test('readings that a busy worker cannot take are left out and named, and the next ones are recorded', async () => {
  const { history, record, ask } = setUp({ mostUnrecorded: 500 });
  history.start();
  await history.flush();
  record(0, HOUR, 42);
  expect(history.problems()['history-behind']?.message).toMatch(/slower than values come: 35\d readings were left out/);
  await history.flush();
  record(HOUR, HOUR + 2 * SAMPLE_MS, 43);
  expect(await ask(HOUR, 2 * HOUR)).toEqual([43]);
});

test('the problem of a worker that ended is over when the next one has run for a minute', async () => {
  const program = path.join(import.meta.dirname, 'testing', 'ending-worker.ts');
  const clock = fakeClock(Date.now());
  const { history, dataDir, ask } = setUp({ program, clock });
  history.start();
  await history.flush();
  writeFileSync(path.join(dataDir, 'fault'), '');
  const asked = ask(0, HOUR);
  await vi.waitFor(() => expect(history.problems()['history-worker']?.message).toContain('is being started again'));
  const { since } = history.problems()['history-worker'] ?? {};
  await clock.advance(1000);
  await asked;
  await clock.advance(59_000);
  expect(history.problems()['history-worker']).toMatchObject({
    since,
    message: expect.stringContaining('was started'),
  });
  await clock.advance(1000);
  expect(history.problems()).toEqual({});
});

test.runIf(process.getuid?.() === 0)(
  'a disk that is full before the file of the history is there is a problem of the disk, and over when there is space',
  async () => {
    const disk = mountSmallDisk(2);
    onTestFinished(disk.unmount);
    disk.fill();
    const { history } = setUp({ dataDir: disk.folder });
    history.start();
    const flushed = history.flush();
    flushed.catch(() => {});
    await vi.waitFor(() => expect(Object.keys(history.problems())).not.toEqual([]), { timeout: 10_000 });
    expect(history.problems()).toEqual({
      'history-disk': { message: 'Measured values cannot be stored: the disk is full.', since: expect.any(String) },
    });
    disk.free();
    await vi.waitFor(() => expect(history.problems()).not.toHaveProperty('history-disk'), { timeout: 20_000 });
  },
);

test('the worker is started by the first sample or question', async () => {
  const started = vi.fn();
  process.on('worker', started);
  onTestFinished(() => void process.off('worker', started));
  const { history, record } = setUp();
  record(0, SAMPLE_MS, 42);
  history.start();
  await Promise.resolve();
  expect(started).not.toHaveBeenCalled();
  record(SAMPLE_MS, 2 * SAMPLE_MS, 42);
  await history.flush();
  expect(started).toHaveBeenCalledOnce();
});

test('with the file of a newer version nothing is recorded, calls fail at once, and a problem says so', async () => {
  const { history, dataDir, record, ask } = setUp();
  const db = openDatabase(path.join(dataDir, 'history.db'));
  db.exec('PRAGMA user_version = 99');
  db.close();
  history.start();
  await expect(ask(0, HOUR)).rejects.toThrow(HistoryUnavailable);
  record(0, HOUR, 42);
  await expect(history.status()).rejects.toThrow(HistoryUnavailable);
  const words = /newer Belfry \(schema 99, .*Install that version again.*Nothing is recorded\./;
  await vi.waitFor(() => expect(history.problems().history?.message).toMatch(words));
});
