// Moves the data of Belfry between the files of its data directory and PostgreSQL. What was there before is left as it is.
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { fail, ok, type Result } from '@belfry/domain/result';
import { otherWords } from '@belfry/domain/sentences/english';
import type { Sentence } from '@belfry/schema/sentences/sentence';
import type { Config } from '../config/env.ts';
import { openAlertsFile } from '../db/alerts-file.ts';
import type { Backend } from '../db/backend.ts';
import { lockDataDir } from '../db/data-lock.ts';
import { DatabaseTrouble } from '../db/database-trouble.ts';
import { openExportQueue } from '../db/export-queue-file.ts';
import { openJournalFile } from '../db/journal-file.ts';
import { migrate } from '../db/migrate.ts';
import { openDatabase } from '../db/open.ts';
import { openDataDir } from '../db/open-store.ts';
import { type Copied, continueNumbers, copyAll, differences, firstFilled } from '../db/postgres/copy.ts';
import { nameOf, openPostgres } from '../db/postgres/open-postgres.ts';
import { parts } from '../db/postgres/parts.ts';
import { usedBy } from '../db/postgres/used-by.ts';
import { createSqliteBackend } from '../db/sqlite.ts';
import type { StoreError } from '../db/store-error.ts';
import { systemClock as clock, iso } from '../lib/clock.ts';
import { createLogger } from '../lib/logger.ts';

const log = createLogger('silent');
const FILES = 'files';
type Done = Promise<Result<Sentence, Sentence>>;

/** `to`: the address of a database of PostgreSQL, or `files`. No Belfry may run with the data. */
export async function migrateData(to: string, config: Config): Done {
  const { dataDir, databaseUrl } = config;
  const lock = lockDataDir({ dataDir, now: clock.now, log });
  if (!lock.ok) return fail(otherWords(lock.error));
  try {
    if (to !== FILES) return await toServer(to, { dataDir, encryptionKey: config.access.encryptionKey });
    if (databaseUrl === undefined) return fail({ id: 'migrate.noSource' });
    return await toFiles({ ...config, databaseUrl });
  } catch (error) {
    if (!(error instanceof DatabaseTrouble)) throw error;
    return fail({ id: 'migrate.failed', values: { reason: otherWords(error.message) } });
  } finally {
    lock.value.release();
  }
}

/** By this fact of the database a second server finds out that it lacks the key. */
const KEY_FACT = "UPDATE belfry_facts SET value = ? WHERE name = 'key'";
const said = ({ message, sentence = otherWords(message) }: StoreError): Sentence => sentence;
const fileOf = (folder: string, name: string) => path.join(folder, `${name}.db`);
const openFiles = (folder: string) => new Map(parts.map(({ name }) => [name, openDatabase(fileOf(folder, name))]));
const closeAll = (files: ReturnType<typeof openFiles>) => {
  for (const file of files.values()) file.close();
};
function sidesOf(files: ReturnType<typeof openFiles>) {
  const backends = new Map([...files].map(([name, db]) => [name, createSqliteBackend(db)]));
  return (part: (typeof parts)[number]['name']): Backend => {
    const found = backends.get(part);
    if (!found) throw new Error(`there is no part ${part}`);
    return found;
  };
}

/** The parts are in one database, so one of them may write all in one transaction. */
async function toServer(url: string, given: DataDir): Done {
  const { dataDir } = given;
  const copied = await copyToServer(url, given);
  if (!copied.ok) return copied;
  const values = { database: nameOf(url), folder: dataDir, ...countsOf(copied.value) };
  return ok({ id: 'migrate.toServer', values });
}

/** `keyFile`: where its key will be, if that is another place. */
interface DataDir {
  dataDir: string;
  encryptionKey: string | undefined;
  keyFile?: string;
}

/** Into an empty database that no Belfry uses. The files stay as they are. */
export async function copyToServer(url: string, given: DataDir): Promise<Result<Copied[], Sentence>> {
  const { dataDir, encryptionKey, keyFile } = given;
  if (!existsSync(fileOf(dataDir, 'belfry'))) return fail({ id: 'migrate.noFiles', values: { folder: dataDir } });
  const options = { dataDir, encryptionKey, clock, log };
  const current = openDataDir(options);
  if (!current.ok) return fail(said(current.error));
  current.value.db.close();
  // Opened once as the server does, they have the tables of this version.
  await openAlertsFile(options).close();
  await openExportQueue(options).close();
  const journal = openJournalFile({ ...options, setAside: { leaveOut: () => {} } });
  await journal.close();
  // A newer Belfry has written it, for example.
  const [unusable] = Object.values(journal.problems());
  if (unusable) return fail(otherWords(unusable.message));
  const opened = await openPostgres({ ...options, databaseUrl: url });
  if (!opened.ok) return fail(said(opened.error));
  const { backend } = opened.value;
  const files = openFiles(dataDir);
  const [from, to] = [sidesOf(files), () => backend];
  try {
    const database = nameOf(url);
    const used = await usedBy(backend, database);
    if (used) return fail(used);
    const table = await firstFilled(to);
    if (table !== undefined) return fail({ id: 'migrate.notEmpty', values: { database, table } });
    return await within(backend, async () => {
      const copied = await copyAll(from, to);
      await continueNumbers(backend);
      if (keyFile !== undefined) await backend.run(KEY_FACT, `${hostname()} ${path.resolve(keyFile)}`);
      return { copied, wrong: await differences(from, to) };
    });
  } finally {
    closeAll(files);
    await backend.close();
  }
}

async function toFiles(config: Config & { databaseUrl: string }): Done {
  const { dataDir, databaseUrl, access } = config;
  const opened = await openPostgres({ dataDir, databaseUrl, encryptionKey: access.encryptionKey, clock, log });
  if (!opened.ok) return fail(said(opened.error));
  const { backend } = opened.value;
  const work = mkdtempSync(path.join(dataDir, 'migrate-'));
  try {
    const database = nameOf(databaseUrl);
    const used = await usedBy(backend, database);
    if (used) return fail(used);
    const files = openFiles(work);
    let copied: Result<Copied[], Sentence>;
    try {
      for (const { name, migrations } of parts)
        migrate(files.get(name) ?? openDatabase(fileOf(work, name)), { name, migrations, backups: undefined, at: 0 });
      for (const file of files.values()) file.exec('BEGIN');
      const [from, to] = [() => backend, sidesOf(files)];
      copied = await within(backend, async () => ({
        copied: await copyAll(from, to),
        wrong: await differences(from, to),
      }));
      for (const file of files.values()) file.exec('COMMIT; PRAGMA wal_checkpoint(TRUNCATE)');
    } finally {
      closeAll(files);
    }
    if (!copied.ok) return copied;
    const kept = putInPlace(work, dataDir);
    const before: Sentence[] = kept === undefined ? [] : [{ id: 'migrate.kept', values: { folder: kept } }];
    return ok({ id: 'migrate.toFiles', values: { database, folder: dataDir, before, ...countsOf(copied.value) } });
  } finally {
    rmSync(work, { recursive: true, force: true });
    await backend.close();
  }
}

/** All of it, if both sides are the same afterwards. */
async function within(
  backend: Backend,
  work: () => Promise<{ copied: Copied[]; wrong: string[] }>,
): Promise<Result<Copied[], Sentence>> {
  try {
    await backend.begin();
    const { copied, wrong } = await work();
    if (wrong.length > 0) {
      await backend.rollback();
      return fail({ id: 'migrate.differs', values: { tables: wrong } });
    }
    await backend.commit();
    return ok(copied);
  } catch (error) {
    await backend.rollback();
    throw error;
  }
}

function countsOf(copied: readonly Copied[]): { rows: number; tables: Sentence[] } {
  return {
    rows: copied.reduce((sum, { rows }) => sum + rows, 0),
    tables: copied
      .filter(({ rows }) => rows > 0)
      .map(({ table, rows }) => ({ id: 'migrate.table', values: { table, rows: String(rows) } })),
  };
}

/** The files that were there before are kept in a folder, which is returned. */
function putInPlace(work: string, dataDir: string): string | undefined {
  const names = parts.flatMap(({ name }) => ['', '-wal', '-shm'].map((ending) => `${name}.db${ending}`));
  const old = names.filter((name) => existsSync(path.join(dataDir, name)));
  const kept = path.join(dataDir, `before-${iso(clock.now()).replaceAll(/[-:]|\.\d+/g, '')}`);
  if (old.length > 0) mkdirSync(kept, { mode: 0o700 });
  for (const name of old) renameSync(path.join(dataDir, name), path.join(kept, name));
  for (const { name } of parts) renameSync(fileOf(work, name), fileOf(dataDir, name));
  return old.length > 0 ? kept : undefined;
}
