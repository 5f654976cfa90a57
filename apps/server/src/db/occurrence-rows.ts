// The occurrences of alerts as rows of a database.
import { Severity } from '@belfry/schema/alerts/config';
import * as z from 'zod';
import { allProblems } from '../lib/invalid-input.ts';
import { type AlertsTable, type HistoryFilter, Occurrence } from './alerts-store.ts';
import type { Dialect, RawRow, Statements, Value } from './backend.ts';
import { json, readable } from './query.ts';
import type { SetAside } from './set-aside.ts';
import { upsert } from './upsert.ts';

/** Docker is one part, because an agent chooses the name of its host; each node is another. */
const GROUP = "CASE WHEN type LIKE 'docker-%' THEN 'docker' ELSE 'node ' || node END";
/** What a search looks through. The index `occurrences_searched` has the same text, so that a search reads no entries. */
export const searchedText = ({ lineBreak: line }: Pick<Dialect, 'lineBreak'>): string =>
  `lower(name || ${line} || message || ${line} || node || ${line} || type || ${line} || alert)`;

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

export function occurrenceRows(statements: Statements, setAside: SetAside): AlertsTable {
  const { all, run, dialect } = statements;
  const put = upsert(statements, 'occurrences', COLUMNS, 1);
  const id = dialect.rowNumber;
  const select = (where: string, ...values: Value[]) =>
    all(`SELECT id, opened_at AS "openedAt", name, entry FROM occurrences WHERE ${where}`, ...values);
  const unreadableRow = (row: RawRow, what: string, reason: string) => ({
    ...{ file: 'alerts.db', what: `${what} ${row.id} of ${row.name}`, reason, content: row },
  });
  /** An ended occurrence that cannot be read is left out, and stays where it is. */
  const parsed = (rows: readonly RawRow[]): Occurrence[] =>
    readable(Row, rows, (row, reason) => setAside.leaveOut(unreadableRow(row, 'the alert', reason))).map(
      ({ entry }) => entry,
    );
  const past = async (where: string, ...values: Value[]) => parsed(await select(where, ...values));
  /** It cannot go on: if its problem goes on, it is raised again. */
  async function unreadable(row: RawRow, reason: string): Promise<Occurrence[]> {
    const isCopied = setAside.keep(unreadableRow(row, 'the active alert', reason));
    const repaired = RepairedRow.safeParse(row).data?.entry;
    if (!repaired && isCopied) await run('DELETE FROM occurrences WHERE id = ?', String(row.id));
    return repaired ? [repaired] : [];
  }
  const removeFirst = (where: string, ...values: Value[]) =>
    run(`DELETE FROM occurrences WHERE ${id} IN (SELECT ${id} FROM occurrences WHERE ${where} LIMIT ?)`, ...values);
  const OLDEST = 'resolved_at IS NOT NULL ORDER BY opened_at, id';
  /** The part with the most rows gives first: an agent that invents containers must not push out all others. */
  async function removeSurplus(over: number): Promise<number> {
    const [largest] = await all(`SELECT ${GROUP} AS part, count(*) AS n FROM occurrences WHERE resolved_at IS NOT NULL
      GROUP BY part ORDER BY n DESC, part LIMIT 1`);
    const group = Group.safeParse(largest).data;
    if (group && group.n >= over) return removeFirst(`${GROUP} = ? AND ${OLDEST}`, group.part, over);
    return removeFirst(OLDEST, over);
  }
  return {
    put: (rows) =>
      put(
        rows.map((row) => {
          const { id, type, resourceId, resourceName, node, message } = row.alert;
          return [
            ...[row.id, id, type, row.level, resourceId, resourceName, node, message, row.openedAt],
            ...[row.resolvedAt ?? null, JSON.stringify(row)],
          ];
        }),
      ),
    async open() {
      const found: Occurrence[] = [];
      for (const row of await select('resolved_at IS NULL ORDER BY opened_at, id')) {
        const { success, data, error } = Row.safeParse(row);
        found.push(...(success ? [data.entry] : await unreadable(row, allProblems(error))));
      }
      return found;
    },
    resolvedSince: (at) => past('resolved_at >= ? ORDER BY resolved_at', at),
    async find(filter, limit, offset) {
      const { where, values } = conditions(filter, dialect);
      const newestFirst = 'ORDER BY opened_at DESC, id DESC';
      const found = `SELECT ${id} FROM occurrences WHERE ${where} ${newestFirst} LIMIT ? OFFSET ?`;
      const raw = await select(`${id} IN (${found}) ${newestFirst}`, ...values, limit, offset);
      const last = Place.safeParse(raw.at(-1)).data;
      return { rows: parsed(raw), ...(raw.length === limit && last && { last }) };
    },
    async oldest(filter) {
      const { where, values } = conditions(filter, dialect);
      const [row] = await all(`SELECT min(opened_at) AS at FROM occurrences WHERE ${where}`, ...values);
      return Oldest.parse(row).at ?? undefined;
    },
    async count(filter, origin, size) {
      const { where, values } = conditions(filter, dialect);
      const rows = await all(
        `SELECT CAST((opened_at - ?) / ? AS INTEGER) AS bucket, level, count(*) AS count FROM occurrences
          WHERE ${where} AND opened_at >= ? GROUP BY 1, 2`,
        ...[origin, size, ...values, origin],
      );
      return rows.map((row) => Bucket.parse(row));
    },
    newest: async (id) =>
      (await past('alert = ? ORDER BY opened_at DESC LIMIT 1', id))[0] ?? (await past('id = ?', id))[0],
    async prune(before, keep, most) {
      const expired = await removeFirst('resolved_at < ?', Math.min(before, Number.MAX_SAFE_INTEGER), most);
      const [count] = await all('SELECT count(*) AS n FROM occurrences');
      const over = Math.min(Count.parse(count).n - keep, most - expired);
      return over <= 0 ? expired : expired + (await removeSurplus(over));
    },
  };
}

const COLUMNS = [
  ...['id', 'alert', 'type', 'level', 'resource', 'name', 'node', 'message', 'opened_at', 'resolved_at', 'entry'],
];
/**
 * The id of the instance of an alert, as JSON up to a quotation mark. It is taken from the text, so that a row that cannot be read ends no
 * list. The name of the field is in no other text of the row, because a quotation mark within a text has a backslash before it.
 */
function instanceOf({ position }: Dialect): string {
  const name = '"instanceId":"';
  const after = `substr(entry, ${position}(entry, '${name}') + ${name.length})`;
  return `CASE WHEN ${position}(entry, '${name}') > 0 THEN substr(${after}, 1, ${position}(${after}, '"') - 1) END`;
}
const asInstance = (id: string): string => JSON.stringify(id).slice(1).split('"')[0] ?? '';

function conditions(filter: HistoryFilter, dialect: Dialect) {
  const { since, until, level, type, resource, node, q, within, before } = filter;
  const given: [string, Value | undefined][] = [
    ['opened_at >= ?', since],
    ['opened_at < ?', until],
    ['level = ?', level],
    ['type = ?', type],
    ['resource = ?', resource],
    ['node = ?', node],
  ];
  const used = given.filter((one): one is [string, Value] => one[1] !== undefined);
  const where = ['1 = 1', ...used.map(([sql]) => sql)];
  const values = used.map(([, value]) => value);
  if (q !== undefined && q !== '') {
    where.push(`${dialect.position}(${searchedText(dialect)}, lower(?)) > 0`);
    values.push(q);
  }
  if (within) {
    const lists: [string, readonly string[]][] = [
      ['resource', within.resources],
      [instanceOf(dialect), within.instances.map(asInstance)],
    ];
    const some = lists.filter(([, ids]) => ids.length > 0);
    where.push(`(${some.map(([of, ids]) => `${of} IN (${ids.map(() => '?').join(', ')})`).join(' OR ') || '1 = 0'})`);
    values.push(...some.flatMap(([, ids]) => ids));
  }
  if (before) {
    where.push('(opened_at, id) < (?, ?)');
    values.push(before.openedAt, before.id);
  }
  return { where: where.join(' AND '), values };
}
