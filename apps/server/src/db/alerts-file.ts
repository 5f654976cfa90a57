// Alerts and the messages about them: both in one database, so that a change of both is one transaction. In SQLite it is a file of its own.
import path from 'node:path';
import type { State } from '@belfry/schema/state';
import type { Clock } from '../lib/clock.ts';
import { joined } from '../lib/joined.ts';
import { alertsMigrations, SEARCHED } from './alerts-schema.ts';
import { type AlertsStore, createAlertsStore, type HistoryBounds, type Occurrence } from './alerts-store.ts';
import type { Backend } from './backend.ts';
import { createConnection } from './connection.ts';
import { NAME_CONTAINERS } from './container-alerts.ts';
import { deliveryRows } from './delivery-rows.ts';
import { whyUnwritable } from './disk.ts';
import { merge } from './local-merge.ts';
import type { LocalMessage } from './local-outbox.ts';
import { occurrenceRows } from './occurrence-rows.ts';
import { type Database, transaction } from './open.ts';
import { importOutbox } from './outbox-import.ts';
import { createOutboxStore, type Double, type OutboxChanges, type OutboxStore } from './outbox-store.ts';
import { rawRows } from './query.ts';
import type { FileLog } from './separate-file.ts';
import { openSetAside, type SetAside } from './set-aside.ts';
import { openFileBackend } from './sqlite.ts';

export interface AlertsFile {
  alerts: AlertsStore;
  outbox: OutboxStore;
  /** All of it is written in one transaction, apart from doubles of messages, or, if it rejects, nothing. */
  save(rows: AlertsAndMessages): Promise<readonly Double[]>;
  /** What was sent while the database was away is written, apart from what another server wrote since then. Returns what that had said. */
  takeIn(local: readonly LocalMessage[]): Promise<readonly Double[]>;
  /** Called when the rows were lost while running, so that those in memory are saved again. */
  onLoss(listener: () => void): void;
  problems(): State['serverProblems'];
  /** Waits for what is being written. */
  close(): Promise<void>;
}

export interface AlertsAndMessages {
  occurrences: readonly Occurrence[];
  messages: OutboxChanges;
}

export interface AlertsFileOptions {
  dataDir: string;
  clock: Clock;
  log: FileLog;
  setAside?: SetAside | undefined;
  keep?: HistoryBounds | undefined;
  /** Where the rows are. Default: a file of their own. */
  backend?: Backend | undefined;
  /** For tests: another behaviour of the database. */
  change?(backend: Backend): Backend;
}

/** Throws `NewerFile`. */
export function openAlertsFile(options: AlertsFileOptions): AlertsFile {
  const { dataDir, clock, log, change = (backend) => backend } = options;
  if (options.backend) return alertsIn(change(options.backend), options);
  let imported: State['serverProblems'] = {};
  const backend = openFileBackend({
    ...{ dataDir, name: 'alerts', content: 'alerts and their history', migrations: alertsMigrations, copies: true },
    prepare(db) {
      imported = { ...imported, ...importOutbox(db, { dataDir, version: alertsMigrations.length, clock, log }) };
      bringUpToDate(db);
      // What the start needs is read now, so that a damaged file is found now.
      for (const rows of NEEDED) rawRows(db.prepare(`SELECT * FROM ${rows}`));
    },
    ...{ clock, log },
  });
  return alertsIn(change({ ...backend, problems: joined(() => imported, backend.problems) }), options);
}

const NEEDED = ['occurrences WHERE resolved_at IS NULL', 'deliveries WHERE ended_at IS NULL', 'told'];

/** On a full disk the searches are slower, and the alerts of containers have their old ids, until the next start. */
function bringUpToDate(db: Database): void {
  try {
    transaction(db, () => db.exec(SEARCHED + NAME_CONTAINERS));
  } catch (error) {
    if (whyUnwritable(error) === undefined) throw error;
  }
}

function alertsIn(backend: Backend, options: AlertsFileOptions): AlertsFile {
  const { clock, keep, setAside = openSetAside(options) } = options;
  const { problems } = backend;
  const connection = createConnection(backend);
  const [occurrences, messages] = [occurrenceRows(backend, setAside), deliveryRows(backend, setAside)];
  const alerts = createAlertsStore({ table: occurrences, connection, clock, problems, keep });
  const outbox = createOutboxStore({ table: messages, connection, clock, problems });
  return {
    ...{ alerts, outbox, problems, onLoss: connection.onLoss },
    save: (rows) =>
      connection.write(async () => {
        await occurrences.put(rows.occurrences);
        return messages.save(rows.messages);
      }),
    takeIn: (local) =>
      connection.write(() => merge(local, { occurrences, messages, statements: backend }, clock.now())),
    close() {
      alerts.close();
      outbox.close();
      return connection.close();
    },
  };
}

/** Where the alerts are, and the number of the newest schema of that file that this Belfry knows. */
export const alertsPlace = (dataDir: string) => ({
  file: path.join(dataDir, 'alerts.db'),
  known: alertsMigrations.length,
});
