// A table whose rows have a key, in any database. The names and types of its columns come from its shape.
import type * as z from 'zod';
import type { RawRow, Statements, Value } from './backend.ts';
import { readable } from './query.ts';
import type { SetAside } from './set-aside.ts';
import { upsert } from './upsert.ts';

/** How rows are stored. `key` names the columns that identify one, in the spelling of the row. */
export interface TableShape<S extends z.ZodObject = z.ZodObject> {
  name: string;
  row: S;
  key: readonly (keyof z.output<S> & string)[];
  /** Rows come in the order in which they were first put, or in the order of their keys. */
  order: 'put' | 'key';
  /** The column with another name of a row, as unique as its key. */
  alias?: keyof z.output<S> & string;
}

/** Every call passes complete rows. */
export interface Table<Row> {
  /** In the order of the table, see `TableShape`. */
  all(): Promise<Row[]>;
  /** Adds the row, or replaces the row with the same key. */
  put(row: Row): Promise<void>;
  /** Changes the row with this key. Does nothing when there is no such row. */
  update(row: Row): Promise<void>;
  /** Only the key of `row` counts. */
  remove(row: Row): Promise<void>;
}

/** In quotation marks, because some names are words of SQL. */
const columnOf = (field: string): string => `"${field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}"`;

/** The values of `fields`, in their order. */
function valuesOf(row: object, fields: readonly string[]): Value[] {
  const plain = new Map<string, unknown>(Object.entries(row));
  return fields.map((field) => {
    const value = plain.get(field);
    if (typeof value === 'string' || typeof value === 'number' || value === null) return value;
    if (value instanceof Uint8Array) return value;
    throw new TypeError(`${field} is no value of a column`);
  });
}

export const keyedTable = <S extends z.ZodObject>(
  statements: Statements,
  setAside: SetAside,
  { name, row, key, order }: TableShape<S>,
): Table<z.output<S>> => {
  const fields = Object.keys(row.shape);
  const others = fields.filter((field) => !key.some((one) => one === field));
  const stored = [...key, ...others];
  const put = upsert(statements, name, stored.map(columnOf), key.length);
  const isKey = key.map((field) => `${columnOf(field)} = ?`).join(' AND ');
  const selected = fields.map((field) => `${columnOf(field)} AS "${field}"`).join(', ');
  const ordered = order === 'put' ? statements.dialect.rowNumber : key.map(columnOf).join(', ');
  const all = `SELECT ${selected} FROM ${name} ORDER BY ${ordered}`;
  const update = `UPDATE ${name} SET ${others.map((field) => `${columnOf(field)} = ?`).join(', ')} WHERE ${isKey}`;
  const remove = `DELETE FROM ${name} WHERE ${isKey}`;
  /** It stays in the table until a row with its key is written. */
  const unreadable = (content: RawRow, reason: string) =>
    void setAside.keep({
      file: 'belfry.db',
      what: `the row ${key.map((field) => content[field]).join(' ')} of ${name}`,
      ...{ reason, content },
    });
  return {
    all: async () => readable(row, await statements.all(all), unreadable),
    put: (given) => put([valuesOf(given, stored)]),
    update: async (given) => void (await statements.run(update, ...valuesOf(given, [...others, ...key]))),
    remove: async (given) => void (await statements.run(remove, ...valuesOf(given, key))),
  };
};
