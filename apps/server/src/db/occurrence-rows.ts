// The occurrences of alerts as rows of SQLite.
import type { SQLInputValue } from 'node:sqlite';
import { Severity } from '@belfry/schema/alerts/config';
import * as z from 'zod';
import { type AlertsTable, type HistoryFilter, Occurrence } from './alerts-store.ts';
import { whyUnwritable } from './disk.ts';
import { type Database, transaction } from './open.ts';
import { json, type RawRow, rawRows, readable } from './query.ts';
import type { SetAside } from './set-aside.ts';

/** Docker is one part, because an agent chooses the name of its host; each node is another. */
const GROUP = "CASE WHEN type LIKE 'docker-%' THEN 'docker' ELSE 'node ' || node END";
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

type OccurrenceRows = {
  [Name in Exclude<keyof AlertsTable, 'close'>]: (
    ...given: Parameters<AlertsTable[Name]>
  ) => Awaited<ReturnType<AlertsTable[Name]>>;
};

const Row = z.object({ entry: json.pipe(Occurrence) });
/** Without these fields an alert is still an alert. */
const RepairedRow = z.object({
  entry: json.pipe(
    Occurrence.extend({
      peak: Occurrence.shape.peak.catch(0),
      reason: Occurrence.shape.reason.catch(undefined),
      notified: Occurrence.shape.notified.catch(false),
      changes: Occurrence.shape.changes.catch([]),
      known: Occurrence.shape.known.catch({}),
    }),
  ),
});
const Place = z.object({ id: z.string(), openedAt: z.number() });
const Count = z.object({ n: z.number() });
const Group = z.object({ part: z.string(), n: z.number() });
const Oldest = z.object({ at: z.number().nullable() });
const Bucket = z.object({ bucket: z.number(), level: Severity, count: z.number() });

export function occurrenceRowsOf(db: Database, setAside: SetAside): OccurrenceRows {
  addIndex(db);
  const select = (where: string, values: SQLInputValue[]) =>
    rawRows(db.prepare(`SELECT id, opened_at AS openedAt, name, entry FROM occurrences WHERE ${where}`), ...values);
  const unreadableRow = (row: RawRow, what: string, reason: string) => ({
    ...{ file: 'alerts.db', what: `${what} ${row.id} of ${row.name}`, reason, content: row },
  });
  /** An ended occurrence that cannot be read is left out, and stays where it is. */
  const parsed = (rows: readonly RawRow[]): Occurrence[] =>
    readable(Row, rows, (row, reason) => setAside.leaveOut(unreadableRow(row, 'the alert', reason))).map(
      ({ entry }) => entry,
    );
  const past = (where: string, ...values: SQLInputValue[]) => parsed(select(where, values));
  const drop = db.prepare('DELETE FROM occurrences WHERE id = ?');
  /** It cannot go on: if its problem goes on, it is raised again. */
  function unreadable(row: RawRow, reason: string): Occurrence[] {
    const isCopied = setAside.keep(unreadableRow(row, 'the active alert', reason));
    const repaired = RepairedRow.safeParse(row).data?.entry;
    if (!repaired && isCopied) drop.run(String(row.id));
    return repaired ? [repaired] : [];
  }
  const put = db.prepare('INSERT OR REPLACE INTO occurrences VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)');
  const expire = db.prepare(`DELETE FROM occurrences WHERE rowid IN
    (SELECT rowid FROM occurrences WHERE resolved_at < ? LIMIT ?)`);
  const surplus = db.prepare(`DELETE FROM occurrences WHERE rowid IN
    (SELECT rowid FROM occurrences WHERE resolved_at IS NOT NULL ORDER BY opened_at, id LIMIT ?)`);
  const largest = db.prepare(`SELECT ${GROUP} AS part, count(*) AS n FROM occurrences WHERE resolved_at IS NOT NULL
    GROUP BY part ORDER BY n DESC, part LIMIT 1`);
  const surplusOf = db.prepare(`DELETE FROM occurrences WHERE rowid IN
    (SELECT rowid FROM occurrences WHERE ${GROUP} = ? AND resolved_at IS NOT NULL ORDER BY opened_at, id LIMIT ?)`);
  /** The part with the most rows gives first: an agent that invents containers must not push out all others. */
  function removeSurplus(over: number): number {
    const group = Group.safeParse(largest.get()).data;
    const removed = group && group.n >= over ? surplusOf.run(group.part, over) : surplus.run(over);
    return Number(removed.changes);
  }
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
    open: () =>
      select('resolved_at IS NULL ORDER BY opened_at, id', []).flatMap((row) => {
        const found = Row.safeParse(row);
        return found.success ? [found.data.entry] : unreadable(row, z.prettifyError(found.error));
      }),
    resolvedSince: (at) => past('resolved_at >= ? ORDER BY resolved_at', at),
    find(filter, limit, offset) {
      const { where, values } = conditions(filter);
      const newestFirst = 'ORDER BY opened_at DESC, id DESC';
      const found = `SELECT rowid FROM occurrences WHERE ${where} ${newestFirst} LIMIT ? OFFSET ?`;
      const raw = select(`rowid IN (${found}) ${newestFirst}`, [...values, limit, offset]);
      const last = Place.safeParse(raw.at(-1)).data;
      return { rows: parsed(raw), ...(raw.length === limit && last && { last }) };
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
    newest: (id) => past('alert = ? ORDER BY opened_at DESC LIMIT 1', id)[0] ?? past('id = ?', id)[0],
    prune(before, keep, most) {
      const expired = Number(expire.run(Math.min(before, Number.MAX_SAFE_INTEGER), most).changes);
      const over = Math.min(Count.parse(count.get()).n - keep, most - expired);
      return over <= 0 ? expired : expired + removeSurplus(over);
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
