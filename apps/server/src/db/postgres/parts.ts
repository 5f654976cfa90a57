// What Belfry keeps in a database of PostgreSQL: the same tables as in its files, one part for each file, with the same versions.
import { DatabaseSync } from 'node:sqlite';
import { alertsMigrations } from '../alerts-schema.ts';
import { exportMigrations } from '../export-queue-file.ts';
import { journalMigrations } from '../journal-rows.ts';
import { migrations } from '../migrations/list.ts';

export interface Part {
  /** Of the file in the data directory, without its ending. */
  name: 'belfry' | 'alerts' | 'export-queue' | 'journal';
  migrations: readonly string[];
}

export const parts: readonly Part[] = [
  { name: 'belfry', migrations },
  { name: 'alerts', migrations: alertsMigrations },
  { name: 'export-queue', migrations: exportMigrations },
  { name: 'journal', migrations: journalMigrations },
];

/** `isKeyed`: its rows have no order but that of their keys. `number`: the column that numbers its rows. */
export interface TableFacts {
  table: string;
  columns: readonly string[];
  keys: readonly string[];
  isKeyed: boolean;
  number: string | undefined;
}

/** The tables of a part, as its migrations make them in SQLite. */
export function tablesOf({ migrations: steps }: Part, version = steps.length): TableFacts[] {
  const sample = new DatabaseSync(':memory:');
  try {
    for (const step of steps.slice(0, version)) sample.exec(step);
    const tables = sample
      .prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY rowid")
      .all();
    return tables.map(({ name, sql }) => {
      const columns = sample.prepare(`SELECT name, pk FROM pragma_table_info('${name}')`).all();
      const keys = columns.filter(({ pk }) => pk !== 0).map((column) => String(column.name));
      return {
        ...{ table: String(name), columns: columns.map((column) => String(column.name)), keys },
        isKeyed: String(sql).includes('WITHOUT ROWID'),
        number: String(sql).includes('AUTOINCREMENT') ? keys[0] : undefined,
      };
    });
  } finally {
    sample.close();
  }
}
