// The alerts in a SQLite file of their own. A damaged file is set aside and a new one begun: alerts are worth keeping, but not
// worth a server that does not start.
import { existsSync, renameSync } from 'node:fs';
import path from 'node:path';
import type { SQLInputValue } from 'node:sqlite';
import type { State } from '@belfry/schema/state';
import * as z from 'zod';
import { type Clock, iso } from '../lib/clock.ts';
import type { Logger } from '../lib/logger.ts';
import {
  type AlertsStore,
  type AlertsTable,
  createAlertsStore,
  type HistoryBounds,
  type HistoryFilter,
  Occurrence,
} from './alerts-store.ts';
import { whyUnwritable } from './disk.ts';
import { schemaVersion } from './migrate.ts';
import { type Database, openDatabase, transaction } from './open.ts';

const VERSION = 1;
/** The columns beside `entry` are there to be searched. */
const TABLE = `
CREATE TABLE occurrences (
  id TEXT PRIMARY KEY,
  alert TEXT NOT NULL,
  type TEXT NOT NULL,
  level TEXT NOT NULL,
  resource TEXT NOT NULL,
  name TEXT NOT NULL,
  node TEXT NOT NULL,
  message TEXT NOT NULL,
  opened_at INTEGER NOT NULL,
  resolved_at INTEGER,
  entry TEXT NOT NULL
) STRICT;
CREATE INDEX occurrences_by_start ON occurrences (opened_at, id);
CREATE INDEX occurrences_by_end ON occurrences (resolved_at);
CREATE INDEX occurrences_by_alert ON occurrences (alert, opened_at);
CREATE INDEX occurrences_by_resource ON occurrences (resource, opened_at);
PRAGMA user_version = ${VERSION};
`;

export interface AlertsFileOptions {
  dataDir: string;
  clock: Clock;
  log: Pick<Logger, 'error'>;
  keep?: HistoryBounds | undefined;
}

export async function openAlerts({ dataDir, clock, log, keep }: AlertsFileOptions): Promise<AlertsStore> {
  const file = path.join(dataDir, 'alerts.db');
  let problems: State['serverProblems'] = {};
  const listeners: (() => void)[] = [];

  function setAside(error: unknown): void {
    const name = `alerts-damaged-${iso(clock.now()).replaceAll(/[-:]|\.\d+/g, '')}.db`;
    for (const ending of ['', '-wal', '-shm'])
      if (existsSync(file + ending)) renameSync(file + ending, path.join(dataDir, name + ending));
    const message = `The file of alerts and their history was damaged. It was kept as ${name}, and a new one was begun.`;
    log.error({ err: error, dataDir }, message);
    problems = { alerts: { message, since: iso(clock.now()) } };
  }

  function open(): Opened {
    let opened: Opened | undefined;
    try {
      opened = openTable(file);
      opened.rows.open();
      return opened;
    } catch (error) {
      opened?.db.close();
      if (!isDamage(error)) throw error;
      setAside(error);
      return openTable(file);
    }
  }

  let opened = open();
  /** Damage that is found later is treated as at the start; the work is done again with the new file. */
  const guarded = async <T>(work: (rows: Rows) => T): Promise<T> => {
    try {
      return work(opened.rows);
    } catch (error) {
      if (!isDamage(error)) throw error;
      opened.db.close();
      setAside(error);
      opened = openTable(file);
      for (const listener of listeners) listener();
      return work(opened.rows);
    }
  };
  const table: AlertsTable = {
    put: (rows) => guarded((db) => db.put(rows)),
    open: () => guarded((db) => db.open()),
    resolvedSince: (at) => guarded((db) => db.resolvedSince(at)),
    find: (...asked) => guarded((db) => db.find(...asked)),
    newest: (id) => guarded((db) => db.newest(id)),
    prune: (...bounds) => guarded((db) => db.prune(...bounds)),
    close: () => opened.db.close(),
  };
  return createAlertsStore({
    table,
    clock,
    keep,
    problems: () => problems,
    onLoss: (listener) => void listeners.push(listener),
  });
}

/** Not a full disk, a locked file or a missing right: those pass, and the file is as it should be. */
function isDamage(error: unknown): boolean {
  if (error instanceof z.ZodError) return true;
  if (whyUnwritable(error) !== undefined || !(error instanceof Error && 'errcode' in error)) return false;
  return typeof error.errcode === 'number' && DAMAGE.has(error.errcode & 0xff);
}
/** Of SQLite: a wrong table, a corrupt page, a wrong type, no database. */
const DAMAGE = new Set([1, 11, 20, 26]);

type Rows = {
  [Name in Exclude<keyof AlertsTable, 'close'>]: (
    ...given: Parameters<AlertsTable[Name]>
  ) => Awaited<ReturnType<AlertsTable[Name]>>;
};
interface Opened {
  db: Database;
  rows: Rows;
}

const json = z.string().transform((text, context): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    context.addIssue('no JSON');
    return z.NEVER;
  }
});
const Row = z.object({ entry: json.pipe(Occurrence) });
const Count = z.object({ n: z.number() });

function openTable(file: string): Opened {
  const db = openDatabase(file);
  try {
    if (schemaVersion(db) === 0) transaction(db, () => db.exec(TABLE));
    return { db, rows: rowsOf(db) };
  } catch (error) {
    db.close();
    throw error;
  }
}

function rowsOf(db: Database): Rows {
  const select = (where: string, values: SQLInputValue[]) =>
    db.prepare(`SELECT entry FROM occurrences WHERE ${where}`).all(...values);
  /** An ended occurrence that cannot be read is left out: it is no reason to set all others aside. */
  const readable = (where: string, ...values: SQLInputValue[]): Occurrence[] =>
    select(where, values).flatMap((row) => Row.safeParse(row).data?.entry ?? []);
  const put = db.prepare('INSERT OR REPLACE INTO occurrences VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)');
  const expire = db.prepare(`DELETE FROM occurrences WHERE rowid IN
    (SELECT rowid FROM occurrences WHERE resolved_at < ? LIMIT ?)`);
  const surplus = db.prepare(`DELETE FROM occurrences WHERE rowid IN
    (SELECT rowid FROM occurrences WHERE resolved_at IS NOT NULL ORDER BY opened_at, id LIMIT ?)`);
  const count = db.prepare('SELECT count(*) AS n FROM occurrences');
  return {
    put: (rows) =>
      transaction(db, () => {
        for (const row of rows) {
          const { id, type, resourceId, resourceName, node, message } = row.alert;
          const columns = [id, type, row.level, resourceId, resourceName, node, message, row.openedAt];
          put.run(row.id, ...columns, row.resolvedAt ?? null, JSON.stringify(row));
        }
      }),
    open: () => select('resolved_at IS NULL ORDER BY opened_at, id', []).map((row) => Row.parse(row).entry),
    resolvedSince: (at) => readable('resolved_at >= ? ORDER BY resolved_at', at),
    find(filter, limit, offset) {
      const { where, values } = conditions(filter);
      return readable(`${where} ORDER BY opened_at DESC, id DESC LIMIT ? OFFSET ?`, ...values, limit, offset);
    },
    newest: (id) => readable('alert = ? ORDER BY opened_at DESC LIMIT 1', id)[0] ?? readable('id = ?', id)[0],
    prune(before, keep, most) {
      const expired = Number(expire.run(Math.min(before, Number.MAX_SAFE_INTEGER), most).changes);
      const over = Math.min(Count.parse(count.get()).n - keep, most - expired);
      return over <= 0 ? expired : expired + Number(surplus.run(over).changes);
    },
  };
}

const searched = ['name', 'message', 'node', 'type', 'alert'];

function conditions({ since, until, level, type, resource, node, q }: HistoryFilter) {
  const given: [string, SQLInputValue | undefined][] = [
    ['opened_at >= ?', since],
    ['opened_at < ?', until],
    ['level = ?', level],
    ['type = ?', type],
    ['resource = ?', resource],
    ['node = ?', node],
  ];
  const used = given.filter((one): one is [string, SQLInputValue] => one[1] !== undefined);
  const where = ['1', ...used.map(([sql]) => sql)];
  const values = used.map(([, value]) => value);
  if (q !== undefined && q !== '') {
    where.push(`(${searched.map((column) => `${column} LIKE ? ESCAPE '\\'`).join(' OR ')})`);
    values.push(...searched.map(() => `%${q.replaceAll(/[\\%_]/g, '\\$&')}%`));
  }
  return { where: where.join(' AND '), values };
}
