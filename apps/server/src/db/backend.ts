// The interface of a database that the stores use: rows of named tables, one transaction at a time. SQLite implements it,
// and the tests have a second implementation.
import type * as z from 'zod';
import type { AuditTable } from './audit-store.ts';
import type { DockerHostsTable } from './docker-hosts-store.ts';
import type { Rows } from './tables.ts';

/** A table whose rows have a key. Every call passes complete rows. */
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

export type Tables = { [Name in keyof Rows]: Table<Rows[Name]> } & { audit: AuditTable; dockerHosts: DockerHostsTable };

/** The stores call it in turns: nothing else runs between `begin` and `commit` or `rollback`. */
export interface Backend {
  tables: Tables;
  begin(): Promise<void>;
  commit(): Promise<void>;
  /** Does nothing when no transaction is open. */
  rollback(): Promise<void>;
  /** Whether another process has written since this was last called. */
  isChangedElsewhere(): Promise<boolean>;
  /** Rejects while the disk has no room for `bytes` more. Writes nothing that stays. */
  probe(bytes: number): Promise<void>;
  close(): Promise<void>;
}

/** How a row is stored. `key` names the columns that identify it, in the spelling of the row. */
export interface TableShape<S extends z.ZodObject> {
  name: string;
  row: S;
  key: readonly (keyof z.output<S> & string)[];
  /** Rows come in the order in which they were first put, or in the order of their keys. */
  order: 'put' | 'key';
}
