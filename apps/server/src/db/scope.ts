// What a store works with: the rows in memory, and the two ways to the database. The same stores run on their own, where
// each write is a transaction, and within `atomically`, where all writes are a part of one.
import type { ChangingRows, KeptRows } from './kept.ts';
import type { SessionOwner } from './sessions-store.ts';
import type { SetAside } from './set-aside.ts';
import type { InMemory, OnDisk, Rows } from './tables.ts';

/** The tables within a transaction. */
export type Work = { [Name in InMemory]: ChangingRows<Rows[Name]> } & OnDisk;

export interface Scope {
  memory: { [Name in InMemory]: KeptRows<Rows[Name]> };
  /** Reads what is not in memory. */
  read<T>(work: (tables: OnDisk) => Promise<T>): Promise<T>;
  /** All of it or, if it rejects, nothing. */
  write<T>(work: (tables: Work) => Promise<T>): Promise<T>;
  /**
   * For a write that no caller waits for. False when the disk did not accept it; see `Disk`. Within `atomically` it is a
   * part of that transaction, and rejects.
   */
  attempt(write: () => Promise<void>, key?: string): Promise<boolean>;
  /** Rows that change in memory even while the disk takes no writes. */
  sessions: Holding<Rows['sessions']>;
  settings: Holding<Rows['settings']>;
  /** For content that cannot be read. */
  setAside: SetAside;
  /** Reports that a credential may have ended, after the commit. `ended`: see `Store`. */
  revoked(ended?: readonly SessionOwner[]): void;
}

export interface Holding<Row> {
  /** Changes a row in memory, undefined removes it. `save` writes it. */
  hold(key: string, row: Row | undefined): void;
  /**
   * Runs `first` when nothing else is being written, then writes the rows that are held: now, or when the disk accepts
   * them. Within `atomically` it is a part of that transaction, and rejects.
   */
  save<T>(first: () => T): Promise<T>;
}
