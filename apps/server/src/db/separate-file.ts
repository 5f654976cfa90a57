// A SQLite file beside the main database. If it is damaged, it is set aside and a new one is begun: its rows are worth keeping,
// but not worth a server that does not start.
import { existsSync, renameSync } from 'node:fs';
import path from 'node:path';
import type { State } from '@belfry/schema/state';
import * as z from 'zod';
import { type Clock, iso } from '../lib/clock.ts';
import { whyUnwritable } from './disk.ts';
import { schemaVersion } from './migrate.ts';
import { type Database, type Durability, openDatabase, transaction } from './open.ts';

export interface SeparateFile<Rows> {
  /** If the file is damaged while the server runs, it is set aside as at the start, and the work is done again with a new file. */
  use<T>(work: (rows: Rows) => T): Promise<T>;
  /** Called when the rows were lost while running, so that those in memory are saved again. */
  onLoss(listener: () => void): void;
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
  /** What the file contains, for the message: "The file of X was damaged". */
  content: string;
  /** Creates the tables and sets `user_version`. */
  tables: string;
  /** A file with a higher `user_version` is not touched: `NewerFile` is thrown. */
  version?: number;
  durability?: Durability;
  rowsOf(db: Database): Rows;
  /** Reads what the start needs, and throws if it cannot be read. */
  check(rows: Rows): void;
  clock: Clock;
  log: FileLog;
}

/** A newer version of Belfry has written the file. */
export class NewerFile extends Error {}

interface Opened<Rows> {
  db: Database;
  rows: Rows;
}

export function openSeparateFile<Rows>(options: SeparateFileOptions<Rows>): SeparateFile<Rows> {
  const {
    dataDir,
    name,
    content,
    tables,
    version = Number.POSITIVE_INFINITY,
    durability,
    rowsOf,
    check,
    clock,
    log,
  } = options;
  const file = path.join(dataDir, `${name}.db`);
  let problems: State['serverProblems'] = {};
  const listeners: (() => void)[] = [];

  function setAside(error: unknown): void {
    const kept = `${name}-damaged-${iso(clock.now()).replaceAll(/[-:]|\.\d+/g, '')}.db`;
    for (const ending of ['', '-wal', '-shm'])
      if (existsSync(file + ending)) renameSync(file + ending, path.join(dataDir, kept + ending));
    const message = `The file of ${content} was damaged. It was kept as ${kept}, and a new one was begun.`;
    log.error({ err: error, dataDir }, message);
    problems = { [name]: { message, since: iso(clock.now()) } };
  }

  function openTables(): Opened<Rows> {
    const db = openDatabase(file, durability);
    try {
      const found = schemaVersion(db);
      if (found > version) throw new NewerFile(`The file of ${content} is of a newer version of Belfry.`);
      if (found === 0) transaction(db, () => db.exec(tables));
      return { db, rows: rowsOf(db) };
    } catch (error) {
      db.close();
      throw error;
    }
  }

  function open(): Opened<Rows> {
    let found: Opened<Rows> | undefined;
    try {
      found = openTables();
      check(found.rows);
      return found;
    } catch (error) {
      found?.db.close();
      if (!isDamage(error)) throw error;
      setAside(error);
      return openTables();
    }
  }

  let opened = open();
  return {
    async use(work) {
      try {
        return work(opened.rows);
      } catch (error) {
        if (!isDamage(error)) throw error;
        opened.db.close();
        setAside(error);
        opened = openTables();
        for (const listener of listeners) listener();
        return work(opened.rows);
      }
    },
    onLoss: (listener) => void listeners.push(listener),
    problems: () => problems,
    close: () => opened.db.close(),
  };
}

/** False for a full disk, a locked file or a missing right: these problems end, and the file is intact. */
function isDamage(error: unknown): boolean {
  if (error instanceof z.ZodError) return true;
  if (whyUnwritable(error) !== undefined || !(error instanceof Error && 'errcode' in error)) return false;
  return typeof error.errcode === 'number' && DAMAGE.has(error.errcode & 0xff);
}
/** Of SQLite: a wrong table, a corrupt page, a wrong type, no database. */
const DAMAGE = new Set([1, 11, 20, 26]);

/** A column that contains JSON. */
export const json = z.string().transform((text, context): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    context.addIssue('no JSON');
    return z.NEVER;
  }
});
