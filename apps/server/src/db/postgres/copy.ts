// Copies every row of one database into another one, whatever each of them is, and compares both afterwards.
import { createHash } from 'node:crypto';
import type { Backend, RawRow, Statements, Value } from '../backend.ts';
import { parts, type TableFacts, tablesOf } from './parts.ts';

/** For each part; two parts may have the same backend. */
export type Sides<Has extends keyof Backend = 'all' | 'run'> = (part: PartName) => Pick<Backend, Has>;

export interface Copied {
  table: string;
  rows: number;
}

const PAGE = 250;
const NUL = /\0/g;

type PartName = (typeof parts)[number]['name'];

const allTables = (only?: PartName) =>
  parts
    .filter(({ name }) => only === undefined || name === only)
    .flatMap((part) => tablesOf(part).map((facts) => ({ ...facts, part: part.name })));
const columnsOf = ({ columns }: TableFacts): string => columns.map((column) => `"${column}"`).join(', ');

/** In the order in which rows were first put, or in that of their keys. */
async function* pagesOf({ all }: Pick<Statements, 'all'>, facts: TableFacts): AsyncGenerator<RawRow[]> {
  const columns = columnsOf(facts);
  if (facts.isKeyed) {
    const keys = facts.keys.map((key) => `"${key}"`).join(', ');
    const rows = await all(`SELECT ${columns} FROM ${facts.table} ORDER BY ${keys}`);
    for (let at = 0; at < rows.length; at += PAGE) yield rows.slice(at, at + PAGE);
    return;
  }
  const sql = `SELECT rowid AS at_row, ${columns} FROM ${facts.table} WHERE rowid > ? ORDER BY rowid LIMIT ${PAGE}`;
  for (let last = -1; ; ) {
    const rows = await all(sql, last);
    if (rows.length > 0) yield rows;
    if (rows.length < PAGE) return;
    last = Number(rows.at(-1)?.at_row);
  }
}

/** Replaces what is in `to`, of all parts or of one. Every row is written within the transaction that `to` is in. */
export async function copyAll(from: Sides<'all'>, to: Sides, only?: PartName): Promise<Copied[]> {
  const copied: Copied[] = [];
  for (const facts of allTables(only)) {
    const target = to(facts.part);
    await target.run(`DELETE FROM ${facts.table}`);
    let rows = 0;
    for await (const page of pagesOf(from(facts.part), facts)) {
      const row = `(${facts.columns.map(() => '?').join(', ')})`;
      await target.run(
        `INSERT INTO ${facts.table} (${columnsOf(facts)}) VALUES ${page.map(() => row).join(', ')}`,
        ...page.flatMap((found) => facts.columns.map((column) => writable(found[column]))),
      );
      rows += page.length;
    }
    copied.push({ table: facts.table, rows });
  }
  return copied;
}

/** A number that JavaScript cannot represent is read as a bigint, and written as its digits. */
const writable = (value: RawRow[string] | undefined): Value =>
  typeof value === 'bigint' ? String(value) : (value ?? null);

/** The tables whose rows are not the same in both. */
export async function differences(from: Sides<'all'>, to: Sides<'all'>): Promise<string[]> {
  const found: string[] = [];
  for (const facts of allTables()) {
    const [before, after] = [await digestOf(from(facts.part), facts), await digestOf(to(facts.part), facts)];
    if (before !== after) found.push(facts.table);
  }
  return found;
}

async function digestOf(side: Pick<Statements, 'all'>, facts: TableFacts): Promise<string> {
  const digest = createHash('sha256');
  for await (const page of pagesOf(side, facts))
    for (const row of page) digest.update(`${JSON.stringify(facts.columns.map((column) => plain(row[column])))}\n`);
  return digest.digest('hex');
}

/** PostgreSQL has no texts with a NUL. */
function plain(value: RawRow[string] | undefined): unknown {
  if (value instanceof Uint8Array) return { bytes: Buffer.from(value).toString('base64') };
  if (typeof value === 'string') return value.replace(NUL, '\uFFFD');
  return typeof value === 'bigint' ? String(value) : (value ?? null);
}

/** A table with rows, apart from the secret that says which key fits. */
export async function firstFilled(side: Sides): Promise<string | undefined> {
  for (const { table, part } of allTables()) {
    const rest = table === 'secrets' ? "WHERE owner <> 'store'" : '';
    if ((await side(part).all(`SELECT 1 AS one FROM ${table} ${rest} LIMIT 1`)).length > 0) return table;
  }
  return undefined;
}

/** In PostgreSQL: what is added later gets greater numbers than what was copied. */
export async function continueNumbers({ all }: Pick<Statements, 'all'>, only?: PartName): Promise<void> {
  for (const { table, number } of allTables(only))
    if (number !== undefined)
      await all(
        `SELECT setval(pg_get_serial_sequence('${table}', '${number}'), max(${number})) FROM ${table} HAVING count(*) > 0`,
      );
}
