// A prepared statement whose rows are parsed, so that data from the disk has types.
import type { SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite';
import * as z from 'zod';
import { allProblems } from '../lib/invalid-input.ts';
import type { RawRow } from './backend.ts';
import type { Database } from './open.ts';

export interface Query<T> {
  get(...values: SQLInputValue[]): T | undefined;
  all(...values: SQLInputValue[]): T[];
}

/** Throws for a row that does not fit. */
export function query<S extends z.ZodType>(db: Database, row: S, sql: string): Query<z.output<S>> {
  const statement = db.prepare(sql);
  return {
    get(...values) {
      const found = statement.get(...values);
      return found === undefined ? undefined : row.parse(found);
    },
    all: (...values) => statement.all(...values).map((found) => row.parse(found)),
  };
}

/** A row that does not fit is left out and given to `unreadable`: it costs no other row. */
export function readable<S extends z.ZodType>(
  row: S,
  raw: readonly RawRow[],
  unreadable: (row: RawRow, reason: string) => void,
): z.output<S>[] {
  return raw.flatMap((found) => {
    const parsed = row.safeParse(found);
    if (parsed.success) return [parsed.data];
    unreadable(found, allProblems(parsed.error));
    return [];
  });
}

/** A number that JavaScript cannot represent stays a bigint, instead of an error for all rows. */
export function rawRows(statement: StatementSync, ...values: SQLInputValue[]): RawRow[] {
  try {
    return statement.all(...values);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  statement.setReadBigInts(true);
  try {
    return statement
      .all(...values)
      .map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, small(value)])));
  } finally {
    statement.setReadBigInts(false);
  }
}

const small = (value: SQLOutputValue): SQLOutputValue =>
  typeof value === 'bigint' && Number.isSafeInteger(Number(value)) ? Number(value) : value;

/** A column of 0 and 1. */
export const flag = z.number().transform((n) => n !== 0);

/** A column that contains JSON. */
export const json = z.string().transform((text, context): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    context.addIssue('no JSON');
    return z.NEVER;
  }
});
