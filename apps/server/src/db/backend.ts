// What a database does for the stores: rows of named tables, one transaction at a time. SQLite is one, tests have another.
import type * as z from 'zod';
import type { AuditTable } from './audit-store.ts';
import type { DockerHostsTable } from './docker-hosts-store.ts';
import type { Rows } from './tables.ts';

/** A table whose rows have a key. Rows are given whole. */
export interface Table<Row> {
  /** In the order of the table, see `TableShape`. */
  all(): Promise<Row[]>;
  /** Adds the row, or puts it in the place of the one with its key. */
  put(row: Row): Promise<void>;
  /** Changes the row with this key, and nothing when there is none. */
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
  /** Rejects while there is no room for `bytes` more. Leaves nothing behind. */
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
