import { hash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { fakeClock } from '../lib/fake-clock.ts';
import { createLogger } from '../lib/logger.ts';
import { openStore } from './open-store.ts';
import { START, tempDir, tempStore } from './testing/temp-store.ts';

const open = (dataDir: string, encryptionKey?: string) =>
  openStore({ dataDir, encryptionKey, clock: fakeClock(START), log: createLogger('silent') });
const filesOf = (dir: string) =>
  readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
const contents = (dir: string) => filesOf(dir).map((file) => `${hash('sha256', readFileSync(file))} ${file}`);

test('every file is readable by its owner only, with any umask', async () => {
  const dir = tempDir();
  const before = process.umask(0);
  try {
    const store = await tempStore({ dataDir: dir });
    await store.users.put({ name: 'admin', passwordHash: 'x', role: 'admin' });
    expect(filesOf(dir)).toContain(path.join(dir, 'belfry.db-wal'));
    for (const file of filesOf(dir)) expect([file, statSync(file).mode & 0o777]).toEqual([file, 0o600]);
    expect(statSync(path.join(dir, 'keys')).mode & 0o777).toBe(0o700);
  } finally {
    process.umask(before);
  }
});

test('a missing key is an error with instructions; no file changes, and nothing is saved in plain text', async () => {
  const dir = tempDir();
  const store = await tempStore({ dataDir: dir });
  await store.secrets.put('oidc', 'clientSecret', 'hunter2');
  await store.close();
  rmSync(path.join(dir, 'keys'), { recursive: true });
  const before = contents(dir);

  const refused = await open(dir);
  expect(refused).toMatchObject({ ok: false, error: { code: 'key_missing' } });
  expect(refused.ok || refused.error.message).toMatch(/Put that file back .* or set BELFRY_ENCRYPTION_KEY/);
  expect(contents(dir)).toEqual(before);
});

test('a wrong key is an error, and the right one opens the store again', async () => {
  const dir = tempDir();
  const store = await tempStore({ dataDir: dir });
  await store.secrets.put('oidc', 'clientSecret', 'hunter2');
  await store.close();
  const file = path.join(dir, 'keys', 'belfry.key');
  const right = readFileSync(file, 'utf8');
  writeFileSync(file, Buffer.alloc(32, 7).toString('base64'));
  const before = contents(dir);
  expect(await open(dir)).toMatchObject({ ok: false, error: { code: 'key_wrong' } });
  expect(contents(dir)).toEqual(before);

  const again = await open(dir, right);
  expect(again.ok && again.value.secrets.read('oidc').values.get('clientSecret')).toBe('hunter2');
  if (again.ok) await again.value.close();
});

test('a key from the environment leaves no key on disk, and a weak one is refused by name without repeating it', async () => {
  const dir = tempDir();
  const store = await open(dir, 'ab'.repeat(32));
  expect(store.ok).toBe(true);
  if (store.ok) await store.value.close();
  expect(existsSync(path.join(dir, 'keys'))).toBe(false);

  const weak = await open(tempDir(), 'correct horse');
  expect(weak).toMatchObject({ ok: false, error: { code: 'key_invalid' } });
  expect(weak.ok || weak.error.message).toContain('BELFRY_ENCRYPTION_KEY');
  expect(weak.ok || weak.error.message).not.toContain('correct horse');
});

test('no secret can be read in the files', async () => {
  const dir = tempDir();
  const store = await tempStore({ dataDir: dir });
  await store.secrets.put('instances/1', 'password', 'hunter2-in-the-clear');
  await store.close();
  for (const file of filesOf(dir)) expect(readFileSync(file, 'latin1')).not.toContain('hunter2-in-the-clear');
});

test('a database of a newer Belfry is refused and not changed', async () => {
  const dir = tempDir();
  const store = await tempStore({ dataDir: dir });
  store.db.exec('PRAGMA user_version = 99');
  await store.close();
  const before = contents(dir);
  const refused = await open(dir);
  expect(refused).toMatchObject({ ok: false, error: { code: 'schema_newer' } });
  expect(refused.ok || refused.error.message).toContain(path.join(dir, 'backups'));
  expect(contents(dir)).toEqual(before);
});

test('a file that is not a database is refused and not changed', async () => {
  const dir = tempDir();
  writeFileSync(path.join(dir, 'belfry.db'), 'something else entirely, longer than a header'.repeat(100));
  const before = contents(dir);
  expect(await open(dir)).toMatchObject({ ok: false, error: { code: 'database_damaged' } });
  expect(contents(dir)).toEqual(before);
});

test('a key file that other users could read is made private', async () => {
  const dir = tempDir();
  mkdirSync(path.join(dir, 'keys'));
  const file = path.join(dir, 'keys', 'belfry.key');
  writeFileSync(file, Buffer.alloc(32, 1).toString('base64'));
  chmodSync(file, 0o644);
  await tempStore({ dataDir: dir });
  expect(statSync(file).mode & 0o777).toBe(0o600);
});
