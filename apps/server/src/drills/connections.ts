// The connections through which copies are looked at: one for each instance, as long as a restore test is open.
import { fail, type Result } from '@belfry/domain/result';
import type { DrillLook, DrillQuestion } from '@belfry/schema/drill/look';
import type { SourceError } from '@belfry/schema/messages/observation';
import type { Connect, HostConnection } from '../config/host.ts';
import type { StoredInstance } from '../db/instances-store.ts';
import type { Clock } from '../lib/clock.ts';

export interface ConnectionsDeps {
  /** By the id of the instance in the state. */
  instanceOf(instance: string): StoredInstance | undefined;
  connect: Connect;
  clock: Pick<Clock, 'now' | 'after'>;
}

/** All calls of one look. */
const LOOK_MS = 20_000;

interface Held {
  /** Which version of the configuration. */
  changedAt: number;
  connection: HostConnection;
  over: AbortController;
}

export function createConnections({ instanceOf, connect, clock }: ConnectionsDeps) {
  const held = new Map<string, Held>();

  async function drop(instance: string): Promise<void> {
    const one = held.get(instance);
    held.delete(instance);
    one?.over.abort();
    await one?.connection.close();
  }

  async function to(instance: string): Promise<HostConnection | undefined> {
    const found = instanceOf(instance);
    const known = held.get(instance);
    if (found && known && known.changedAt === found.changedAt) return known.connection;
    await drop(instance);
    if (!found) return undefined;
    const over = new AbortController();
    const connection = connect(found.config, over.signal);
    held.set(instance, { changedAt: found.changedAt, connection, over });
    return connection;
  }

  return {
    async look(instance: string, question: DrillQuestion): Promise<Result<DrillLook, SourceError>> {
      const connection = await to(instance);
      if (!connection) return fail({ kind: 'unreachable', message: 'The instance is no longer configured.' });
      const { promise: late, resolve } = Promise.withResolvers<Result<DrillLook, SourceError>>();
      const cancel = clock.after(LOOK_MS, () =>
        resolve(fail({ kind: 'timeout', message: `The host did not answer within ${LOOK_MS / 1000} s.` })),
      );
      try {
        return await Promise.race([connection.drill(question, clock.now()), late]);
      } finally {
        cancel();
      }
    },
    async close(): Promise<void> {
      await Promise.all([...held.keys()].map(drop));
    },
  };
}
