// The real engine with a bound on its size, so that SQLite answers as it does on a full disk; and a real full disk.
import { mountSmallDisk } from '@belfry/lab/small-disk';
import { expect, onTestFinished, test } from 'vitest';
import * as z from 'zod';
import { fakeClock } from '../lib/fake-clock.ts';
import { createLogger } from '../lib/logger.ts';
import { DatabaseTrouble } from './database-trouble.ts';
import { createDisk } from './disk.ts';
import type { SettingsStore } from './settings-store.ts';
import { openTestStore, START, tempDir } from './testing/temp-store.ts';

const MINUTE_MS = 60_000;

async function setUp(dataDir = tempDir()) {
  const clock = fakeClock(START);
  const lines: { msg: string; audit?: object }[] = [];
  const store = await openTestStore({
    dataDir,
    clock,
    log: createLogger('info', (line) => lines.push(JSON.parse(line))),
  });
  onTestFinished(store.close);
  lines.length = 0;
  let fillers = 0;
  return {
    clock,
    dataDir,
    lines,
    ...store,
    /** Not one page more. */
    async fill() {
      const { page_count: pages } = store.db.prepare('PRAGMA page_count').get() as { page_count: number };
      store.db.exec(`PRAGMA max_page_count = ${pages}`);
      const write = async () => {
        for (;;) await store.settings.put(`filler ${fillers++}`, 'x'.repeat(500));
      };
      await expect(write()).rejects.toThrow(/full/);
    },
    free: () => store.db.exec('PRAGMA max_page_count = 1000000'),
  };
}
const large = (text: string) => ({ text, padding: 'x'.repeat(10_000) });
const textOf = (settings: SettingsStore, key: string) => settings.get(key, z.object({ text: z.string() }))?.text;

test('a full disk is one problem and one log line, and the problem ends soon after the disk has space again', async () => {
  const { clock, lines, disk, settings, fill, free } = await setUp();
  expect(disk.problems()).toEqual({});
  await fill();
  for (let n = 0; n < 3; n++) await settings.keep('a', large('a'));
  expect(disk.problems()).toEqual({
    disk: { message: 'Belfry cannot write to its disk: the disk is full.', since: '2026-01-02T03:04:05.000Z' },
  });
  await clock.advance(MINUTE_MS);
  expect(disk.problems()).toHaveProperty('disk');
  free();
  await clock.advance(MINUTE_MS);
  expect(disk.problems()).toEqual({});
  expect(lines.map(({ msg }) => msg)).toEqual([
    'Belfry cannot write to its disk: the disk is full. It continues to monitor, but saves nothing.',
    'the disk accepts writes again',
  ]);
});

test('best-effort writes are in memory at once, and the newest of each key is on disk once there is space again', async () => {
  const { clock, dataDir, settings, fill, free } = await setUp();
  await settings.put('gone', large('old'));
  await fill();
  for (const text of ['one', 'two', 'three']) await settings.keep('a', large(text));
  await settings.keep('b', large('b'));
  expect(textOf(settings, 'a')).toBe('three');
  free();
  await settings.keep('b', large('newer'));
  await clock.advance(MINUTE_MS);
  const other = await openTestStore({ dataDir, clock, log: createLogger('silent') });
  expect([textOf(other.settings, 'a'), textOf(other.settings, 'b')]).toEqual(['three', 'newer']);
  await other.close();
  await settings.keep('a', undefined);
  expect(textOf(settings, 'a')).toBeUndefined();
});

test('a store that is closed while waiting writes are repeated writes no more of them, and that is no defect', async () => {
  const { clock, disk, settings, fill, free, close } = await setUp();
  await fill();
  disk.later('closes', async () => void close());
  await settings.keep('a', large('a'));
  free();
  await clock.advance(MINUTE_MS);
  expect(disk.problems()).toHaveProperty('disk');
});

test('the problem stays while a write still waits, also when the disk has room for smaller ones', async () => {
  const { clock, dataDir, lines, disk, settings, db, fill, free } = await setUp();
  await fill();
  const { page_count: pages } = db.prepare('PRAGMA page_count').get() as { page_count: number };
  // room for the test write, not for the one that waits
  db.exec(`PRAGMA max_page_count = ${pages + 100}`);
  await settings.keep('a', { ...large('a'), padding: 'x'.repeat(2_000_000) });
  const problems = disk.problems();
  expect(problems).toHaveProperty('disk');
  for (let n = 0; n < 5; n++) {
    await clock.advance(MINUTE_MS);
    expect(disk.problems()).toEqual(problems);
  }
  expect(lines).toHaveLength(1);
  free();
  await clock.advance(MINUTE_MS);
  expect(disk.problems()).toEqual({});
  const other = await openTestStore({ dataDir, clock, log: createLogger('silent') });
  expect(textOf(other.settings, 'a')).toBe('a');
  await other.close();
});

test('the problem stays while a repeated write has no answer, also when the next probe comes before it', async () => {
  const { clock, disk, fill, free } = await setUp();
  await fill();
  disk.note(Object.assign(new Error('full'), { code: 'ENOSPC' }));
  const { promise, resolve } = Promise.withResolvers<void>();
  disk.later('slow', () => promise);
  free();
  for (let n = 0; n < 3; n++) {
    await clock.advance(MINUTE_MS);
    expect(disk.problems()).toHaveProperty('disk');
  }
  resolve();
  await clock.advance(MINUTE_MS);
  expect(disk.problems()).toEqual({});
});

test('a disk that stays full stays a problem, also when the database gives back the room of its log', async (context) => {
  if (process.getuid?.() !== 0) return context.skip('only root may mount a small disk');
  const small = mountSmallDisk(16);
  onTestFinished(small.unmount);
  const { clock, disk, settings } = await setUp(small.folder);
  // the log is now larger than the room that Belfry asks for
  for (let n = 0; n < 100; n++) await settings.put('a', large(`${n}`));
  small.fill();
  await expect(settings.put('a', large('refused'))).rejects.toThrow(/full/);
  for (let n = 0; n < 5; n++) {
    await clock.advance(MINUTE_MS);
    expect(disk.problems()).toHaveProperty('disk');
  }
  small.free();
  await clock.advance(MINUTE_MS);
  expect(disk.problems()).toEqual({});
  await settings.put('a', large('saved'));
});

test('an audit entry that the disk cannot store is in the log, and the call that caused it succeeds', async () => {
  const { audit, lines, fill } = await setUp();
  await fill();
  const entry = { event: 'login', user: 'admin', method: 'password', ip: '192.0.2.1', path: '/api/login' } as const;
  for (let n = 0; n < 50; n++)
    await audit.append({ ...entry, success: true, details: `entry ${n} ${'x'.repeat(400)}` });
  const stored = (await audit.list(100)).length;
  const logged = lines.filter((line) => line.audit);
  expect(stored + logged.length).toBe(50);
  expect(logged.at(-1)).toMatchObject({ audit: { user: 'admin', ip: '192.0.2.1', success: true } });
});

test('a write that a caller waits for, and a best-effort write within a transaction, fail and change nothing', async () => {
  const { atomically, disk, settings, fill } = await setUp();
  await fill();
  await expect(settings.put('a', large('a'))).rejects.toThrow(/full/);
  await expect(atomically((tx) => tx.settings.keep('a', large('a')))).rejects.toThrow(/full/);
  expect(textOf(settings, 'a')).toBeUndefined();
  await expect(disk.attempt(() => Promise.reject(new Error('our mistake')))).rejects.toThrow('our mistake');
  expect(disk.note(new Error('our mistake'))).toBe(false);
});

test('a database is away since its first failure, unless nothing was heard of it for longer than a probe takes: then the process was stopped', async () => {
  let time = 0;
  const clock = { ...fakeClock(START), monotonic: () => time, every: () => () => {} };
  const disk = createDisk({ dataDir: tempDir(), probeDatabase: async () => {}, clock, log: createLogger('silent') });
  const failAt = (at: number, id: 'database.full' | 'database.notHolder' = 'database.full') => {
    time = at;
    disk.note(new DatabaseTrouble('played', { id }));
    return disk.awayMs();
  };
  expect(disk.awayMs()).toBeUndefined();
  expect([failAt(0), failAt(15_000), failAt(35_000)]).toEqual([0, 15_000, 35_000]);
  time = 55_001;
  expect(disk.awayMs()).toBeUndefined();
  expect([failAt(65_000), failAt(70_000)]).toEqual([0, 5000]);
  expect([failAt(71_000, 'database.notHolder'), failAt(72_000)]).toEqual([undefined, 0]);
  await disk.attempt(async () => {});
  expect(disk.awayMs()).toBeUndefined();
  expect([disk.note(Object.assign(new Error('full'), { code: 'ENOSPC' })), disk.awayMs()]).toEqual([true, undefined]);
  disk.close();
});
