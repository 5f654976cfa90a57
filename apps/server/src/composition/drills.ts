// Puts restore tests together: the looks at copies, what was seen of them, and the endpoints.
import type { State } from '@belfry/schema/state';
import type { FastifyRequest } from 'fastify';
import type { Connect } from '../config/host.ts';
import type { StoredInstance } from '../db/instances-store.ts';
import type { Store } from '../db/store.ts';
import { nodeIn } from '../drills/choice.ts';
import { createConnections } from '../drills/connections.ts';
import { drillRoutes } from '../drills/routes.ts';
import { createWatch } from '../drills/watch.ts';
import type { HistoryStore } from '../history/history-store.ts';
import { useAround } from '../history/use-around.ts';
import type { Audited } from '../http/audited.ts';
import type { Mount } from '../http/mount.ts';
import type { Clock } from '../lib/clock.ts';
import type { Parts } from '../lib/parts.ts';

export interface DrillsDeps {
  store: Pick<Store, 'drills' | 'atomically'>;
  state(): State;
  history: Pick<HistoryStore, 'series'>;
  instanceOf(instance: string): StoredInstance | undefined;
  connect: Connect;
  audited: Audited;
  nameOf(request: FastifyRequest): string;
  parts: Pick<Parts, 'guardedTask'>;
  clock: Clock;
}

export function createDrills({
  store,
  state,
  history,
  instanceOf,
  connect,
  audited,
  nameOf,
  parts,
  clock,
}: DrillsDeps) {
  const connections = createConnections({ instanceOf, connect, clock });
  const watch = createWatch({
    store,
    look: connections.look,
    nodeOf: (instance, vmid) => nodeIn(state(), instance, vmid),
    idle: () => void parts.guardedTask('the end of restore tests', connections.close, undefined),
    guardedTask: parts.guardedTask,
    clock,
  });
  let end = () => {};
  return {
    tick: watch.tick,
    routes: (mount: Mount) =>
      drillRoutes(mount, {
        ...{ store, watch, state, audited, nameOf, clock },
        useAround: (guest, backup) => useAround(history, guest, backup),
      }),
    start() {
      end = watch.start();
    },
    async stop() {
      end();
      await connections.close();
    },
  };
}
