// One Belfry to a data folder. A lock on an open file says so: the kernel releases it when the process ends, in whatever way, and it holds
// between containers. Beside it is a file that says who has it, which is only for the message.
import { chownSync, existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fail, ok, type Result } from '@belfry/domain/result';
import * as z from 'zod';
import { type Clock, iso } from '../lib/clock.ts';
import type { Logger } from '../lib/logger.ts';
import { openDatabase } from './open.ts';
import { writePrivateFile } from './private-file.ts';

/** `host` is the name of the container where Belfry runs in one. `since` ISO. */
const Holder = z.object({ pid: z.number(), host: z.string(), since: z.string() });
const Text = z
  .string()
  .transform((text): unknown => JSON.parse(text))
  .pipe(Holder);

export interface DataLock {
  release(): void;
}

export interface DataLockOptions {
  dataDir: string;
  /** How the user gives a folder: the name of a variable or an option. */
  givenBy?: string;
  /** Epoch ms. */
  now(): number;
  log: Pick<Logger, 'warn'>;
}

/** What nothing refers to is closed by the garbage collector, and its lock with it. */
const held = new Set<DatabaseSync>();

const BUSY = 5;
/** A command that reads the database, such as a backup, does not take longer. */
const READ_MS = 5000;
const AGAIN_MS = 250;
/** What the server reads its folder from. */
const SERVER = 'BELFRY_DATA_DIR';
const fileOf = (dataDir: string) => path.join(dataDir, 'lock.db');
const holderOf = (dataDir: string) => path.join(dataDir, 'lock.json');

/**
 * The error is a sentence that names the process that has the folder. A file system that cannot lock keeps no Belfry from starting: then
 * there is only a warning.
 */
export function lockDataDir({ dataDir, givenBy = SERVER, now, log }: DataLockOptions): Result<DataLock, string> {
  const own = { pid: process.pid, host: hostname(), since: iso(now()) };
  let db: DatabaseSync | undefined;
  try {
    db = openLock(dataDir);
  } catch (error) {
    if (isBusy(error)) return fail(takenBy(dataDir, givenBy));
    log.warn({ err: error, dataDir }, 'The data folder cannot be locked: no other Belfry may use it.');
  }
  try {
    if (db) sayHolder(dataDir, own);
  } catch (error) {
    log.warn(
      { err: error, dataDir },
      'The data folder cannot be written. It is locked, and does not say by which process.',
    );
  }
  return ok({
    release() {
      if (!db) return;
      rmSync(holderOf(dataDir), { force: true });
      held.delete(db);
      db.close();
      db = undefined;
    },
  });
}

/** The lock lasts as long as its transaction, in which nothing is written. */
function openLock(dataDir: string): DatabaseSync {
  const db = new DatabaseSync(fileOf(dataDir), { timeout: 0 });
  try {
    // Without a file beside it that a killed process would leave.
    db.exec('PRAGMA journal_mode = MEMORY');
    db.exec('BEGIN IMMEDIATE');
    held.add(db);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

function sayHolder(dataDir: string, own: z.infer<typeof Holder>): void {
  writePrivateFile(holderOf(dataDir), `${JSON.stringify(own)}\n`);
  giveToOwner(dataDir);
}

/** A command that root runs leaves files that the service can open. */
function giveToOwner(dataDir: string): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(dataDir);
  for (const file of [fileOf(dataDir), holderOf(dataDir)]) chownSync(file, uid, gid);
}

const isBusy = (error: unknown): boolean =>
  error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === BUSY;

function takenBy(dataDir: string, givenBy: string): string {
  const holder = readHolder(dataDir);
  const who = holder ? `process ${holder.pid} on ${holder.host}, since ${holder.since}` : 'another process';
  return `${dataDir} is in use: Belfry runs with it (${who}). Stop that one first, or give this one a folder of its own with ${givenBy}. Nothing was changed.`;
}

function readHolder(dataDir: string): z.infer<typeof Holder> | undefined {
  try {
    return Text.parse(readFileSync(holderOf(dataDir), 'utf8'));
  } catch {
    return undefined;
  }
}

/**
 * The first release knows no lock, and may still run while an update starts the new one. Waits for a command that only reads the database.
 * The error is a sentence. A database that cannot be asked is not in use: opening it tells what is wrong with it.
 */
export async function waitForOldRelease(
  dataDir: string,
  clock: Pick<Clock, 'after' | 'monotonic'>,
): Promise<Result<undefined, string>> {
  if (!existsSync(path.join(dataDir, 'belfry.db'))) return ok(undefined);
  const end = clock.monotonic() + READ_MS;
  while (isKnownToBeInUse(dataDir)) {
    if (clock.monotonic() >= end)
      return fail(
        `${dataDir} is in use by a Belfry of an older version. Stop that one first, or give this one a folder of its own with ${SERVER}. Nothing was changed.`,
      );
    await new Promise<void>((done) => void clock.after(AGAIN_MS, done));
  }
  return ok(undefined);
}

function isKnownToBeInUse(dataDir: string): boolean {
  try {
    return isInUse(dataDir);
  } catch {
    return false;
  }
}

/** Whether a Belfry has the database open that knows no lock: one of the first release. A file that is no database is used by nobody. */
export function isInUse(dataDir: string): boolean {
  let db: DatabaseSync | undefined;
  try {
    db = openDatabase(path.join(dataDir, 'belfry.db'));
    db.exec('PRAGMA busy_timeout = 0');
    db.exec('PRAGMA locking_mode = EXCLUSIVE');
    db.exec('BEGIN EXCLUSIVE');
    db.exec('COMMIT');
    return false;
  } catch (error) {
    if (error instanceof Error && 'errcode' in error) return isBusy(error);
    throw error;
  } finally {
    db?.close();
  }
}
