// Puts notifications together: the destinations, the outbox and the log of what became of each message.
import type { State } from '@belfry/schema/state';
import { openOutboxFile } from './db/outbox-file.ts';
import type { Store } from './db/store.ts';
import type { Mount } from './http/mount.ts';
import type { Clock } from './lib/clock.ts';
import type { OnDefect } from './lib/defects.ts';
import type { Logger } from './lib/logger.ts';
import type { Networks } from './lib/networks.ts';
import { joined } from './notify/destination.ts';
import { openOutbox } from './notify/outbox/outbox.ts';
import { deliveryRoutes } from './notify/outbox/routes.ts';
import { createOutgoing } from './notify/request/outgoing.ts';

export interface NotificationsDeps {
  store: Pick<Store, 'disk'>;
  dataDir: string;
  /** Where requests may go beyond the usual addresses. */
  networks: Networks;
  publicUrl: string;
  onDefect: OnDefect;
  clock: Clock;
  log: Logger;
}

export interface Notifications {
  /** Destinations that cannot be delivered to, and a damaged file. The same object while nothing changes. */
  problems(): State['serverProblems'];
  routes(mount: Mount): void;
  start(): void;
  /** Ends within seconds. */
  stop(): Promise<void>;
}

export async function createNotifications(deps: NotificationsDeps): Promise<Notifications> {
  const { store, dataDir, networks, publicUrl, onDefect, clock, log } = deps;
  const file = await openOutboxFile({ dataDir, clock, log });
  const { request, connect } = createOutgoing({ allowPrivate: () => true, named: networks, clock });
  const outbox = await openOutbox({
    ...{ store: file, disk: store.disk, onDefect, clock, log },
    destinations: joined(),
    services: new Map(),
    service: { request, connect, clock, log },
    publicUrl: () => publicUrl.replace(/\/$/, ''),
  });

  return {
    problems: outbox.problems,
    routes: (mount) => deliveryRoutes(mount, { outbox, store: file }),
    start: outbox.start,
    async stop() {
      await outbox.stop();
      file.close();
    },
  };
}
