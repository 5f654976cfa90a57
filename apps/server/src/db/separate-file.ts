// A SQLite file beside the main database. If SQLite finds it damaged, it is set aside and a new one is begun: its rows are worth
// keeping, but not worth a server that does not start. A row that Belfry cannot read is no damage.
import { existsSync, renameSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { State } from '@belfry/schema/state';
import { type Clock, iso } from '../lib/clock.ts';
import { whyUnwritable } from './disk.ts';
import { migrate, schemaVersion } from './migrate.ts';
import { type Database, type Durability, openDatabase } from './open.ts';

export interface SeparateFile<Rows> {
  /** Those of the file that is open now. Throws while a new file could not be begun. */
  rows(): Rows;
  /**
   * Whether `error` says that the file is damaged. Then it was set aside as at the start, and a new one was begun. Throws where that is not
   * possible, on a full disk for example: the next call tries again.
   */
  isBegunAnew(error: unknown): boolean;
  problems(): State['serverProblems'];
  close(): void;
}

/** A part of the logger, which a worker can have too. */
export interface FileLog {
  error(details: object, message: string): void;
}

export interface SeparateFileOptions<Rows> {
  dataDir: string;
  /** The name of the file without its ending, and the key of its problem. */
  name: string;
  /** What the file contains, for messages: "The file of X was damaged". */
  content: string;
  /** In order. The version of the file is the number of steps. */
  migrations: readonly string[];
  /** Without copies every step may only add: large files are not copied. */
  copies: boolean;
  /** If the file cannot be used, because a newer Belfry has written it for example, the rows are in memory until the next start. */
  orMemory?: boolean;
  durability?: Durability;
  /** Throws if the file cannot be read. */
  rowsOf(db: Database): Rows;
  clock: Clock;
  log: FileLog;
}

/** A newer version of Belfry has written the file. */
export class NewerFile extends Error {}

/** Why this version must not use a file. Undefined: it may. */
export function newerFile(file: string, found: number, known: number, backups?: string): string | undefined {
  if (found <= known) return undefined;
  const copy = backups === undefined ? '' : `, or restore the copy taken before the upgrade from ${backups}`;
  return `${file} was written by a newer Belfry (schema ${found}, this one knows ${known}). Install that version again${copy}. Nothing was changed.`;
}

interface Opened<Rows> {
  db: Database;
  rows: Rows;
}

export function openSeparateFile<Rows>(options: SeparateFileOptions<Rows>): SeparateFile<Rows> {
  const { dataDir, name, content, migrations, copies, orMemory, durability, rowsOf, clock, log } = options;
  const file = path.join(dataDir, `${name}.db`);
  const backups = path.join(dataDir, 'backups');
  let problems: State['serverProblems'] = {};
  const isDamaged = (error: unknown, db: Database | undefined): boolean => {
    const code = codeOf(error);
    return (
      code !== undefined && (DAMAGE.has(code) || (WRONG.has(code) && db !== undefined && !hasTables(db, migrations)))
    );
  };

  function setAside(error: unknown): void {
    const kept = setAsideFile(dataDir, name, clock.now());
    const message = `The file of ${content} was damaged. It was kept as ${kept}, and a new one was begun.`;
    log.error({ err: error, dataDir }, message);
    problems = { [name]: { message, since: iso(clock.now()) } };
  }

  /** Sets a damaged file aside and begins a new one, once. */
  function openTables(mayBeDamaged: boolean): Opened<Rows> {
    let db: Database | undefined;
    try {
      db = openDatabase(file, durability);
      const newer = newerFile(file, schemaVersion(db), migrations.length, copies ? backups : undefined);
      if (newer !== undefined) throw new NewerFile(newer);
      const steps = migrate(db, { name, migrations, backups: copies ? backups : undefined, at: clock.now() });
      // The updater reads the version in the head of the file itself.
      if (steps > 0) db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
      return { db, rows: rowsOf(db) };
    } catch (error) {
      const isOver = !mayBeDamaged || !isDamaged(error, db);
      db?.close();
      if (isOver) throw error;
      setAside(error);
      return openTables(false);
    }
  }

  function inMemory(error: unknown): Opened<Rows> {
    const reason = error instanceof NewerFile ? error.message : `${file} cannot be used (${String(error)}).`;
    const message = `${reason} Until the next start ${content} are only in memory.`;
    log.error({ err: error, dataDir }, message);
    problems = { [name]: { message, since: iso(clock.now()) } };
    const db = new DatabaseSync(':memory:');
    migrate(db, { name, migrations, backups: undefined, at: clock.now() });
    return { db, rows: rowsOf(db) };
  }

  function open(): Opened<Rows> {
    try {
      return openTables(true);
    } catch (error) {
      if (!orMemory || whyUnwritable(error) !== undefined) throw error;
      return inMemory(error);
    }
  }

  let opened: Opened<Rows> | undefined = open();
  return {
    rows() {
      if (!opened) throw new Error(`There is no file of ${content} yet.`);
      return opened.rows;
    },
    isBegunAnew(error) {
      if (opened) {
        if (!isDamaged(error, opened.db)) return false;
        opened.db.close();
        opened = undefined;
        setAside(error);
      }
      opened = openTables(false);
      return true;
    },
    problems: () => problems,
    close: () => opened?.db.close(),
  };
}

/** Returns its new name. */
export function setAsideFile(dataDir: string, name: string, at: number): string {
  const kept = `${name}-damaged-${iso(at).replaceAll(/[-:]|\.\d+/g, '')}.db`;
  for (const ending of ['', '-wal', '-shm', '-journal']) {
    const file = path.join(dataDir, `${name}.db${ending}`);
    if (existsSync(file)) renameSync(file, path.join(dataDir, kept + ending));
  }
  return kept;
}

/** Of an error of SQLite, except a full disk, a locked file or a missing right: these problems end, and the file is intact. */
function codeOf(error: unknown): number | undefined {
  if (whyUnwritable(error) !== undefined || !(error instanceof Error && 'errcode' in error)) return undefined;
  return typeof error.errcode === 'number' ? error.errcode & 0xff : undefined;
}
/** A corrupt page, no database. */
const DAMAGE = new Set([11, 26]);
/** A table or column is missing, or has another type: damage, or a mistake in our statement. */
const WRONG = new Set([1, 20]);
export const isDamage = (error: unknown): boolean => DAMAGE.has(codeOf(error) ?? 0);
export const isWrong = (error: unknown): boolean => WRONG.has(codeOf(error) ?? 0);

/** Whether every table and column is there that a file of this version has. */
function hasTables(db: Database, migrations: readonly string[]): boolean {
  const sample = new DatabaseSync(':memory:');
  try {
    for (const step of migrations.slice(0, schemaVersion(db))) sample.exec(step);
    const found = new Set(columnsOf(db));
    return columnsOf(sample).every((column) => found.has(column));
  } catch {
    return false;
  } finally {
    sample.close();
  }
}

const columnsOf = (db: Database): string[] =>
  db
    .prepare(
      `SELECT s.name || '.' || c.name || ' ' || c.type AS text FROM sqlite_schema AS s, pragma_table_info(s.name) AS c
       WHERE s.type = 'table' AND s.name NOT LIKE 'sqlite_%'`,
    )
    .all()
    .map(({ text }) => String(text));
