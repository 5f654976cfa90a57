// A backup of data that is in PostgreSQL, its restore on either side, and a new key for its secrets.
import { copyFileSync, existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { writerOf } from '../admin/backup/writer.ts';
import { noPostgres } from '../db/testing/postgres-cluster.ts';
import { openedPostgres, postgresDatabases } from '../db/testing/postgres-databases.ts';
import { tempDir } from '../db/testing/temp-store.ts';
import { systemClock as clock } from '../lib/clock.ts';
import { contents, filled, opened, run } from './testing/filled-data.ts';

const cluster = postgresDatabases();
const PASSPHRASE = 'correct horse battery';
const newDatabase = async () => (await cluster()).database();

beforeEach((context) => {
  if (noPostgres !== undefined) context.skip(noPostgres);
});

/** A server with its data in PostgreSQL, while it runs. */
async function server() {
  const dataDir = await filled();
  const url = await newDatabase();
  const ofFiles = await backupOf(dataDir);
  await run(dataDir, ['migrate', '--to', url]);
  for (const name of ['belfry', 'alerts', 'export-queue']) rmSync(path.join(dataDir, `${name}.db`));
  return { dataDir, url, ofFiles, keyFile: path.join(dataDir, 'keys/belfry.key') };
}

/** The file of a backup. */
async function backupOf(dataDir: string, databaseUrl?: string): Promise<string> {
  const file = path.join(tempDir(), 'backup');
  const make = writerOf({
    ...{ config: { passphrase: PASSPHRASE }, dataDir, databaseUrl },
    ...{ encryptionKey: undefined, version: '1', clock },
  });
  await using made = await make();
  copyFileSync(made.file, file);
  return file;
}

test('a backup of a server that runs is the same as one of its files, and a restore puts it into files or into an empty database', async () => {
  const env = { BELFRY_BACKUP_PASSPHRASE: PASSPHRASE };
  const { dataDir, url, ofFiles } = await server();
  const before = tempDir();
  await run(before, ['backup', 'restore', ofFiles], env);
  const expected = await contents(before);
  expect([expected.sessions.length, expected.drills.length, expected.sites.length]).toEqual([0, 1, 1]);
  const running = await opened(dataDir, url);
  onTestFinished(running.close);
  const file = await backupOf(dataDir, url);

  const files = tempDir();
  expect(await run(files, ['backup', 'restore', file], env)).toMatch(
    /^Restored: the backup of 20\S+ by Belfry 1 is in/,
  );
  expect(await contents(files)).toEqual(expected);

  const [there, empty] = [tempDir(), await newDatabase()];
  const said = await run(there, ['backup', 'restore', file], { ...env, BELFRY_DATABASE_URL: empty });
  expect(said).toMatch(/^Restored: .* is in the database 127\.0\.0\.1:\d+\/\w+ \(1.\d+ rows\)/);
  expect(await contents(there, empty)).toEqual(expected);
  expect(existsSync(path.join(there, 'belfry.db'))).toBe(false);

  const again = await run(tempDir(), ['backup', 'restore', file], { ...env, BELFRY_DATABASE_URL: empty });
  expect(again).toMatch(/^error: .*was not restored: .*is not empty/s);
  expect(await contents(there, empty)).toEqual(expected);
});

test('rotate-key seals what is in PostgreSQL with a new key, which a second server needs; a crash before the files change places costs nothing', async () => {
  const { dataDir, url, keyFile } = await server();
  const before = await contents(dataDir, url);
  const old = readFileSync(keyFile, 'utf8');
  const env = { BELFRY_DATABASE_URL: url };
  const said = await run(dataDir, ['rotate-key'], env);
  expect(said).toMatch(/^4 secrets are sealed with a new key.*A second server needs the new key too/s);
  expect(readFileSync(keyFile, 'utf8')).not.toBe(old);
  expect(await contents(dataDir, url)).toEqual(before);
  const second = { dataDir: tempDir(), encryptionKey: old.trim() };
  await expect(openedPostgres(url, second)).rejects.toThrow(/BELFRY_ENCRYPTION_KEY is not the one/);
  // As it was between the commit and the new name of the file.
  renameSync(keyFile, `${keyFile}.next`);
  renameSync(`${keyFile}.old`, keyFile);
  expect(await contents(dataDir, url)).toEqual(before);
  expect(existsSync(`${keyFile}.next`)).toBe(false);
});

test('rotate-key changes nothing while a Belfry is connected', async () => {
  const { dataDir, url, keyFile } = await server();
  const key = readFileSync(keyFile, 'utf8');
  const running = await opened(dataDir, url);
  onTestFinished(running.close);
  await running.store.users.put({ name: 'x', passwordHash: 'h', role: 'admin' });
  expect(await run(dataDir, ['rotate-key'], { BELFRY_DATABASE_URL: url })).toMatch(/^error: A Belfry is connected/);
  expect([readFileSync(keyFile, 'utf8'), existsSync(`${keyFile}.next`)]).toEqual([key, false]);
});
