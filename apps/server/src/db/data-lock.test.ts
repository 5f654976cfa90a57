// Two processes and one data folder: real processes, as the lock is one of the kernel.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { mountSmallDisk } from '@belfry/lab/small-disk';
import { expect, onTestFinished, test } from 'vitest';
import { fakeClock } from '../lib/fake-clock.ts';
import { createLogger } from '../lib/logger.ts';
import { lockDataDir, waitForOldRelease } from './data-lock.ts';
import { openDatabase } from './open.ts';
import { rotateDataDir } from './rotate-data-dir.ts';
import { tempDir } from './testing/temp-store.ts';

const holder = path.join(import.meta.dirname, 'testing', 'lock-holder.ts');
const NOW = Date.UTC(2026, 0, 2, 3, 4, 5);

function lockHere(dataDir: string) {
  const lines: string[] = [];
  const lock = lockDataDir({ dataDir, now: () => NOW, log: createLogger('info', (line) => lines.push(line)) });
  if (lock.ok) onTestFinished(lock.value.release);
  return { lock, lines };
}

/** A process that has the folder, and what it said. */
async function held(dataDir: string) {
  const child = spawn(process.execPath, [holder, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [said] = await once(child.stdout, 'data');
  return {
    pid: child.pid,
    said: String(said),
    async kill() {
      const closed = once(child, 'close');
      child.kill('SIGKILL');
      await closed;
    },
  };
}

test('a second process does not get the folder, and is told which one has it, where and since when', async () => {
  const dataDir = tempDir();
  const first = await held(dataDir);
  expect(first.said).toBe('locked\n');
  const { lock } = lockHere(dataDir);
  expect(lock.ok || lock.error).toMatch(
    new RegExp(
      `^${dataDir} is in use: Belfry runs with it \\(process ${first.pid} on .+, since 20.+Z\\)\\. Stop that one`,
    ),
  );
  expect(existsSync(path.join(dataDir, 'belfry.db'))).toBe(false);
});

test('the lock of a process that was killed locks nobody out, also when another one has its number now', async () => {
  const dataDir = tempDir();
  const first = await held(dataDir);
  await first.kill();
  const file = path.join(dataDir, 'lock.json');
  // In each container the server has the number 1.
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), pid: process.pid }));
  const { lock } = lockHere(dataDir);
  expect(lock.ok).toBe(true);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ pid: process.pid, since: '2026-01-02T03:04:05.000Z' });
  expect((await held(dataDir)).said).toContain(`process ${process.pid} on`);
});

test('a folder that was released is free, and no file says that somebody has it', async () => {
  const dataDir = tempDir();
  const { lock } = lockHere(dataDir);
  if (lock.ok) lock.value.release();
  expect(readdirSync(dataDir)).toEqual(['lock.db']);
  expect((await held(dataDir)).said).toBe('locked\n');
});

test('where the folder cannot be locked, Belfry starts with a warning', () => {
  const dataDir = tempDir();
  mkdirSync(path.join(dataDir, 'lock.db'));
  const { lock, lines } = lockHere(dataDir);
  expect(lock.ok).toBe(true);
  expect(lines.join()).toContain('cannot be locked');
});

test.runIf(process.getuid?.() === 0)(
  'on a full disk the folder is locked all the same, and the log says what is missing',
  async () => {
    const disk = mountSmallDisk(1);
    onTestFinished(disk.unmount);
    disk.fill();
    const { lock, lines } = lockHere(disk.folder);
    expect(lock.ok).toBe(true);
    expect(lines.join()).toContain('It is locked, and does not say by which process.');
    expect(lines.join()).not.toContain('cannot be locked');
    expect((await held(disk.folder)).said).toContain('is in use: Belfry runs with it (another process)');
  },
);

test('a command that needs the folder for itself is refused while a server has it', async () => {
  const dataDir = tempDir();
  await held(dataDir);
  const options = { dataDir, clock: fakeClock(NOW), log: createLogger('silent') };
  expect(await rotateDataDir(options)).toMatchObject({ ok: false, error: expect.stringContaining('is in use') });
});

/** A database that a process of the first release has open: it holds no lock, but has read from it. */
function openAsBefore(dataDir: string) {
  const db = openDatabase(path.join(dataDir, 'belfry.db'));
  db.exec('CREATE TABLE IF NOT EXISTS kept (id TEXT)');
  db.prepare('SELECT id FROM kept').all();
  return db;
}

test('a server of the first release, which knows no lock, keeps a new one from starting on its data', async () => {
  const dataDir = tempDir();
  const db = openAsBefore(dataDir);
  onTestFinished(() => db.close());
  const clock = fakeClock(NOW);
  const waited = waitForOldRelease(dataDir, clock);
  await clock.advance(10_000);
  expect(await waited).toMatchObject({ ok: false, error: expect.stringContaining('in use by a Belfry of an older') });
  db.prepare('SELECT id FROM kept').all();
});

test('a command that reads the database for a moment delays the start and does not prevent it', async () => {
  const dataDir = tempDir();
  const db = openAsBefore(dataDir);
  const clock = fakeClock(NOW);
  const waited = waitForOldRelease(dataDir, clock);
  await clock.advance(1000);
  db.close();
  await clock.advance(1000);
  expect(await waited).toEqual({ ok: true, value: undefined });
});

test('a folder without a database, and a file that is no database, are used by nobody', async () => {
  const dataDir = tempDir();
  expect(await waitForOldRelease(dataDir, fakeClock(NOW))).toMatchObject({ ok: true });
  expect(readdirSync(dataDir)).toEqual([]);
  writeFileSync(path.join(dataDir, 'belfry.db'), 'no database at all, but a text of some length'.repeat(100));
  expect(await waitForOldRelease(dataDir, fakeClock(NOW))).toMatchObject({ ok: true });
});
