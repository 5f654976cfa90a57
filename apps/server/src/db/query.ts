// A prepared statement whose rows are parsed, so that data from the disk has types.
import type { SQLInputValue } from 'node:sqlite';
import * as z from 'zod';
import type { Database } from './open.ts';

export interface Query<T> {
  get(...values: SQLInputValue[]): T | undefined;
  all(...values: SQLInputValue[]): T[];
}

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

/** A column of 0 and 1. */
export const flag = z.number().transform((n) => n !== 0);
