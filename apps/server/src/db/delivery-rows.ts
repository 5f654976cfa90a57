// The messages about alerts as rows of a database. They contain messages and names, and never a setting of a destination.
import { Delivery } from '@belfry/schema/notifications/delivery';
import { Notice } from '@belfry/schema/notifications/notice';
import * as z from 'zod';
import { allProblems } from '../lib/invalid-input.ts';
import type { RawRow, Statements, Value } from './backend.ts';
import {
  type DeliveryFilter,
  Notified,
  type NotifiedRow,
  type OpenDelivery,
  type OutboxTable,
} from './outbox-store.ts';
import { flag, json, readable } from './query.ts';
import type { SetAside } from './set-aside.ts';

const OpenRow = z.object({
  entry: json.pipe(Delivery),
  notice: json.pipe(Notice),
  threads: json.pipe(z.record(z.string(), z.string())),
});
const EntryRow = z.object({ entry: json.pipe(Delivery) });
const ToldRow = z.object({
  first: z.string().nullable(),
  reached: flag,
  entry: json.pipe(Notified),
});
/** Without these fields it is still known that the alert was told. */
const RepairedToldRow = ToldRow.extend({
  entry: json.pipe(
    Notified.extend({
      level: Notified.shape.level.catch('critical'),
      flapping: Notified.shape.flapping.catch(false),
      escalation: Notified.shape.escalation.catch(0),
      times: Notified.shape.times.catch([]),
    }),
  ),
});
const rowOf = ({ first, reached, entry }: z.output<typeof ToldRow>): NotifiedRow => ({
  ...{ notified: entry, first: first ?? undefined, reached },
});
const Count = z.object({ n: z.number() });

export function deliveryRows({ all, run }: Statements, setAside: SetAside): OutboxTable {
  const unreadableRow = (what: string, row: RawRow, reason: string) => ({
    ...{ file: 'alerts.db', what: `${what} to ${row.destination}`, reason, content: row },
  });
  async function unreadableDelivery(row: RawRow, reason: string): Promise<void> {
    if (!setAside.keep(unreadableRow('a message that waited', row, reason))) return;
    // None of its alerts was told by another message: the planner decides anew about them.
    const untold = 'DELETE FROM told WHERE destination = ? AND reached = 0 AND first = ?';
    await run(untold, String(row.destination), String(row.id));
    await run('DELETE FROM deliveries WHERE id = ?', String(row.id));
  }
  const forget = (destination: string, occurrence: string) =>
    run('DELETE FROM told WHERE destination = ? AND occurrence = ?', destination, occurrence);
  async function notifiedIn(row: RawRow): Promise<NotifiedRow[]> {
    const found = ToldRow.safeParse(row);
    if (found.success) return [rowOf(found.data)];
    const what = `what was told about alert ${row.occurrence}`;
    const isCopied = setAside.keep(unreadableRow(what, row, allProblems(found.error)));
    const repaired = RepairedToldRow.safeParse(row).data;
    if (!repaired && isCopied) await forget(String(row.destination), String(row.occurrence));
    return repaired ? [rowOf(repaired)] : [];
  }
  async function put({ delivery, notice, threads }: OpenDelivery): Promise<void> {
    const { id, destination, state, attempts } = delivery;
    await run(
      `INSERT INTO deliveries (id, destination, state, attempts, ended_at, entry, notice, threads)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET state = excluded.state, attempts = excluded.attempts,
        ended_at = excluded.ended_at, entry = excluded.entry, notice = excluded.notice, threads = excluded.threads`,
      ...[id, destination.id, state, attempts, endOf(delivery)],
      ...[JSON.stringify(delivery), JSON.stringify(notice), JSON.stringify(threads)],
    );
    await run('DELETE FROM delivery_alerts WHERE delivery = ?', id);
    for (const { occurrence, alert } of notice.alerts)
      await run('INSERT INTO delivery_alerts VALUES (?, ?, ?) ON CONFLICT DO NOTHING', id, occurrence, alert.id);
  }
  async function update(delivery: Delivery): Promise<void> {
    const { id, state, attempts } = delivery;
    const end = endOf(delivery);
    // The content of an ended message is removed.
    const content = end === null ? '' : ', notice = NULL, threads = NULL';
    await run(
      `UPDATE deliveries SET state = ?, attempts = ?, ended_at = ?, entry = ?${content} WHERE id = ?`,
      ...[state, attempts, end, JSON.stringify(delivery), id],
    );
  }
  return {
    async save(changes) {
      for (const row of changes.put) await put(row);
      for (const row of changes.updated) await update(row);
      for (const { destination, occurrence } of changes.forgotten) await forget(destination, occurrence);
      for (const { notified: entry, first, reached } of changes.notified)
        await run(
          `INSERT INTO told (destination, occurrence, first, reached, entry) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (destination, occurrence) DO UPDATE SET first = excluded.first, reached = excluded.reached, entry = excluded.entry`,
          ...[entry.destination, entry.occurrence, first ?? null, reached ? 1 : 0, JSON.stringify(entry)],
        );
    },
    async open() {
      const found: OpenDelivery[] = [];
      for (const row of await all('SELECT * FROM deliveries WHERE ended_at IS NULL ORDER BY number')) {
        const { success, data, error } = OpenRow.safeParse(row);
        if (success) found.push({ delivery: data.entry, notice: data.notice, threads: data.threads });
        else await unreadableDelivery(row, allProblems(error));
      }
      return found;
    },
    async notified() {
      const found: NotifiedRow[] = [];
      for (const row of await all('SELECT * FROM told')) found.push(...(await notifiedIn(row)));
      return found;
    },
    async find(filter, limit, offset) {
      const { where, values } = conditions(filter);
      const sql = `SELECT id, destination, entry FROM deliveries WHERE ${where} ORDER BY number DESC LIMIT ? OFFSET ?`;
      const unreadable = (row: RawRow, reason: string) =>
        setAside.leaveOut(unreadableRow('a message of the log', row, reason));
      return readable(EntryRow, await all(sql, ...values, limit, offset), unreadable).map(({ entry }) => entry);
    },
    async prune(before, keep, most) {
      const removeFirst = (where: string, ...values: Value[]) =>
        run(`DELETE FROM deliveries WHERE number IN (SELECT number FROM deliveries WHERE ${where} LIMIT ?)`, ...values);
      const expired = await removeFirst('ended_at < ?', before, most);
      const [count] = await all('SELECT count(*) AS n FROM deliveries');
      const over = Math.min(Count.parse(count).n - keep, most - expired);
      return over <= 0 ? expired : expired + (await removeFirst('ended_at IS NOT NULL ORDER BY number', over));
    },
  };
}

const endOf = ({ endedAt }: Delivery): number | null => (endedAt === undefined ? null : Date.parse(endedAt));

const NEWEST = 'number IN (SELECT max(number) FROM deliveries GROUP BY destination)';

function conditions({ destination, state, alert, occurrence, channel, attempted, latest }: DeliveryFilter) {
  const given: [string, Value | undefined][] = [
    ['destination = ?', destination],
    ['state = ?', state],
    ['id IN (SELECT delivery FROM delivery_alerts WHERE alert = ?)', alert],
    ['id IN (SELECT delivery FROM delivery_alerts WHERE occurrence = ?)', occurrence],
    ['destination LIKE ?', channel && `${channel}:%`],
    ['attempts >= ?', attempted ? 1 : undefined],
  ];
  const used = given.filter((one): one is [string, Value] => one[1] !== undefined);
  const parts = ['1 = 1', ...(latest ? [NEWEST] : []), ...used.map(([sql]) => sql)];
  return { where: parts.join(' AND '), values: used.map(([, value]) => value) };
}
