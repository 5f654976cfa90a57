// The messages about alerts as rows of SQLite. They contain messages and names, and never a setting of a destination.
import type { SQLInputValue } from 'node:sqlite';
import { Delivery } from '@belfry/schema/notifications/delivery';
import { Notice } from '@belfry/schema/notifications/notice';
import * as z from 'zod';
import { type Database, transaction } from './open.ts';
import {
  type DeliveryFilter,
  NotifiedRecord,
  type NotifiedRow,
  type OpenDelivery,
  type OutboxTable,
} from './outbox-store.ts';
import { flag, json, query, type RawRow, rawRows, readable } from './query.ts';
import type { SetAside } from './set-aside.ts';

type MessageRows = {
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
const ToldRow = z.object({
  first: z.string().nullable(),
  reached: flag,
  entry: json.pipe(NotifiedRecord),
});
/** Without these fields it is still known that the alert was told. */
const RepairedToldRow = ToldRow.extend({
  entry: json.pipe(
    NotifiedRecord.extend({
      level: NotifiedRecord.shape.level.catch('critical'),
      flapping: NotifiedRecord.shape.flapping.catch(false),
      escalation: NotifiedRecord.shape.escalation.catch(0),
      times: NotifiedRecord.shape.times.catch([]),
    }),
  ),
});
const rowOf = ({ first, reached, entry }: z.output<typeof ToldRow>): NotifiedRow => ({
  ...{ notified: entry, first: first ?? undefined, reached },
});
const Count = z.object({ n: z.number() });

export function messageRowsOf(db: Database, setAside: SetAside): MessageRows {
  const insert = db.prepare(`INSERT INTO deliveries (id, destination, state, attempts, ended_at, entry, notice, threads)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET state = excluded.state, attempts = excluded.attempts,
    ended_at = excluded.ended_at, entry = excluded.entry, notice = excluded.notice, threads = excluded.threads`);
  const update = db.prepare(`UPDATE deliveries SET state = ?, attempts = ?, ended_at = ?, entry = ?,
    notice = iif(?3 IS NULL, notice, NULL), threads = iif(?3 IS NULL, threads, NULL) WHERE id = ?`);
  const detach = db.prepare('DELETE FROM delivery_alerts WHERE delivery = ?');
  const attach = db.prepare('INSERT OR IGNORE INTO delivery_alerts VALUES (?, ?, ?)');
  const open = db.prepare('SELECT * FROM deliveries WHERE ended_at IS NULL ORDER BY number');
  const putNotified = db.prepare('INSERT OR REPLACE INTO told VALUES (?, ?, ?, ?, ?)');
  const forget = db.prepare('DELETE FROM told WHERE destination = ? AND occurrence = ?');
  const notified = db.prepare('SELECT * FROM told');
  const unreadableRow = (what: string, row: RawRow, reason: string) => ({
    ...{ file: 'alerts.db', what: `${what} to ${row.destination}`, reason, content: row },
  });
  const dropDelivery = db.prepare('DELETE FROM deliveries WHERE id = ?');
  /** None of its alerts was told by another message: the planner decides anew about them. */
  const forgetUntold = db.prepare(`DELETE FROM told WHERE destination = ? AND reached = 0 AND first = ?`);
  function unreadableDelivery(row: RawRow, reason: string): void {
    if (!setAside.keep(unreadableRow('a message that waited', row, reason))) return;
    transaction(db, () => {
      forgetUntold.run(String(row.destination), String(row.id));
      dropDelivery.run(String(row.id));
    });
  }
  function notifiedIn(row: RawRow): NotifiedRow[] {
    const found = ToldRow.safeParse(row);
    if (found.success) return [rowOf(found.data)];
    const what = `what was told about alert ${row.occurrence}`;
    const isCopied = setAside.keep(unreadableRow(what, row, z.prettifyError(found.error)));
    const repaired = RepairedToldRow.safeParse(row).data;
    if (!repaired && isCopied) forget.run(String(row.destination), String(row.occurrence));
    return repaired ? [rowOf(repaired)] : [];
  }
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
    open: () =>
      readable(OpenRow, rawRows(open), unreadableDelivery).map(({ entry, ...more }) => ({ delivery: entry, ...more })),
    notified: () => rawRows(notified).flatMap(notifiedIn),
    find(filter, limit, offset) {
      const { where, values } = conditions(filter);
      const sql = `SELECT id, destination, entry FROM deliveries WHERE ${where} ORDER BY number DESC LIMIT ? OFFSET ?`;
      const found = rawRows(db.prepare(sql), ...values, limit, offset);
      const unreadable = (row: RawRow, reason: string) =>
        setAside.leaveOut(unreadableRow('a message of the log', row, reason));
      return readable(EntryRow, found, unreadable).map(({ entry }) => entry);
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
