// The rows of one table in memory, where they are read without waiting. A transaction sees its own changes at once; all
// others see them after the commit.
import { hashKey } from './api-tokens-store.ts';
import type { Table, TableShape } from './table.ts';

export interface KeptRows<Row> {
  get(key: string): Row | undefined;
  /** By the other name of a row, see `TableShape`. */
  find(alias: string): Row | undefined;
  list(): Row[];
}

/** The rows as one transaction sees them and changes them. */
export interface ChangingRows<Row> extends KeptRows<Row> {
  put(row: Row): Promise<void>;
  /** Does nothing when there is no such row. */
  update(row: Row): Promise<void>;
  /** False when there is no such row. */
  remove(key: string): Promise<boolean>;
}

export interface Kept<Row> extends KeptRows<Row> {
  /** Reads all rows again. */
  load(): Promise<void>;
  /** Changes a row in memory, undefined removes it; `saveHeld` writes it. */
  hold(key: string, row: Row | undefined): void;
  /** Drops the held changes that are not saved. */
  release(): void;
  begin(): Begun<Row>;
}

/** What one transaction does with the rows. */
export interface Begun<Row> {
  rows: ChangingRows<Row>;
  saveHeld(): Promise<void>;
  commit(): void;
}

/** The key of a row as text. */
function keysOf(fields: readonly string[]): (row: object) => string {
  return (row) => fields.map((field): unknown => Reflect.get(row, field)).join('\n');
}

export function createKept<Row extends object>(
  table: Table<Row>,
  { key, alias }: Pick<TableShape, 'key' | 'alias'>,
): Kept<Row> {
  const keyOf = keysOf(key);
  const aliasOf = alias === undefined ? undefined : (row: object): string => hashKey(Reflect.get(row, alias));
  const saved = new Map<string, Row>();
  const keys = new Map<string, string>();
  /** Changes that are not on the disk yet. They replace the saved rows. */
  const held = new Map<string, Row | undefined>();

  const get = (key: string) => (held.has(key) ? held.get(key) : saved.get(key));
  const list = () => withChanges([...saved.values()], held, keyOf);
  const find = (alias: string): Row | undefined => {
    for (const row of held.values()) if (row && aliasOf?.(row) === alias) return row;
    const key = keys.get(alias);
    return key === undefined ? undefined : get(key);
  };
  const set = (key: string, row: Row | undefined): void => {
    const before = saved.get(key);
    if (before && aliasOf) keys.delete(aliasOf(before));
    if (!row) saved.delete(key);
    else {
      saved.set(key, row);
      if (aliasOf) keys.set(aliasOf(row), key);
    }
  };

  return {
    get,
    find,
    list,
    async load() {
      const rows = await table.all();
      saved.clear();
      keys.clear();
      for (const row of rows) set(keyOf(row), row);
    },
    hold: (key, row) => void held.set(key, row),
    release: () => held.clear(),
    begin() {
      const changes = new Map<string, Row | undefined>();
      /** The held change of a row at the time when it was written. A later change of the row stays held. */
      const replaced = new Map<string, Row | undefined>();
      const change = (key: string, row: Row | undefined) => {
        if (held.has(key)) replaced.set(key, held.get(key));
        changes.set(key, row);
      };
      const rows: ChangingRows<Row> = {
        get: (key) => (changes.has(key) ? changes.get(key) : get(key)),
        find(alias) {
          for (const row of changes.values()) if (row && aliasOf?.(row) === alias) return row;
          const row = find(alias);
          return row && changes.has(keyOf(row)) ? undefined : row;
        },
        list: () => withChanges(list(), changes, keyOf),
        async put(row) {
          change(keyOf(row), row);
          await table.put(row);
        },
        async update(row) {
          if (!rows.get(keyOf(row))) return;
          change(keyOf(row), row);
          await table.update(row);
        },
        async remove(key) {
          const row = rows.get(key);
          const stored = row ?? saved.get(key);
          change(key, undefined);
          if (stored) await table.remove(stored);
          return row !== undefined;
        },
      };
      return {
        rows,
        async saveHeld() {
          for (const [key, row] of [...held]) {
            if (row) await rows.put(row);
            else await rows.remove(key);
          }
        },
        commit() {
          for (const [key, row] of changes) set(key, row);
          for (const [key, row] of replaced) if (held.get(key) === row) held.delete(key);
        },
      };
    },
  };
}

function withChanges<Row>(
  rows: Row[],
  changes: ReadonlyMap<string, Row | undefined>,
  keyOf: (row: Row) => string,
): Row[] {
  if (changes.size === 0) return rows;
  const all = new Map(rows.map((row) => [keyOf(row), row]));
  for (const [key, row] of changes) {
    if (row) all.set(key, row);
    else all.delete(key);
  }
  return [...all.values()];
}
