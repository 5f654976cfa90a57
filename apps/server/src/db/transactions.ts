// Transactions over any database, one at a time, and the rows in memory that they change.
import { hashKey } from './api-tokens-store.ts';
import type { Backend } from './backend.ts';
import type { Disk } from './disk.ts';
import { createKept, type Kept } from './kept.ts';
import type { Holding, Scope, Work } from './scope.ts';
import { secretKey } from './secrets-store.ts';
import type { SessionOwner } from './sessions-store.ts';
import type { SetAside } from './set-aside.ts';
import { createTurns } from './turns.ts';

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
  saveHeld: Record<'sessions' | 'settings', () => Promise<void>>;
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
  const { users, sessions, apiTokens, viewLinks, settings, secrets, instances, ...others } = backend.tables;
  const { exclusions, assignments, restoreTests, ...onDisk } = others;
  const idOf = ({ id }: { id: string }) => id;
  const tokenOf = ({ tokenHash }: { tokenHash: Uint8Array }) => hashKey(tokenHash);
  const kept = {
    users: createKept({ table: users, keyOf: ({ name }) => name }),
    sessions: createKept({ table: sessions, keyOf: idOf, aliasOf: tokenOf }),
    apiTokens: createKept({ table: apiTokens, keyOf: idOf, aliasOf: tokenOf }),
    viewLinks: createKept({ table: viewLinks, keyOf: idOf, aliasOf: tokenOf }),
    settings: createKept({ table: settings, keyOf: ({ key }) => key }),
    secrets: createKept({ table: secrets, keyOf: secretKey }),
    instances: createKept({ table: instances, keyOf: idOf }),
    exclusions: createKept({ table: exclusions, keyOf: ({ guest }) => guest }),
    assignments: createKept({ table: assignments, keyOf: ({ backups }) => backups }),
    restoreTests: createKept({ table: restoreTests, keyOf: idOf }),
  };
  const turns = createTurns();
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
    const begun = {
      users: kept.users.begin(),
      sessions: kept.sessions.begin(),
      apiTokens: kept.apiTokens.begin(),
      viewLinks: kept.viewLinks.begin(),
      settings: kept.settings.begin(),
      secrets: kept.secrets.begin(),
      instances: kept.instances.begin(),
      exclusions: kept.exclusions.begin(),
      assignments: kept.assignments.begin(),
      restoreTests: kept.restoreTests.begin(),
    };
    const tx: Transaction = {
      tables: {
        ...onDisk,
        users: begun.users.rows,
        sessions: begun.sessions.rows,
        apiTokens: begun.apiTokens.rows,
        viewLinks: begun.viewLinks.rows,
        settings: begun.settings.rows,
        secrets: begun.secrets.rows,
        instances: begun.instances.rows,
        exclusions: begun.exclusions.rows,
        assignments: begun.assignments.rows,
        restoreTests: begun.restoreTests.rows,
      },
      saveHeld: { sessions: begun.sessions.saveHeld, settings: begun.settings.saveHeld },
      isOver: false,
      isRevoked: false,
      ended: [],
    };
    let result: T;
    try {
      await backend.begin();
      await refresh();
      result = await work(tx).finally(() => {
        tx.isOver = true;
      });
      await backend.commit();
    } catch (error) {
      await backend.rollback();
      throw error;
    }
    for (const rows of Object.values(begun)) rows.commit();
    if (tx.isRevoked) revoked(tx.ended);
    return result;
  }

  function alone(disk: Pick<Disk, 'attempt' | 'note' | 'later'>): Scope {
    const holding = <Name extends 'sessions' | 'settings', Row>(
      name: Name,
      { hold, release }: Pick<Kept<Row>, 'hold' | 'release'>,
    ): Holding<Row> => {
      const save = <T>(first: () => T): Promise<T> =>
        turns.take(async () => {
          let decided: { result: T } | undefined;
          const decide = (): T => {
            decided ??= { result: first() };
            return decided.result;
          };
          try {
            return await transact(async (tx) => {
              const result = decide();
              await tx.saveHeld[name]();
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
      read: (work) => turns.take(() => work(onDisk)),
      write: (work) => turns.take(() => transact((tx) => work(tx.tables))).catch(noted),
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
    within: (work) => turns.take(() => transact((tx) => work(scopeOf(tx)))),
    refresh: () => turns.take(refresh),
    probe: (bytes) => turns.take(() => backend.probe(bytes)),
    close: () => turns.take(backend.close),
  };
}
