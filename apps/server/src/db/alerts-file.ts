// The alerts in a SQLite file of their own.
import type { SQLInputValue } from 'node:sqlite';
import { Severity } from '@belfry/schema/alerts/config';
import * as z from 'zod';
import type { Clock } from '../lib/clock.ts';
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
import { type Database, transaction } from './open.ts';
import { json, openSeparateFile } from './separate-file.ts';

const VERSION = 1;
/** The columns other than `entry` are for searches. */
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
CREATE INDEX occurrences_by_end ON occurrences (resolved_at);
CREATE INDEX occurrences_by_alert ON occurrences (alert, opened_at);
CREATE INDEX occurrences_by_resource ON occurrences (resource, opened_at);
PRAGMA user_version = ${VERSION};
`;

/** What a search looks through: SQLite makes the letters of ASCII small. */
const TEXT = 'lower(name || char(10) || message || char(10) || node || char(10) || type || char(10) || alert)';
/** It has all that filters, searches and counts need, so that they do not read the entries. Files of earlier versions get it when they are opened. */
const SEARCHED = `
CREATE INDEX IF NOT EXISTS occurrences_searched ON occurrences (opened_at, id, level, type, node, resource, ${TEXT});
DROP INDEX IF EXISTS occurrences_by_start;
`;

/** On a full disk the searches are slower until the next start. */
function addIndex(db: Database): void {
  try {
    transaction(db, () => db.exec(SEARCHED));
  } catch (error) {
    if (whyUnwritable(error) === undefined) throw error;
  }
}

export interface AlertsFileOptions {
  dataDir: string;
  clock: Clock;
  log: Pick<Logger, 'error'>;
  keep?: HistoryBounds | undefined;
}

export async function openAlerts({ dataDir, clock, log, keep }: AlertsFileOptions): Promise<AlertsStore> {
  const { use, onLoss, problems, close } = openSeparateFile({
    ...{ dataDir, name: 'alerts', content: 'alerts and their history', tables: TABLE, rowsOf, clock, log },
    check: (rows) => void rows.open(),
  });
  const table: AlertsTable = {
    put: (given) => use((rows) => rows.put(given)),
    open: () => use((rows) => rows.open()),
    resolvedSince: (at) => use((rows) => rows.resolvedSince(at)),
    find: (...asked) => use((rows) => rows.find(...asked)),
    oldest: (filter) => use((rows) => rows.oldest(filter)),
    count: (...asked) => use((rows) => rows.count(...asked)),
    newest: (id) => use((rows) => rows.newest(id)),
    prune: (...bounds) => use((rows) => rows.prune(...bounds)),
    close,
  };
  return createAlertsStore({ table, clock, keep, problems, onLoss });
}

type Rows = {
  [Name in Exclude<keyof AlertsTable, 'close'>]: (
    ...given: Parameters<AlertsTable[Name]>
  ) => Awaited<ReturnType<AlertsTable[Name]>>;
};

const Row = z.object({ entry: json.pipe(Occurrence) });
const Count = z.object({ n: z.number() });
const Oldest = z.object({ at: z.number().nullable() });
const Bucket = z.object({ bucket: z.number(), level: Severity, count: z.number() });

function rowsOf(db: Database): Rows {
  addIndex(db);
  const select = (where: string, values: SQLInputValue[]) =>
    db.prepare(`SELECT entry FROM occurrences WHERE ${where}`).all(...values);
  /** An ended occurrence that cannot be read is left out. The others stay. */
  const parsed = (rows: readonly unknown[]): Occurrence[] =>
    rows.flatMap((row) => Row.safeParse(row).data?.entry ?? []);
  const readable = (where: string, ...values: SQLInputValue[]) => parsed(select(where, values));
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
      const newestFirst = 'ORDER BY opened_at DESC, id DESC';
      const found = `SELECT rowid FROM occurrences WHERE ${where} ${newestFirst} LIMIT ? OFFSET ?`;
      const raw = select(`rowid IN (${found}) ${newestFirst}`, [...values, limit, offset]);
      return { rows: parsed(raw), isFull: raw.length === limit };
    },
    oldest(filter) {
      const { where, values } = conditions(filter);
      const row = db.prepare(`SELECT min(opened_at) AS at FROM occurrences WHERE ${where}`).get(...values);
      return Oldest.parse(row).at ?? undefined;
    },
    count(filter, origin, size) {
      const { where, values } = conditions(filter);
      return db
        .prepare(`SELECT CAST((opened_at - ?) / ? AS INTEGER) AS bucket, level, count(*) AS count FROM occurrences
          WHERE ${where} AND opened_at >= ? GROUP BY 1, 2`)
        .all(origin, size, ...values, origin)
        .map((row) => Bucket.parse(row));
    },
    newest: (id) => readable('alert = ? ORDER BY opened_at DESC LIMIT 1', id)[0] ?? readable('id = ?', id)[0],
    prune(before, keep, most) {
      const expired = Number(expire.run(Math.min(before, Number.MAX_SAFE_INTEGER), most).changes);
      const over = Math.min(Count.parse(count.get()).n - keep, most - expired);
      return over <= 0 ? expired : expired + Number(surplus.run(over).changes);
    },
  };
}

function conditions({ since, until, level, type, resource, node, q, before }: HistoryFilter) {
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
    where.push(`instr(${TEXT}, lower(?)) > 0`);
    values.push(q);
  }
  if (before) {
    where.push('(opened_at, id) < (?, ?)');
    values.push(before.openedAt, before.id);
  }
  return { where: where.join(' AND '), values };
}
