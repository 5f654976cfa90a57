// The interface of a database, which all stores use: statements, and one transaction at a time. SQLite implements it. Its calls do not
// wait; the promises are for databases that do.
import type { State } from '@belfry/schema/state';

export type Value = string | number | null | Uint8Array;
/** By column. A number that JavaScript cannot represent is a bigint. */
export type RawRow = Record<string, Value | bigint>;

/** What databases write differently. Everything else is written once for all of them. */
export interface Dialect {
  /** The column that numbers the rows of a table in the order in which they were first put. */
  rowNumber: string;
  lineBreak: string;
  /** A function of two texts: where the second one is in the first one; 0: nowhere. */
  position: string;
}

/** `sql` has a `?` for each of `values`. */
export interface Statements {
  dialect: Dialect;
  all(sql: string, ...values: Value[]): Promise<RawRow[]>;
  /** Returns the number of changed rows. */
  run(sql: string, ...values: Value[]): Promise<number>;
}

/** A `Connection` calls it in turns: nothing else runs between `begin` and `commit` or `rollback`. */
export interface Backend extends Statements {
  begin(): Promise<void>;
  commit(): Promise<void>;
  /** Does nothing when no transaction is open. */
  rollback(): Promise<void>;
  /** Whether another process has written since this was last called. */
  isChangedElsewhere(): Promise<boolean>;
  /** Rejects while the disk has no room for `bytes` more. Writes nothing that stays. */
  probe(bytes: number): Promise<void>;
  /** Gives the room of removed rows back, where a database does not do so by itself. Never in a transaction. */
  shrink(): Promise<void>;
  /** After an error, outside of a transaction: true when the database was damaged and an empty one was begun. */
  isBegunAnew(error: unknown): boolean;
  problems(): State['serverProblems'];
  close(): Promise<void>;
}
