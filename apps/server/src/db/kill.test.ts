// kill -9 at any moment: the database stays whole and every write that was acknowledged is in it.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { tempDir, tempStore } from './testing/temp-store.ts';

const KILLS = Number(process.env.BELFRY_KILLS ?? 200);
const writer = path.join(import.meta.dirname, 'testing', 'writer.ts');

/** Starts the writer, kills it at some moment, returns the last number it acknowledged. */
async function killedAt(dataDir: string, first: number, cache: string, whileStarting: boolean): Promise<number> {
  const child = spawn(process.execPath, [writer, dataDir, String(first)], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { NODE_COMPILE_CACHE: cache },
  });
  let said = '';
  let complaint = '';
  child.stderr.on('data', (chunk) => {
    complaint += chunk;
  });
  const closed = new Promise<void>((done) => child.on('close', () => done()));
  // One in four is killed while it starts, so that creating and migrating is interrupted too; the others while they
  // continue to write, after this many lines.
  const lines = 2 + Math.random() * 30;
  if (whileStarting) void pause(Math.random() * 300).then(() => child.kill('SIGKILL'));
  child.stdout.on('data', (chunk) => {
    said += chunk;
    if (said.split('\n').length > lines) child.kill('SIGKILL');
  });
  await closed;
  expect(complaint).toBe('');
  // A last line without its newline was still being written.
  const numbers = said.split('\n').slice(0, -1).map(Number).filter(Number.isInteger);
  return numbers.at(-1) ?? first - 1;
}

test(`no acknowledged write is lost when the process is killed ${KILLS} times at random moments`, async () => {
  const cache = tempDir();
  const dirs = Array.from({ length: 4 }, tempDir);
  await Promise.all(
    dirs.map(async (dir, place) => {
      let next = 0;
      for (let kill = 0; kill < KILLS / dirs.length; kill++)
        next = (await killedAt(dir, next, cache, (kill + place) % 4 === 0)) + 1;
      const store = await tempStore({ dataDir: dir });
      expect(store.db.prepare('PRAGMA integrity_check').all()).toEqual([{ integrity_check: 'ok' }]);
      const { values, lost } = store.secrets.read('writer');
      expect(lost).toEqual([]);
      expect(next).toBeGreaterThan(KILLS / dirs.length / 2);
      for (let n = 0; n < next; n++) {
        expect(store.settings.get(`n${n}`, z.object({ n: z.number() }))?.n).toBe(n);
        expect(values.get(`n${n}`)).toBe(String(n));
      }
    }),
  );
});
