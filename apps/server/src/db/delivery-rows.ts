// The messages about alerts as rows of a database. They contain messages and names, and never a setting of a destination.
import { Delivery } from '@belfry/schema/notifications/delivery';
import { Notice, type NoticeAlert } from '@belfry/schema/notifications/notice';
import * as z from 'zod';
import { allProblems } from '../lib/invalid-input.ts';
import type { RawRow, Statements, Value } from './backend.ts';
import {
  type DeliveryFilter,
  type Double,
  Notified,
  type NotifiedRow,
  type OpenDelivery,
  type OutboxTable,
} from './outbox-store.ts';
import { flag, json, readable } from './query.ts';
import type { SetAside } from './set-aside.ts';
import { upsert } from './upsert.ts';

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

export function deliveryRows(statements: Statements, setAside: SetAside): OutboxTable {
  const { all, run } = statements;
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
  const putDeliveries = upsert(statements, 'deliveries', DELIVERY, 1);
  const putAlerts = upsert(statements, 'delivery_alerts', ['delivery', 'occurrence', 'alert'], 2);
  const putTold = upsert(statements, 'told', ['destination', 'occurrence', 'first', 'reached', 'entry'], 2);
  async function put(rows: readonly OpenDelivery[]): Promise<Double[]> {
    await putDeliveries(rows.map(valuesOf));
    const [about, doubles]: [Value[][], Double[]] = [[], []];
    for (const row of rows) {
      const { id } = row.delivery;
      await run('DELETE FROM decisions WHERE delivery = ?', id);
      const decided = await decide(row);
      const alerts = row.notice.alerts.filter(({ occurrence }) => decided.has(occurrence));
      for (const { occurrence } of row.notice.alerts)
        if (!decided.has(occurrence)) doubles.push({ delivery: id, occurrence });
      if (alerts.length === 0) await run('DELETE FROM deliveries WHERE id = ?', id);
      else if (alerts.length < row.notice.alerts.length) await putDeliveries([valuesOf(withAlerts(row, alerts))]);
      about.push(...alerts.map(({ occurrence, alert }) => [id, occurrence, alert.id]));
    }
    for (const some of parted(rows)) {
      const isTheirs = `delivery IN (${some.map(() => '?').join(', ')})`;
      await run(`DELETE FROM delivery_alerts WHERE ${isTheirs}`, ...some.map(({ delivery }) => delivery.id));
    }
    await putAlerts(about);
    return doubles;
  }
  /**
   * The occurrences about which no other delivery has the same decision. One that was given up has it no more. Messages of earlier
   * versions have no step, and are not looked at.
   */
  async function decide({ delivery, notice }: OpenDelivery): Promise<ReadonlySet<string>> {
    const { id, destination, insteadOf } = delivery;
    const decided = new Set<string>();
    const steps = new Map<string, number>();
    for (const { occurrence, step } of notice.alerts)
      if (step === undefined) decided.add(occurrence);
      else steps.set(occurrence, step);
    for (const some of parted([...steps])) {
      const found = await all(
        `INSERT INTO decisions (occurrence, destination, kind, step, instead_of, delivery)
          VALUES ${some.map(() => '(?, ?, ?, ?, ?, ?)').join(', ')}
          ON CONFLICT (occurrence, destination, kind, step, instead_of) DO UPDATE SET delivery = excluded.delivery
          WHERE coalesce((SELECT state FROM deliveries WHERE id = decisions.delivery), 'given-up') = 'given-up' RETURNING occurrence`,
        ...some.flatMap(([occurrence, step]) => [
          ...[occurrence, destination.id, notice.kind, step, insteadOf?.[0]?.id ?? '', id],
        ]),
      );
      for (const row of found) decided.add(String(row.occurrence));
    }
    return decided;
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
      const doubles = await put(changes.put);
      for (const row of changes.updated) await update(row);
      for (const { destination, occurrence } of changes.forgotten) await forget(destination, occurrence);
      await putTold(
        changes.notified.map(({ notified: entry, first, reached }) => [
          ...[entry.destination, entry.occurrence, first ?? null, reached ? 1 : 0, JSON.stringify(entry)],
        ]),
      );
      return doubles;
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

const DELIVERY = ['id', 'destination', 'state', 'attempts', 'ended_at', 'entry', 'notice', 'threads'];
const valuesOf = ({ delivery, notice, threads }: OpenDelivery): Value[] => {
  const { id, destination, state, attempts } = delivery;
  return [
    ...[id, destination.id, state, attempts, endOf(delivery)],
    ...[delivery, notice, threads].map((value) => JSON.stringify(value)),
  ];
};

/** A database takes a limited number of values in one statement. */
const MAX_ROWS = 500;
const parted = <T>(rows: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(rows.length / MAX_ROWS) }, (_, n) => rows.slice(n * MAX_ROWS, (n + 1) * MAX_ROWS));

const withAlerts = (row: OpenDelivery, alerts: readonly NoticeAlert[]): OpenDelivery => {
  const left = new Set(alerts.map(({ occurrence }) => occurrence));
  const named = row.delivery.alerts.filter(({ occurrence }) => left.has(occurrence));
  return {
    ...row,
    delivery: { ...row.delivery, alerts: named, alertCount: alerts.length },
    notice: { ...row.notice, alerts },
  };
};

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
