// A part of a database of PostgreSQL as a database of the stores. Each part has one connection, which is opened again when it was lost.
import type { Backend, Dialect, Value } from '../backend.ts';
import { type Fence, NotHolder } from './fence.ts';
import type { Answer, Session } from './session.ts';
import { numbered } from './translated.ts';

const dialect: Dialect = { rowNumber: 'rowid', lineBreak: 'chr(10)', position: 'strpos' };
/** Filters make many different statements. */
const MAX_KNOWN = 200;
/** Longer than a transaction waits for another process, and less than a statement may take. */
const LOCK_MS = 5000;

export interface PostgresPart {
  /** Rejects with a `DatabaseTrouble` when the database cannot be used. */
  connect(): Promise<Session>;
  /** Gives an error of the connection a reason. */
  troubled(error: unknown): unknown;
  /** The name of the part in `belfry_parts`. */
  part: string;
  /** The number of its changes when it was opened, see `isChangedElsewhere`. */
  changes: number;
  /** Of two servers: without it every transaction may begin. */
  fence?: Fence | undefined;
}

export function createPostgresBackend({ connect, troubled, part, changes, fence }: PostgresPart): Backend {
  const known = new Map<string, string>();
  let session: Session | undefined;
  /** Of the transaction that is open: the changes before it, and whether it has any. */
  let open: { session: Session; before: number; isWritten: boolean } | undefined;
  let seen = changes;
  const ofPart = `WHERE part = '${part}'`;

  function translated(sql: string): string {
    let text = known.get(sql);
    if (text !== undefined) return text;
    if (known.size >= MAX_KNOWN) known.clear();
    text = numbered(sql);
    known.set(sql, text);
    return text;
  }
  async function connected(): Promise<Session> {
    if (session?.isOpen()) return session;
    session = undefined;
    session = await connect();
    return session;
  }
  /** A connection with an error of its own is not used again: its answer may still come. */
  async function asked<T>(of: Session, ask: (session: Session) => Promise<T>): Promise<T> {
    try {
      return await ask(of);
    } catch (error) {
      const known = troubled(error);
      if (known !== error) await of.close().catch(() => {});
      throw known;
    }
  }
  const query = async (sql: string, values: Value[]): Promise<Answer> =>
    asked(open?.session ?? (await connected()), (session) => session.query(translated(sql), values));
  const isFenced = fence ? `${fence.statement}; ` : '';
  const countOf = ({ rows }: Answer): number => Number(rows[0]?.changes ?? 0);

  return {
    dialect,
    all: async (sql, ...values) => (await query(sql, values)).rows,
    async run(sql, ...values) {
      if (open) open.isWritten = true;
      return (await query(sql, values)).changes;
    },
    /**
     * The fence comes first: whoever does not hold the lease writes nothing. The lock on its row keeps other processes from writing, and a process that
     * stopped in here does not keep it. A server that does not know whether it holds the lease asks the database all the same, so that one that is away
     * is not taken for a lease that was lost.
     */
    async begin() {
      if (fence?.isOver?.()) throw troubled(new NotHolder());
      const session = await connected();
      open = { session, before: seen, isWritten: false };
      const answers = await asked(session, ({ each }) =>
        each(`BEGIN; SET LOCAL lock_timeout = ${LOCK_MS}; SET LOCAL idle_in_transaction_session_timeout = ${2 * LOCK_MS};
          ${isFenced}SELECT changes FROM belfry_parts ${ofPart} FOR UPDATE`),
      );
      const [held, found] = answers.slice(-2);
      if (fence && (held?.rows.length !== 1 || !fence.isHeld())) {
        fence.refused();
        throw troubled(new NotHolder());
      }
      if (found) open.before = countOf(found);
    },
    async commit() {
      if (!open) throw new Error('no transaction is open');
      const { session, before, isWritten } = open;
      const count = isWritten ? `UPDATE belfry_parts SET changes = ${before + 1} ${ofPart}; ` : '';
      const { done } = await asked(session, ({ script }) => script(`${count}COMMIT`));
      if (done !== 'COMMIT') throw new Error('PostgreSQL rolled a transaction back in which a statement had failed.');
      open = undefined;
      if (isWritten && seen === before) seen = before + 1;
    },
    async rollback() {
      if (!open) return;
      const { session } = open;
      open = undefined;
      if (session.isOpen()) await session.script('ROLLBACK').catch(() => session.close().catch(() => {}));
    },
    async isChangedElsewhere() {
      const before = seen;
      seen = open ? open.before : countOf(await query(`SELECT changes FROM belfry_parts ${ofPart}`, []));
      return seen !== before;
    },
    async probe(bytes) {
      const session = await connected();
      await asked(session, async ({ script, query }) => {
        await script('BEGIN');
        try {
          return await query("INSERT INTO settings (key, value, changed_at) VALUES ('disk-probe', $1, 0)", [
            '0'.repeat(bytes),
          ]);
        } finally {
          await script('ROLLBACK');
        }
      });
    },
    // PostgreSQL does this by itself.
    shrink: async () => {},
    isBegunAnew: () => false,
    problems: () => ({}),
    async close() {
      await session?.close();
    },
  };
}
