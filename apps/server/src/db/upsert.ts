// Adds rows to a table, and replaces those that are there. Many rows take few statements, because a database on a server answers each.
import type { Statements, Value } from './backend.ts';

/** A remainder is written row by row, so that there are two texts to prepare and not one for each number of rows. */
const MANY = 50;

/** Writes the rows in their order; of rows with the same key only the last one. */
export type Upsert = (rows: readonly (readonly Value[])[]) => Promise<void>;

/** The first `keys` columns identify a row. Values come in the order of the columns. */
export function upsert(
  { run }: Pick<Statements, 'run'>,
  table: string,
  columns: readonly string[],
  keys: number,
): Upsert {
  const row = `(${columns.map(() => '?').join(', ')})`;
  const others = columns.slice(keys).map((column) => `${column} = excluded.${column}`);
  const statement = (rows: number) =>
    `INSERT INTO ${table} (${columns.join(', ')}) VALUES ${Array(rows).fill(row).join(', ')}
      ON CONFLICT (${columns.slice(0, keys).join(', ')}) DO UPDATE SET ${others.join(', ')}`;
  const [one, many] = [statement(1), statement(MANY)];
  return async (given) => {
    const rows = [...new Map(given.map((values) => [values.slice(0, keys).join('\n'), values])).values()];
    const rest = rows.length % MANY;
    for (let at = 0; at < rows.length - rest; at += MANY) await run(many, ...rows.slice(at, at + MANY).flat());
    for (const values of rows.slice(rows.length - rest)) await run(one, ...values);
  };
}
