// One connection to PostgreSQL. A statement has no name on the server, so that a pooler may share the connection between transactions.
import pg from 'pg';
import type { RawRow, Value } from '../backend.ts';

export interface Answer {
  rows: RawRow[];
  /** The number of changed rows. */
  changes: number;
  /** What the server did: `COMMIT`, or `ROLLBACK` in place of it. */
  done: string;
}

export interface Session {
  query(sql: string, values: readonly Value[]): Promise<Answer>;
  /** Several statements without values. The answer of the last one. */
  script(sql: string): Promise<Answer>;
  /** The same, with the answer of each. */
  each(sql: string): Promise<Answer[]>;
  /** False once the connection has ended. */
  isOpen(): boolean;
  close(): Promise<void>;
}

/** A connection is opened, and a statement is answered, within this time. */
const ANSWER_MS = 10_000;

const INT8 = 20;
const NUMERIC = 1700;
const whole = (text: string): number | bigint => {
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : BigInt(text);
};
function parserOf(type: number, format?: 'text' | 'binary') {
  if (type === INT8) return whole;
  if (type === NUMERIC) return Number;
  return format === 'binary' ? pg.types.getTypeParser(type, format) : pg.types.getTypeParser(type);
}

/** PostgreSQL has no texts with a NUL. */
const sendable = (value: Value): Value => (typeof value === 'string' ? value.replaceAll('\0', '\uFFFD') : value);

const answerOf = ({ rows, rowCount, command }: pg.QueryResult): Answer => ({
  ...{ rows, changes: rowCount ?? 0, done: command },
});

/** `answerMs`: the time for an answer, if it is another one. */
export async function connectTo(url: string, answerMs = ANSWER_MS): Promise<Session> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'belfry',
    connectionTimeoutMillis: answerMs,
    query_timeout: answerMs,
    keepAlive: true,
    types: { getTypeParser: parserOf },
  });
  let isOpen = true;
  // Whoever waits for an answer gets the error too.
  const ended = () => {
    isOpen = false;
  };
  client.on('error', ended).on('end', ended);
  try {
    await client.connect();
  } catch (error) {
    await client.end().catch(() => {});
    throw error;
  }
  async function each(sql: string): Promise<Answer[]> {
    const found: pg.QueryResult | pg.QueryResult[] = await client.query(sql);
    return (Array.isArray(found) ? found : [found]).map(answerOf);
  }
  return {
    each,
    query: async (sql, values) => answerOf(await client.query(sql, values.map(sendable))),
    async script(sql) {
      const last = (await each(sql)).at(-1);
      if (!last) throw new Error('a script without statements');
      return last;
    },
    isOpen: () => isOpen,
    async close() {
      isOpen = false;
      await client.end();
    },
  };
}
