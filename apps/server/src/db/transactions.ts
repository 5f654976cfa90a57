// Transactions over any database, one at a time, and the rows in memory that they change.
import { mapped } from '../lib/mapped.ts';
import type { Backend } from './backend.ts';
import { createConnection } from './connection.ts';
import type { Disk } from './disk.ts';
import { type Begun, type ChangingRows, createKept, type Kept } from './kept.ts';
import type { Holding, Scope, Work } from './scope.ts';
import type { SessionOwner } from './sessions-store.ts';
import type { SetAside } from './set-aside.ts';
import { createTables, type InMemory, inMemory, type Rows } from './tables.ts';

/** These rows may change in memory before they are on the disk. */
type Held = 'sessions' | 'settings';

export interface Transactions {
  /** Every write is its own transaction. If the disk does not accept it, `disk` notes that, and receives it if it can wait. */
  alone(disk: Pick<Disk, 'attempt' | 'note' | 'later'>): Scope;
  /** Every write of `work` is a part of one transaction. */
  within<T>(work: (scope: Scope) => Promise<T>): Promise<T>;
  /** Loads what another process has written. */
  refresh(): Promise<void>;
  /** See `Backend`. */
  probe(bytes: number): Promise<void>;
  close(): Promise<void>;
}

interface Transaction {
  tables: Work;
  /** Writes the changes that are only in memory. */
  saveHeld(of: Held): Promise<void>;
  isOver: boolean;
  isRevoked: boolean;
  ended: SessionOwner[];
}

/** `notify` is called when a credential may have ended. */
export async function createTransactions(
  backend: Backend,
  setAside: SetAside,
  notify: (ended: readonly SessionOwner[]) => void,
): Promise<Transactions> {
  const connection = createConnection(backend);
  const tables = createTables(backend, setAside);
  const kept = mapped<typeof inMemory, { [Name in InMemory]: Kept<Rows[Name]> }>(inMemory, (shape, name) =>
    createKept<object>(tables[name], shape),
  );
  const revoked = (ended: readonly SessionOwner[] = []) => notify(ended);

  async function load(): Promise<void> {
    for (const rows of Object.values(kept)) await rows.load();
  }
  async function refresh(): Promise<void> {
    if (!(await backend.isChangedElsewhere())) return;
    await load();
    revoked();
  }
  await load();

  /** Call it only within a turn. */
  async function transact<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    const begun = mapped<typeof kept, { [Name in InMemory]: Begun<Rows[Name]> }>(kept, (rows) => rows.begin());
    const changing = mapped<typeof begun, { [Name in InMemory]: ChangingRows<Rows[Name]> }>(begun, ({ rows }) => rows);
    const tx: Transaction = {
      tables: { ...tables, ...changing },
      saveHeld: (of) => begun[of].saveHeld(),
      isOver: false,
      isRevoked: false,
      ended: [],
    };
    const result = await connection.transaction(async () => {
      await refresh();
      return work(tx).finally(() => {
        tx.isOver = true;
      });
    });
    for (const rows of Object.values(begun)) rows.commit();
    if (tx.isRevoked) revoked(tx.ended);
    return result;
  }

  function alone(disk: Pick<Disk, 'attempt' | 'note' | 'later'>): Scope {
    const holding = <Row>(name: Held, { hold, release }: Pick<Kept<Row>, 'hold' | 'release'>): Holding<Row> => {
      const save = <T>(first: () => T): Promise<T> =>
        connection.turn(async () => {
          let decided: { result: T } | undefined;
          const decide = (): T => {
            decided ??= { result: first() };
            return decided.result;
          };
          try {
            return await transact(async (tx) => {
              const result = decide();
              await tx.saveHeld(name);
              return result;
            });
          } catch (error) {
            if (!disk.note(error)) {
              release();
              throw error;
            }
            disk.later(name, () => save(() => {}));
            return decide();
          }
        });
      return { hold, save };
    };
    const noted = (error: unknown): never => {
      disk.note(error);
      throw error;
    };
    return {
      memory: kept,
      read: (work) => connection.turn(() => work(tables)),
      write: (work) => connection.turn(() => transact((tx) => work(tx.tables))).catch(noted),
      attempt: disk.attempt,
      sessions: holding('sessions', kept.sessions),
      settings: holding('settings', kept.settings),
      setAside,
      revoked,
    };
  }

  function scopeOf(tx: Transaction): Scope {
    const asPart = async <T>(work: (tables: Work) => Promise<T>): Promise<T> => {
      if (tx.isOver) throw new Error('A store of `atomically` was used after its block had ended.');
      return work(tx.tables);
    };
    const holding = <Row>(
      put: (row: Row) => Promise<void>,
      remove: (key: string) => Promise<boolean>,
    ): Holding<Row> => {
      const held: [string, Row | undefined][] = [];
      return {
        hold: (key, row) => void held.push([key, row]),
        save: (first) =>
          asPart(async () => {
            const result = first();
            for (const [key, row] of held.splice(0)) await (row ? put(row) : remove(key));
            return result;
          }),
      };
    };
    return {
      memory: tx.tables,
      read: asPart,
      write: asPart,
      async attempt(write) {
        await write();
        return true;
      },
      sessions: holding(tx.tables.sessions.put, tx.tables.sessions.remove),
      settings: holding(tx.tables.settings.put, tx.tables.settings.remove),
      setAside,
      revoked(ended = []) {
        tx.isRevoked = true;
        tx.ended.push(...ended);
      },
    };
  }

  return {
    alone,
    within: (work) => connection.turn(() => transact((tx) => work(scopeOf(tx)))),
    refresh: () => connection.turn(refresh),
    probe: (bytes) => connection.turn(() => backend.probe(bytes)),
    close: connection.close,
  };
}
