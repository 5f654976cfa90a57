// The connection over which a server keeps the lease. It is its own, so that a renewal waits for nothing else, and is opened again when lost.
import { type Lease, leaseOver, prepareLease } from './lease.ts';
import { FACTS } from './schema.ts';
import { connectTo, type Session } from './session.ts';

/** Less than a renewal may be late. */
const ANSWER_MS = 3000;

export interface LeaseLine extends Lease {
  /** Makes the tables of the lease where they are missing. */
  prepare(): Promise<void>;
  /** For whoever looks at the database before it is opened. */
  session(): Promise<Session>;
  close(): Promise<void>;
}

export function openLeaseLine(url: string): LeaseLine {
  let opened: Session | undefined;
  /** One statement after the other: one whose answer does not come ends the connection, and must not take another one with it. */
  let turn: Promise<unknown> = Promise.resolve();
  const session = async (): Promise<Session> => {
    if (!opened?.isOpen()) opened = await connectTo(url, ANSWER_MS);
    return opened;
  };
  const used = <T>(ask: (session: Session) => Promise<T>): Promise<T> => {
    const answer = turn.then(() => asked(ask));
    turn = answer.catch(() => {});
    return answer;
  };
  const asked = async <T>(ask: (session: Session) => Promise<T>): Promise<T> => {
    const own = await session();
    try {
      return await ask(own);
    } catch (error) {
      await own.close().catch(() => {});
      throw error;
    }
  };
  return {
    ...leaseOver({ query: (...given) => used(({ query }) => query(...given)) }),
    prepare: () => used((own) => prepareLease(own, FACTS)),
    session,
    async close() {
      await opened?.close().catch(() => {});
    },
  };
}
