// The rows of the journal of changes.
import { SettingChange } from '@belfry/schema/journal/change';
import { type JournalEntry, JournalEvent, JournalKind, JournalSource } from '@belfry/schema/journal/entry';
import * as z from 'zod';
import { iso } from '../lib/clock.ts';
import type { Statements, Value } from './backend.ts';
import { json, readable } from './query.ts';
import { runTables } from './run-rows.ts';
import type { SetAside } from './set-aside.ts';

/** `at` and `since` epoch ms. */
export type NewEntry = Omit<JournalEntry, 'id' | 'at' | 'since'> & { at: number; since: number | undefined };

/** What was last read of a resource. `tasks`: the ids of those that made it so, or that changed nothing. */
const KnownSettings = z.object({
  resource: z.string(),
  instance: z.string(),
  kind: JournalKind,
  name: z.string(),
  born: z.string(),
  about: z.string(),
  tasks: json.pipe(z.array(z.string())),
  settings: json.pipe(z.record(z.string(), z.string())),
});
/** `first`: when it was read for the first time, epoch ms. Null: a version wrote it that did not keep that. */
const KeptSettings = KnownSettings.extend({ first: z.number().nullable() });
export type KeptSettings = z.infer<typeof KeptSettings>;
export type KnownSettings = z.infer<typeof KnownSettings>;

const EntryRow = z
  .object({
    number: z.number(),
    at: z.number(),
    since: z.number().nullable(),
    resource: z.string(),
    instance: z.string(),
    name: z.string(),
    kind: JournalKind,
    event: JournalEvent,
    person: z.string().nullable(),
    source: JournalSource,
    changes: json.pipe(z.array(SettingChange)),
  })
  .transform(({ number, at, since, person: by, ...entry }) => ({
    at,
    number,
    entry: {
      ...{ id: String(number), at: iso(at), ...(since !== null && { since: iso(since) }), by },
      ...entry,
    } satisfies JournalEntry,
  }));

const TABLES = `
CREATE TABLE entries (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  at INTEGER NOT NULL,
  since INTEGER,
  resource TEXT NOT NULL,
  instance TEXT NOT NULL,
  name TEXT NOT NULL,
  kind TEXT NOT NULL,
  event TEXT NOT NULL,
  person TEXT,
  source TEXT NOT NULL,
  changes TEXT NOT NULL
) STRICT;
CREATE INDEX entries_by_time ON entries (at, number);
CREATE INDEX entries_by_resource ON entries (resource, at, number);
CREATE INDEX entries_by_name ON entries (name, at, number);
CREATE INDEX entries_by_kind ON entries (kind, at, number);
CREATE INDEX entries_by_person ON entries (person, at, number);
CREATE TABLE known (
  resource TEXT PRIMARY KEY,
  instance TEXT NOT NULL,
  kind TEXT NOT NULL,
  name TEXT NOT NULL,
  born TEXT NOT NULL,
  tasks TEXT NOT NULL,
  settings TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE readings (
  resource TEXT PRIMARY KEY,
  at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
`;

/** Whose settings they are, if that is another id. Empty: their own. */
const ABOUT = `ALTER TABLE known ADD COLUMN about TEXT NOT NULL DEFAULT '';`;

/** When it was read for the first time: nothing is known of the time before. */
const FIRST = 'ALTER TABLE known ADD COLUMN first INTEGER;';

/** Without it, a page of a kind and a person that rarely meet goes through all entries of one of them. */
const BY_KIND_AND_PERSON = 'CREATE INDEX entries_by_kind_and_person ON entries (kind, person, at, number);';

/** Without it, each reading of one instance looks through the settings of all. */
const KNOWN_BY_INSTANCE = 'CREATE INDEX known_by_instance ON known (instance, kind);';

export const journalMigrations: readonly string[] = [
  ...[TABLES, ABOUT, FIRST, runTables],
  ...[BY_KIND_AND_PERSON, KNOWN_BY_INSTANCE],
];

/** When a list was read is kept beside when resources were read. No resource has such an id. `under`: how its ids begin. */
export const listKey = (under: string): string => `list ${under}`;

const AT_ONCE = 250;
/** Of an entry, when it is stored. More fields than fit are counted. */
const MOST_CHARACTERS = 4000;

/** `from` and `to` epoch ms, both included. `before`: the place of the last entry of the page before. */
export interface JournalFilter {
  resource?: string | undefined;
  /** A resource of that instance, or one whose id is below its own. */
  within?: { instance: string; resource: string } | undefined;
  kind?: JournalKind | undefined;
  by?: string | undefined;
  /** Text in names, persons and changes. */
  q?: string | undefined;
  from?: number | undefined;
  to?: number | undefined;
  before?: JournalPlace | undefined;
}
export interface JournalPlace {
  at: number;
  number: number;
}

const Place = z.object({ at: z.number(), number: z.number() });

export function journalRows({ all, run, dialect }: Statements, setAside: Pick<SetAside, 'leaveOut'>) {
  const read = (rows: Awaited<ReturnType<typeof all>>) =>
    readable(EntryRow, rows, (content, reason) =>
      setAside.leaveOut({ file: 'journal.db', what: `entry ${content.number} of the journal`, reason, content }),
    );
  return {
    async add({ at, since, resource, instance, name, kind, event, by, source, changes }: NewEntry) {
      await run(
        `INSERT INTO entries (at, since, resource, instance, name, kind, event, person, source, changes)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        ...[at, since ?? null, resource, instance, name, kind, event, by, source, JSON.stringify(fitting(changes))],
      );
    },
    /** Newest first, with the place of each. A text is searched for among the next `among` entries only. */
    async list(filter: JournalFilter, limit: number, among: number) {
      const { where, values } = conditionsOf(filter);
      const newest = `SELECT * FROM entries ${where} ORDER BY at DESC, number DESC LIMIT ?`;
      const { q } = filter;
      const rows = q
        ? await all(
            `SELECT * FROM (${newest}) AS newest WHERE ${dialect.position}(${searched(dialect.lineBreak)}, ?) > 0
              ORDER BY at DESC, number DESC LIMIT ?`,
            ...[...values, among, q.toLowerCase(), limit],
          )
        : await all(newest, ...values, limit);
      return read(rows);
    },
    /** The place of the last of the next `count` entries, whatever text is searched for. Undefined: there are fewer. */
    async place(filter: JournalFilter, count: number): Promise<JournalPlace | undefined> {
      const { where, values } = conditionsOf(filter);
      const [row] = await all(
        `SELECT at, number FROM entries ${where} ORDER BY at DESC, number DESC LIMIT 1 OFFSET ?`,
        ...[...values, count - 1],
      );
      return Place.safeParse(row).data;
    },
    /** In the order in which they were noted. `end`: the number of the last one, also if it cannot be read. */
    async after(number: number, limit: number) {
      const rows = await all('SELECT * FROM entries WHERE number > ? ORDER BY number LIMIT ?', number, limit);
      return {
        entries: read(rows).map(({ entry }) => entry),
        end: Place.shape.number.safeParse(rows.at(-1)?.number).data,
      };
    },
    /** The number of the newest entry, 0 without any. */
    async newest(): Promise<number> {
      const [row] = await all('SELECT coalesce(max(number), 0) AS number FROM entries');
      return Place.shape.number.parse(row?.number);
    },
    /** Entries after one number up to another one. */
    async count(after: number, until: number): Promise<number> {
      const [row] = await all('SELECT count(*) AS n FROM entries WHERE number > ? AND number <= ?', after, until);
      return z.number().parse(row?.n);
    },
    /** Undefined also for a row that cannot be read: the next reading is the first one then. */
    async known(resource: string): Promise<KnownSettings | undefined> {
      const [row] = await all('SELECT * FROM known WHERE resource = ?', resource);
      return row && KnownSettings.safeParse(row).data;
    },
    /** Of a resource of an instance and of all whose ids are below its own. */
    async knownOf(instance: string, resource: string): Promise<KeptSettings[]> {
      const under = `${resource}/`;
      const rows = await all(
        'SELECT * FROM known WHERE instance = ? AND (resource = ? OR substr(resource, 1, ?) = ?)',
        ...[instance, resource, under.length, under],
      );
      return rows.flatMap((row) => KeptSettings.safeParse(row).data ?? []);
    },
    /** Of all resources of one kind of an instance. */
    async knownOfKind(instance: string, kind: JournalKind): Promise<KeptSettings[]> {
      const rows = await all('SELECT * FROM known WHERE instance = ? AND kind = ?', instance, kind);
      return rows.flatMap((row) => KeptSettings.safeParse(row).data ?? []);
    },
    /** `at`: epoch ms, of the reading. */
    async keep({ resource, instance, kind, name, born, about, tasks, settings }: KnownSettings, at: number) {
      await run(
        `INSERT INTO known (resource, instance, kind, name, born, about, tasks, settings, first) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
          ON CONFLICT (resource) DO UPDATE SET instance = excluded.instance, kind = excluded.kind, name = excluded.name,
          born = excluded.born, about = excluded.about, tasks = excluded.tasks, settings = excluded.settings`,
        ...[resource, instance, kind, name, born, about, JSON.stringify(tasks), JSON.stringify(settings), at],
      );
    },
    async forget(resource: string) {
      await run('DELETE FROM known WHERE resource = ?', resource);
      await run('DELETE FROM readings WHERE resource = ?', resource);
    },
    /** Forgets the parts of a resource that is gone: their ids begin with its own. */
    async forgetParts(resource: string) {
      const under = `${resource}/`;
      for (const table of ['known', 'readings'])
        await run(`DELETE FROM ${table} WHERE substr(resource, 1, ?) = ?`, under.length, under);
    },
    /** The ids of the resources of a list, as it was read last. */
    async listed(instance: string, kind: JournalKind, under: string): Promise<string[]> {
      const Row = z.object({ resource: z.string() });
      const rows = await all('SELECT resource FROM known WHERE instance = ? AND kind = ?', instance, kind);
      return rows.flatMap((row) => Row.safeParse(row).data?.resource ?? []).filter((id) => id.startsWith(under));
    },
    async forgetInstance(instance: string) {
      await run('DELETE FROM readings WHERE resource IN (SELECT resource FROM known WHERE instance = ?)', instance);
      await run('DELETE FROM known WHERE instance = ?', instance);
      const lists = listKey(`${instance}/`);
      await run('DELETE FROM readings WHERE substr(resource, 1, ?) = ?', lists.length, lists);
    },
    async readings(): Promise<Map<string, number>> {
      const Row = z.object({ resource: z.string(), at: z.number() });
      const rows = await all('SELECT resource, at FROM readings');
      return new Map(rows.flatMap((row) => Row.safeParse(row).data ?? []).map(({ resource, at }) => [resource, at]));
    },
    /** `at` by resource. Many at once, because a server far away takes its time for each statement. */
    async keepReadings(times: ReadonlyMap<string, number>) {
      const all = [...times];
      for (let from = 0; from < all.length; from += AT_ONCE) {
        const some = all.slice(from, from + AT_ONCE);
        await run(
          `INSERT INTO readings (resource, at) VALUES ${some.map(() => '(?, ?)').join(', ')}
            ON CONFLICT (resource) DO UPDATE SET at = excluded.at`,
          ...some.flat(),
        );
      }
    },
    /** Removes the oldest: those from before `since`, and those beyond the newest `most`. */
    async prune(since: number, most: number, step: number): Promise<number> {
      const old = await run(
        'DELETE FROM entries WHERE number IN (SELECT number FROM entries WHERE at < ? ORDER BY at LIMIT ?)',
        ...[since, step],
      );
      if (old > 0) return old;
      return run(
        `DELETE FROM entries WHERE number IN (SELECT number FROM entries WHERE number <= (
          SELECT number FROM entries ORDER BY number DESC LIMIT 1 OFFSET ?) ORDER BY number LIMIT ?)`,
        ...[most, step],
      );
    },
  };
}

const searched = (line: string): string =>
  `lower(name || ${line} || resource || ${line} || coalesce(person, '') || ${line} || changes)`;

/** Every filter but the text of the search. */
function conditionsOf({ resource, within, kind, by, from, to, before }: JournalFilter): {
  where: string;
  values: Value[];
} {
  const conditions: [string, ...Value[]][] = [];
  if (resource !== undefined) conditions.push(['(resource = ? OR name = ?)', resource, resource]);
  if (within) {
    const under = `${within.resource}/`;
    const sql = 'instance = ? AND (resource = ? OR substr(resource, 1, ?) = ?)';
    conditions.push([sql, within.instance, within.resource, under.length, under]);
  }
  // A resource has few entries. Compared as they are, SQLite would go through those of the kind or of the person, which may be half of all.
  const column = (name: string) => (resource === undefined ? name : `coalesce(${name}, '')`);
  if (kind !== undefined) conditions.push([`${column('kind')} = ?`, kind]);
  if (by !== undefined) conditions.push([`${column('person')} = ?`, by]);
  if (from !== undefined) conditions.push(['at >= ?', from]);
  if (to !== undefined) conditions.push(['at <= ?', to]);
  if (before !== undefined) conditions.push(['(at, number) < (?, ?)', before.at, before.number]);
  const where = conditions.length === 0 ? '' : `WHERE ${conditions.map(([sql]) => sql).join(' AND ')}`;
  return { where, values: conditions.flatMap(([, ...given]) => given) };
}

function fitting(changes: readonly SettingChange[]): SettingChange[] {
  let left = MOST_CHARACTERS;
  const kept: SettingChange[] = [];
  for (const change of changes) {
    left -= change.field.length + (change.before?.length ?? 0) + (change.after?.length ?? 0);
    if (left < 0 && kept.length > 0) break;
    kept.push(change);
  }
  const more = changes.length - kept.length;
  return more === 0 ? kept : [...kept, { field: `+${more}`, before: null, after: null }];
}
