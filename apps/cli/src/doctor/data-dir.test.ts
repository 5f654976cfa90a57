import { chmodSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { checkDataDir } from './data-dir.ts';

function dataDir(...files: string[]): string {
  const dir = mkdtempSync(path.join(tmpdir(), 'belfry-doctor-'));
  for (const file of files) {
    mkdirSync(path.dirname(path.join(dir, file)), { recursive: true });
    writeFileSync(path.join(dir, file), '');
  }
  return dir;
}
const texts = (dir: string, keyInEnv = false) => checkDataDir(dir, keyInEnv).map(({ text }) => text);

test('a folder as Belfry makes it has no findings', () => {
  expect(texts(dataDir('belfry.db', 'keys/belfry.key'))).toEqual([]);
});

test('a folder that does not exist is a problem, and no other check is made', () => {
  expect(texts('/does/not/exist')).toEqual(['The data directory /does/not/exist does not exist.']);
});

test('a folder that everybody may open is a problem, with the command that closes it', () => {
  const dir = dataDir('belfry.db', 'keys/belfry.key');
  chmodSync(dir, 0o755);
  expect(checkDataDir(dir, false)).toEqual([
    { level: 'problem', text: expect.stringContaining('Every user of this machine'), cure: `chmod 700 ${dir}` },
  ]);
});

test('a database without its key is a problem, unless the key comes from the environment', () => {
  const dir = dataDir('belfry.db');
  expect(texts(dir)).toEqual([expect.stringContaining('keys/belfry.key')]);
  expect(texts(dir, true)).toEqual([]);
});

test('a folder without a database is a note: it may be another one than Belfry uses', () => {
  expect(checkDataDir(dataDir(), false)).toMatchObject([{ level: 'note' }]);
});
