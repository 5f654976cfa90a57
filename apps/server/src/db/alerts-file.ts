// The SQLite file of alerts: their occurrences, and the messages about them.
import path from 'node:path';
import type { State } from '@belfry/schema/state';
import type { Clock } from '../lib/clock.ts';
import { alertsMigrations } from './alerts-schema.ts';
import { type AlertsStore, createAlertsStore, type HistoryBounds, type Occurrence } from './alerts-store.ts';
import { messageRowsOf } from './delivery-rows.ts';
import { occurrenceRowsOf } from './occurrence-rows.ts';
import { type Database, transaction } from './open.ts';
import { importOutbox } from './outbox-import.ts';
import { createOutboxStore, type OutboxChanges, type OutboxStore } from './outbox-store.ts';
import { type FileLog, openSeparateFile } from './separate-file.ts';
import { openSetAside, type SetAside } from './set-aside.ts';

export interface AlertsFile {
  alerts: AlertsStore;
  outbox: OutboxStore;
  /** All of it is written in one transaction or, if it rejects, nothing. */
  save(rows: AlertsAndMessages): Promise<void>;
  /** Called when the rows were lost while running, so that those in memory are saved again. */
  onLoss(listener: () => void): void;
  problems(): State['serverProblems'];
  close(): void;
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
}

/** Throws `NewerFile`. */
export function openAlertsFile(options: AlertsFileOptions): AlertsFile {
  const { dataDir, clock, log, keep, setAside = openSetAside(options) } = options;
  let imported: State['serverProblems'] = {};
  const { use, onLoss, problems, close } = openSeparateFile({
    ...{ dataDir, name: 'alerts', content: 'alerts and their history', migrations: alertsMigrations, copies: true },
    rowsOf(db: Database) {
      imported = { ...imported, ...importOutbox(db, { dataDir, version: alertsMigrations.length, clock, log }) };
      const [occurrences, messages] = [occurrenceRowsOf(db, setAside), messageRowsOf(db, setAside)];
      // What the start needs is read now, so that a damaged file is found now.
      occurrences.open();
      messages.open();
      messages.notified();
      const save = (rows: AlertsAndMessages) =>
        transaction(db, () => {
          occurrences.put(rows.occurrences);
          messages.save(rows.messages);
        });
      return { occurrences, messages, save };
    },
    ...{ clock, log },
  });
  let last: State['serverProblems'] = {};
  let all: State['serverProblems'] = imported;
  const joined = () => {
    const now = problems();
    if (now !== last) all = { ...imported, ...now };
    last = now;
    return all;
  };
  const shared = { clock, onLoss, problems: joined };
  const alerts = createAlertsStore({
    ...{ ...shared, keep },
    table: {
      put: (rows) => use(({ occurrences }) => occurrences.put(rows)),
      open: () => use(({ occurrences }) => occurrences.open()),
      resolvedSince: (at) => use(({ occurrences }) => occurrences.resolvedSince(at)),
      find: (...asked) => use(({ occurrences }) => occurrences.find(...asked)),
      oldest: (filter) => use(({ occurrences }) => occurrences.oldest(filter)),
      count: (...asked) => use(({ occurrences }) => occurrences.count(...asked)),
      newest: (id) => use(({ occurrences }) => occurrences.newest(id)),
      prune: (...bounds) => use(({ occurrences }) => occurrences.prune(...bounds)),
      close: () => {},
    },
  });
  const outbox = createOutboxStore({
    ...shared,
    table: {
      save: (changes) => use(({ messages }) => messages.save(changes)),
      open: () => use(({ messages }) => messages.open()),
      notified: () => use(({ messages }) => messages.notified()),
      find: (...asked) => use(({ messages }) => messages.find(...asked)),
      prune: (...bounds) => use(({ messages }) => messages.prune(...bounds)),
      close: () => {},
    },
  });
  let isClosed = false;
  return {
    ...{ alerts, outbox, onLoss, problems: joined },
    save: (rows) => use((of) => of.save(rows)),
    close() {
      if (isClosed) return;
      isClosed = true;
      alerts.close();
      outbox.close();
      close();
    },
  };
}

/** Where the alerts are, and the number of the newest schema of that file that this Belfry knows. */
export const alertsPlace = (dataDir: string) => ({
  file: path.join(dataDir, 'alerts.db'),
  known: alertsMigrations.length,
});
