// Makes the tables of Belfry in a database of PostgreSQL, and looks first at what is there.
import { fail, ok, type Result } from '@belfry/domain/result';
import type { Sentence } from '@belfry/schema/sentences/sentence';
import type { RawRow } from '../backend.ts';
import { leasePart } from './lease.ts';
import { type Part, parts, tablesOf } from './parts.ts';
import type { Session } from './session.ts';
import { schemaOf } from './translated.ts';

/** The oldest version that is tested. */
const OLDEST = 15;

export const FACTS = `
CREATE TABLE IF NOT EXISTS belfry_parts (part TEXT PRIMARY KEY, version BIGINT NOT NULL, changes BIGINT NOT NULL);
CREATE TABLE IF NOT EXISTS belfry_facts (name TEXT PRIMARY KEY, value TEXT NOT NULL);
`;
/** What the searches of alerts need beside the tables. */
const INDEXES = 'CREATE INDEX IF NOT EXISTS occurrences_by_start ON occurrences (opened_at, id);';

/** A fact of a database whose first versions left the journal in a file. It goes when the rows of that file are there. */
export const OLD_JOURNAL = 'journal in a file';

type Asked = Pick<Session, 'query'>;
/** The version of each part in a database. */
type Versions = ReadonlyMap<string, number>;

/** Reads only. The error is a sentence for an administrator. */
export async function look(session: Asked, database: string): Promise<Result<Versions, Sentence>> {
  const [server] = await rowsOf(
    session,
    `SELECT current_setting('server_version') AS version, current_setting('server_version_num') AS number,
      pg_is_in_recovery()::int AS replica, current_setting('transaction_read_only') AS read_only`,
  );
  if (Number(server?.number) < OLDEST * 10_000)
    return fail({ id: 'database.tooOld', values: { database, version: String(server?.version), oldest: OLDEST } });
  const versions = await versionsIn(session);
  for (const { name, known } of [...parts.map(knownOf), leasePart]) {
    const found = versions.get(name) ?? 0;
    if (found > known) return fail({ id: 'database.newer', values: { database, found, known } });
  }
  const missing = await missingIn(session, versions);
  if (missing !== undefined)
    return fail({
      id: 'database.half',
      values: { database, missing: { id: 'database.lacks', values: { column: missing } } },
    });
  if (server?.replica === 1) return fail({ id: 'database.replica', values: { database } });
  if (server?.read_only === 'on') return fail({ id: 'database.isReadOnly', values: { database } });
  return ok(versions);
}

const knownOf = ({ name, migrations }: Part) => ({ name, known: migrations.length });

/** Returns the number of steps. All of them are one transaction, so that a crash changes nothing. */
export async function bringUpToDate(session: Session, versions: Versions): Promise<number> {
  const steps = parts.flatMap((part) => stepsOf(part, versions.get(part.name) ?? 0));
  if (steps.length === 0) return 0;
  try {
    await session.script(`BEGIN; ${FACTS} LOCK TABLE belfry_parts IN EXCLUSIVE MODE`);
    // Another server may have been first.
    const now = await versionsIn(session);
    const left = parts.flatMap((part) => stepsOf(part, now.get(part.name) ?? 0));
    for (const step of left) await session.script(step);
    if (now.get('belfry') && !now.get('journal'))
      await session.script(`INSERT INTO belfry_facts VALUES ('${OLD_JOURNAL}', '');`);
    await session.script(`${INDEXES} COMMIT`);
    return left.length;
  } catch (error) {
    await session.script('ROLLBACK').catch(() => {});
    throw error;
  }
}

const stepsOf = ({ name, migrations }: Part, from: number): string[] =>
  migrations.slice(from).map(
    (step, i) => `${schemaOf(step)}
      INSERT INTO belfry_parts VALUES ('${name}', ${from + i + 1}, 0)
        ON CONFLICT (part) DO UPDATE SET version = excluded.version`,
  );

/** A table that this user may not use, as a sentence. */
export async function rightsIn(session: Asked, database: string): Promise<Result<undefined, Sentence>> {
  const names = [...parts.flatMap((part) => tablesOf(part).map(({ table }) => table)), 'belfry_parts', 'belfry_facts'];
  const [closed] = await rowsOf(
    session,
    `SELECT current_user::text AS who, name FROM unnest(ARRAY['${names.join("','")}']) AS name
      WHERE NOT (has_table_privilege(name, 'SELECT') AND has_table_privilege(name, 'INSERT')
        AND has_table_privilege(name, 'UPDATE') AND has_table_privilege(name, 'DELETE')) LIMIT 1`,
  );
  if (!closed) return ok(undefined);
  return fail({ id: 'database.noTable', values: { database, user: String(closed.who), table: String(closed.name) } });
}

const rowsOf = async (session: Asked, sql: string): Promise<RawRow[]> => (await session.query(sql, [])).rows;

async function versionsIn(session: Asked): Promise<Map<string, number>> {
  const [table] = await rowsOf(session, "SELECT to_regclass('belfry_parts')::text AS name");
  if (table?.name === null) return new Map();
  const rows = await rowsOf(session, 'SELECT part, version FROM belfry_parts');
  return new Map(rows.map(({ part, version }) => [String(part), Number(version)]));
}

/** A column that its version has, and that is not there. */
async function missingIn(session: Asked, versions: Versions): Promise<string | undefined> {
  const rows = await rowsOf(
    session,
    `SELECT c.relname::text AS table, a.attname::text AS column FROM pg_class AS c JOIN pg_attribute AS a ON a.attrelid = c.oid
      WHERE c.relkind IN ('r', 'p') AND pg_table_is_visible(c.oid) AND a.attnum > 0 AND NOT a.attisdropped`,
  );
  const there = new Set(rows.map(({ table, column }) => `${table}.${column}`));
  for (const part of parts)
    for (const { table, columns } of tablesOf(part, versions.get(part.name) ?? 0))
      for (const column of columns) if (!there.has(`${table}.${column}`)) return `${table}.${column}`;
  return undefined;
}
