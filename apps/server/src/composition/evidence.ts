// Puts evidence reports together: what they are made from, the worker that makes them, and the endpoints.
import type { Config } from '../config/env.ts';
import type { AlertsStore } from '../db/alerts-store.ts';
import type { Store } from '../db/store.ts';
import { createMaker } from '../evidence/maker.ts';
import { type EvidenceRoutesDeps, evidenceRoutes } from '../evidence/routes.ts';
import type { Mount } from '../http/mount.ts';
import type { Clock } from '../lib/clock.ts';
import type { Alerts } from './alerts.ts';
import type { History } from './history.ts';
import type { JournalPart } from './journal.ts';
import type { Protection } from './protection.ts';

export interface EvidenceDeps extends Pick<EvidenceRoutesDeps, 'state'> {
  config: Pick<Config, 'machineZone'>;
  store: Pick<Store, 'derive'>;
  history: Pick<History, 'past' | 'status'>;
  alerts: Pick<Alerts, 'windows'>;
  file: { alerts: Pick<AlertsStore, 'pages'> };
  journal: Pick<JournalPart, 'page'>;
  protection: Pick<Protection, 'runs' | 'exclusions'>;
  clock: Pick<Clock, 'now' | 'after'>;
}

export function mountEvidence(mount: Mount, deps: EvidenceDeps): void {
  const { config, store, state, history, alerts, file, journal, protection, clock } = deps;
  evidenceRoutes(mount, {
    ...{ state, clock, alerts: file.alerts, windows: alerts.windows, journal: journal.page },
    ...{ runs: protection.runs, exclusions: protection.exclusions },
    history: { ...history.past.store, isRemote: () => !history.past.isOwn() },
    knownSince: async () => (await history.status()).oldest,
    make: createMaker({ clock }),
    secret: store.derive('evidence reports'),
    zone: config.machineZone || 'UTC',
  });
}
