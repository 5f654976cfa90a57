// The real engine with a bound on its size: SQLite answers as it does on a full disk.
import { expect, onTestFinished, test } from 'vitest';
import * as z from 'zod';
import { fakeClock } from '../lib/fake-clock.ts';
import { createLogger } from '../lib/logger.ts';
import { openStore } from './store.ts';
import { START, tempDir } from './testing/temp-store.ts';

const MINUTE_MS = 60_000;

function setUp() {
  const clock = fakeClock(START);
  const lines: { msg: string; audit?: object }[] = [];
  const opened = openStore({
    dataDir: tempDir(),
    clock,
    log: createLogger('info', (line) => lines.push(JSON.parse(line))),
  });
  if (!opened.ok) throw new Error(opened.error.message);
  const store = opened.value;
  onTestFinished(store.close);
  lines.length = 0;
  let fillers = 0;
  return {
    clock,
    lines,
    ...store,
    /** Not one page more. */
    fill() {
      const { page_count: pages } = store.db.prepare('PRAGMA page_count').get() as { page_count: number };
      store.db.exec(`PRAGMA max_page_count = ${pages}`);
      const write = () => store.settings.put(`filler ${fillers++}`, 'x'.repeat(500));
      expect(() => {
        for (;;) write();
      }).toThrow(/full/);
    },
    free: () => store.db.exec('PRAGMA max_page_count = 1000000'),
  };
}
const large = (text: string) => ({ text, padding: 'x'.repeat(10_000) });
const textOf = (settings: ReturnType<typeof setUp>['settings'], key: string) =>
  settings.get(key, z.object({ text: z.string() }))?.text;

test('a full disk is one problem and one log line, and the problem ends soon after there is room again', async () => {
  const { clock, lines, disk, settings, fill, free } = setUp();
  expect(disk.problems()).toEqual({});
  fill();
  for (let n = 0; n < 3; n++) settings.keep('a', large('a'));
  expect(disk.problems()).toEqual({
    disk: { message: 'Belfry cannot write to its disk: the disk is full.', since: '2026-01-02T03:04:05.000Z' },
  });
  await clock.advance(MINUTE_MS);
  expect(disk.problems()).toHaveProperty('disk');
  free();
  await clock.advance(MINUTE_MS);
  expect(disk.problems()).toEqual({});
  expect(lines.map(({ msg }) => msg)).toEqual([
    'Belfry cannot write to its disk: the disk is full. It goes on watching and saves nothing.',
    'the disk takes writes again',
  ]);
});

test('what is kept without being asked is written when there is room again, the newest of each key', async () => {
  const { clock, settings, fill, free } = setUp();
  settings.put('gone', large('old'));
  fill();
  for (const text of ['one', 'two', 'three']) settings.keep('a', large(text));
  settings.keep('b', large('b'));
  expect(textOf(settings, 'a')).toBeUndefined();
  free();
  settings.keep('b', large('newer'));
  await clock.advance(MINUTE_MS);
  expect([textOf(settings, 'a'), textOf(settings, 'b')]).toEqual(['three', 'newer']);
  settings.keep('a', undefined);
  expect(textOf(settings, 'a')).toBeUndefined();
});

test('an audit entry the disk does not take is in the log, and whoever caused it is not refused', () => {
  const { audit, lines, fill } = setUp();
  fill();
  const entry = { event: 'login', user: 'admin', method: 'password', ip: '192.0.2.1', path: '/api/login' } as const;
  for (let n = 0; n < 50; n++) audit.append({ ...entry, success: true, details: `entry ${n} ${'x'.repeat(400)}` });
  const stored = audit.list(100).length;
  const logged = lines.filter((line) => line.audit);
  expect(stored + logged.length).toBe(50);
  expect(logged.at(-1)).toMatchObject({ audit: { user: 'admin', ip: '192.0.2.1', success: true } });
});

test('a write that a caller waits for, and one within a transaction, fail as before', () => {
  const { db, disk, settings, fill } = setUp();
  fill();
  expect(() => settings.put('a', large('a'))).toThrow(/full/);
  db.exec('BEGIN');
  expect(() => disk.attempt(() => settings.put('a', large('a')))).toThrow(/full/);
  if (db.isTransaction) db.exec('ROLLBACK');
  expect(() =>
    disk.attempt(() => {
      throw new Error('our mistake');
    }),
  ).toThrow('our mistake');
  expect(disk.note(new Error('our mistake'))).toBe(false);
});
