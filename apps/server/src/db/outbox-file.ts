// The outbox in a SQLite file of its own. It contains messages and names, and never a setting of a destination.
import type { SQLInputValue } from 'node:sqlite';
import { Delivery } from '@belfry/schema/notifications/delivery';
import { Notice } from '@belfry/schema/notifications/notice';
import * as z from 'zod';
import type { Clock } from '../lib/clock.ts';
import type { Logger } from '../lib/logger.ts';
import { type Database, transaction } from './open.ts';
import {
  createOutboxStore,
  type DeliveryFilter,
  NotifiedRecord,
  type OpenDelivery,
  type OutboxStore,
  type OutboxTable,
} from './outbox-store.ts';
import { flag, query } from './query.ts';
import { json, openSeparateFile } from './separate-file.ts';

const VERSION = 1;
/** The columns beside `entry` are there to be searched. A delivery that ended has no notice. `told` contains the records of `NotifiedRow`. */
const TABLES = `
CREATE TABLE deliveries (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  destination TEXT NOT NULL,
  state TEXT NOT NULL,
  attempts INTEGER NOT NULL,
  ended_at INTEGER,
  entry TEXT NOT NULL,
  notice TEXT,
  threads TEXT
) STRICT;
CREATE INDEX deliveries_by_destination ON deliveries (destination, number);
CREATE INDEX deliveries_by_state ON deliveries (state, number);
CREATE INDEX deliveries_by_end ON deliveries (ended_at);
CREATE TABLE delivery_alerts (
  delivery TEXT NOT NULL REFERENCES deliveries (id) ON DELETE CASCADE,
  occurrence TEXT NOT NULL,
  alert TEXT NOT NULL,
  PRIMARY KEY (delivery, occurrence)
) STRICT, WITHOUT ROWID;
CREATE INDEX delivery_alerts_by_occurrence ON delivery_alerts (occurrence);
CREATE INDEX delivery_alerts_by_alert ON delivery_alerts (alert);
CREATE TABLE told (
  destination TEXT NOT NULL,
  occurrence TEXT NOT NULL,
  first TEXT,
  reached INTEGER NOT NULL,
  entry TEXT NOT NULL,
  PRIMARY KEY (destination, occurrence)
) STRICT, WITHOUT ROWID;
PRAGMA user_version = ${VERSION};
`;

export interface OutboxFileOptions {
  dataDir: string;
  clock: Clock;
  log: Pick<Logger, 'error'>;
}

export async function openOutboxFile({ dataDir, clock, log }: OutboxFileOptions): Promise<OutboxStore> {
  const { use, onLoss, problems, close } = openSeparateFile({
    ...{ dataDir, name: 'outbox', content: 'notifications and their log', tables: TABLES, rowsOf, clock, log },
    check(rows) {
      rows.open();
      rows.notified();
    },
  });
  const table: OutboxTable = {
    save: (changes) => use((rows) => rows.save(changes)),
    open: () => use((rows) => rows.open()),
    notified: () => use((rows) => rows.notified()),
    find: (...asked) => use((rows) => rows.find(...asked)),
    prune: (...bounds) => use((rows) => rows.prune(...bounds)),
    close,
  };
  return createOutboxStore({ table, clock, problems, onLoss });
}

type Rows = {
  [Name in Exclude<keyof OutboxTable, 'close'>]: (
    ...given: Parameters<OutboxTable[Name]>
  ) => Awaited<ReturnType<OutboxTable[Name]>>;
};

const OpenRow = z.object({
  entry: json.pipe(Delivery),
  notice: json.pipe(Notice),
  threads: json.pipe(z.record(z.string(), z.string())),
});
const EntryRow = z.object({ entry: json.pipe(Delivery) });
const NotifiedRow = z.object({
  first: z.string().nullable(),
  reached: flag,
  entry: json.pipe(NotifiedRecord),
});
const Count = z.object({ n: z.number() });

function rowsOf(db: Database): Rows {
  const insert = db.prepare(`INSERT INTO deliveries (id, destination, state, attempts, ended_at, entry, notice, threads)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET state = excluded.state, attempts = excluded.attempts,
    ended_at = excluded.ended_at, entry = excluded.entry, notice = excluded.notice, threads = excluded.threads`);
  const update = db.prepare(`UPDATE deliveries SET state = ?, attempts = ?, ended_at = ?, entry = ?,
    notice = iif(?3 IS NULL, notice, NULL), threads = iif(?3 IS NULL, threads, NULL) WHERE id = ?`);
  const detach = db.prepare('DELETE FROM delivery_alerts WHERE delivery = ?');
  const attach = db.prepare('INSERT OR IGNORE INTO delivery_alerts VALUES (?, ?, ?)');
  const open = query(
    db,
    OpenRow,
    'SELECT entry, notice, threads FROM deliveries WHERE ended_at IS NULL ORDER BY number',
  );
  const putNotified = db.prepare('INSERT OR REPLACE INTO told VALUES (?, ?, ?, ?, ?)');
  const forget = db.prepare('DELETE FROM told WHERE destination = ? AND occurrence = ?');
  const notified = query(db, NotifiedRow, 'SELECT first, reached, entry FROM told');
  const expire = db.prepare(`DELETE FROM deliveries WHERE number IN
    (SELECT number FROM deliveries WHERE ended_at < ? LIMIT ?)`);
  const surplus = db.prepare(`DELETE FROM deliveries WHERE number IN
    (SELECT number FROM deliveries WHERE ended_at IS NOT NULL ORDER BY number LIMIT ?)`);
  const count = query(db, Count, 'SELECT count(*) AS n FROM deliveries');

  const put = ({ delivery, notice, threads }: OpenDelivery) => {
    const { id, destination, state, attempts } = delivery;
    insert.run(
      ...[id, destination.id, state, attempts, endOf(delivery)],
      ...[JSON.stringify(delivery), JSON.stringify(notice), JSON.stringify(threads)],
    );
    detach.run(id);
    for (const { occurrence, alert } of notice.alerts) attach.run(id, occurrence, alert.id);
  };
  return {
    save: (changes) =>
      transaction(db, () => {
        for (const row of changes.put) put(row);
        for (const row of changes.updated) update.run(row.state, row.attempts, endOf(row), JSON.stringify(row), row.id);
        for (const { destination, occurrence } of changes.forgotten) forget.run(destination, occurrence);
        for (const { notified: entry, first, reached } of changes.notified)
          putNotified.run(entry.destination, entry.occurrence, first ?? null, reached ? 1 : 0, JSON.stringify(entry));
      }),
    open: () => open.all().map(({ entry, ...more }) => ({ delivery: entry, ...more })),
    notified: () =>
      notified.all().map(({ first, reached, entry }) => ({ notified: entry, first: first ?? undefined, reached })),
    find(filter, limit, offset) {
      const { where, values } = conditions(filter);
      const sql = `SELECT entry FROM deliveries WHERE ${where} ORDER BY number DESC LIMIT ? OFFSET ?`;
      const found = db.prepare(sql).all(...values, limit, offset);
      // An entry that cannot be read is left out: it is no reason to set all others aside.
      return found.flatMap((row) => EntryRow.safeParse(row).data?.entry ?? []);
    },
    prune(before, keep, most) {
      const expired = Number(expire.run(before, most).changes);
      const over = Math.min((count.get()?.n ?? 0) - keep, most - expired);
      return over <= 0 ? expired : expired + Number(surplus.run(over).changes);
    },
  };
}

const endOf = ({ endedAt }: Delivery): number | null => (endedAt === undefined ? null : Date.parse(endedAt));

const NEWEST = 'number IN (SELECT max(number) FROM deliveries GROUP BY destination)';

function conditions({ destination, state, alert, occurrence, channel, attempted, latest }: DeliveryFilter) {
  const given: [string, SQLInputValue | undefined][] = [
    ['destination = ?', destination],
    ['state = ?', state],
    ['id IN (SELECT delivery FROM delivery_alerts WHERE alert = ?)', alert],
    ['id IN (SELECT delivery FROM delivery_alerts WHERE occurrence = ?)', occurrence],
    ['destination GLOB ?', channel && `${channel}:*`],
    ['attempts >= ?', attempted ? 1 : undefined],
  ];
  const used = given.filter((one): one is [string, SQLInputValue] => one[1] !== undefined);
  const parts = ['1', ...(latest ? [NEWEST] : []), ...used.map(([sql]) => sql)];
  return { where: parts.join(' AND '), values: used.map(([, value]) => value) };
}
