// Puts evidence reports together: what they are made from, the worker that makes them, where they are kept, and the endpoints.
import path from 'node:path';
import type { Config } from '../config/env.ts';
import type { AlertsStore } from '../db/alerts-store.ts';
import type { Store } from '../db/store.ts';
import { createMaker } from '../evidence/maker.ts';
import { createMonthly } from '../evidence/monthly.ts';
import { createOrders } from '../evidence/orders.ts';
import { createReporter, type ReporterDeps } from '../evidence/reporter.ts';
import { evidenceRoutes } from '../evidence/routes.ts';
import { createRunMemory } from '../evidence/run-memory.ts';
import { createShelf } from '../evidence/shelf.ts';
import type { Mount } from '../http/mount.ts';
import type { Cancel, Clock } from '../lib/clock.ts';
import type { OnDefect } from '../lib/defects.ts';
import type { Parts } from '../lib/parts.ts';
import type { Access } from './access.ts';
import type { Alerts } from './alerts.ts';
import type { History } from './history.ts';
import type { JournalPart } from './journal.ts';
import type { Notifications } from './notifications.ts';
import type { Protection } from './protection.ts';
import { placesOf } from './report-places.ts';

export interface EvidenceDeps extends Pick<ReporterDeps, 'state'> {
  config: Pick<Config, 'machineZone' | 'dataDir' | 'reportFolder' | 'backup'>;
  store: Pick<Store, 'derive' | 'savedViews' | 'settings' | 'drills'>;
  history: Pick<History, 'past' | 'status' | 'forecastsAt'>;
  alerts: Pick<Alerts, 'windows'>;
  file: { alerts: Pick<AlertsStore, 'pages'> };
  journal: Pick<JournalPart, 'page' | 'file'>;
  protection: Pick<Protection, 'runs' | 'retentions' | 'decisions'>;
  access: Pick<Access, 'ownerOf' | 'nameOf' | 'audited'>;
  notifications: Pick<Notifications, 'poster'>;
  parts: Pick<Parts, 'guardedTask'>;
  onDefect: OnDefect;
  clock: Clock;
}

const HOUR_MS = 3_600_000;
/** To ask whether there is a scope. */
const anyReport = { period: '2026-01', format: 'json', language: 'en', paper: 'a4' } as const;

export function createEvidence(deps: EvidenceDeps) {
  const {
    config,
    store,
    state,
    history,
    alerts,
    file,
    journal,
    protection,
    clock,
    onDefect,
    parts,
    access,
    notifications,
  } = deps;
  const secret = store.derive('evidence reports');
  const zone = config.machineZone || 'UTC';
  const shelf = createShelf(path.join(config.dataDir, 'reports'));
  const memory = createRunMemory({
    ...{ file: journal.file, state, runs: protection.runs, guardedTask: parts.guardedTask, clock },
  });
  const reporter = createReporter({
    ...{ state, clock, secret, zone, alerts: file.alerts, windows: alerts.windows, journal: journal.page },
    drills: store.drills.list,
    ...{
      runs: protection.runs,
      retentions: protection.retentions,
      noted: memory.between,
      decisions: protection.decisions,
    },
    history: { ...history.past.store, isRemote: () => !history.past.isOwn() },
    forecastsAt: history.forecastsAt,
    knownSince: async () => (await history.status()).oldest,
    make: createMaker({ clock }),
    views: store.savedViews.list,
    head: () => monthly.head(),
  });
  const orders = createOrders({ reporter, shelf, onDefect, clock });
  const monthly = createMonthly({
    ...{ settings: store.settings, orders, zone, parts, clock },
    find: async (id) => (await shelf.list()).find((report) => report.id === id),
    check: (scope, owner) => reporter.check({ ...anyReport, scope, owner }),
    places: placesOf({ config, shelf, poster: notifications.poster, clock }),
  });

  return {
    routes: (mount: Mount) => evidenceRoutes(mount, { reporter, orders, shelf, secret, monthly, ...access }),
    problems: monthly.problems,
    /** Returns what stops it. */
    start(): Cancel {
      const prune = () =>
        parts.guardedTask('the reports that are kept', () => shelf.prune(monthly.keepDays(), clock.now()), undefined);
      void prune();
      const stops = [clock.every(HOUR_MS, prune), monthly.start(), memory.start()];
      return () => {
        for (const stop of stops) stop();
      };
    },
  };
}
