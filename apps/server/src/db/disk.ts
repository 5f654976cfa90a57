// Whether the disk accepts writes. While it does not, Belfry goes on watching, and writes later what can wait.
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { State } from '@belfry/schema/state';
import { type Clock, iso } from '../lib/clock.ts';
import type { Logger } from '../lib/logger.ts';
import type { Database } from './open.ts';

export interface Disk {
  /**
   * For a write that no caller waits for: false when the disk did not take it, and any other error is thrown. What has
   * a `key` is then done as soon as the disk takes writes again, only the newest of each key. Within a transaction it
   * is a part of that, and throws.
   */
  attempt(write: () => void, key?: string): boolean;
  /** To be told of any error: true when it says that the disk takes no writes. */
  note(error: unknown): boolean;
  /** Empty while the disk takes writes. */
  problems(): State['serverProblems'];
  close(): void;
}

const PROBE_MS = 5000;
/** With less room than this the next write would fail again. */
const PROBE_BYTES = 256 * 1024;

const reasons: Record<string, string> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EROFS: 'the file system is read-only',
  EIO: 'the disk reports an error',
};
/** Primary result codes of SQLite. */
const sqliteReasons: Record<number, string | undefined> = {
  8: reasons.EROFS,
  10: reasons.EIO,
  13: reasons.ENOSPC,
};

/** Why the disk did not take a write, undefined for an error of another kind. */
export function whyUnwritable(error: unknown): string | undefined {
  if (!(error instanceof Error && 'code' in error)) return undefined;
  if (error.code !== 'ERR_SQLITE_ERROR') return reasons[String(error.code)];
  return 'errcode' in error && typeof error.errcode === 'number' ? sqliteReasons[error.errcode & 0xff] : undefined;
}

export interface DiskOptions {
  dataDir: string;
  db: Database;
  clock: Clock;
  log: Pick<Logger, 'info' | 'error'>;
}

export function createDisk({ dataDir, db, clock, log }: DiskOptions): Disk {
  const file = path.join(dataDir, 'disk-probe');
  const later = new Map<string, () => void>();
  let problems: State['serverProblems'] = {};
  let since = 0;
  let stopProbing = () => {};

  function note(error: unknown): boolean {
    const reason = whyUnwritable(error);
    if (reason === undefined) return false;
    if (problems.disk) return true;
    log.error(
      { dataDir, err: error },
      `Belfry cannot write to its disk: ${reason}. It goes on watching and saves nothing.`,
    );
    problems = { disk: { message: `Belfry cannot write to its disk: ${reason}.`, since: iso(clock.now()) } };
    since = clock.monotonic();
    stopProbing = clock.every(PROBE_MS, probe);
    return true;
  }

  /** A file, for the disk; and a row that is taken back, for the database. */
  function probe(): void {
    try {
      // what waits in the log of the database goes where it belongs, which may be all the room that is needed
      db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
      writeFileSync(file, Buffer.alloc(PROBE_BYTES), { mode: 0o600, flush: true });
      db.exec('BEGIN IMMEDIATE');
      db.exec(
        `INSERT INTO settings (key, value, changed_at) VALUES ('disk-probe', hex(zeroblob(${PROBE_BYTES / 2})), 0)`,
      );
    } catch (error) {
      if (note(error)) return;
      throw error;
    } finally {
      if (db.isTransaction) db.exec('ROLLBACK');
      rmSync(file, { force: true });
    }
    recover();
  }

  function recover(): void {
    stopProbing();
    problems = {};
    log.info({ dataDir, forMs: Math.round(clock.monotonic() - since) }, 'the disk takes writes again');
    const waiting = [...later];
    later.clear();
    for (const [key, write] of waiting) attempt(write, key);
  }

  function attempt(write: () => void, key?: string): boolean {
    const inTransaction = db.isTransaction;
    try {
      write();
      if (key !== undefined) later.delete(key);
      return true;
    } catch (error) {
      if (inTransaction || !note(error)) throw error;
      if (key !== undefined) later.set(key, write);
      return false;
    }
  }

  return { attempt, note, problems: () => problems, close: () => stopProbing() };
}
