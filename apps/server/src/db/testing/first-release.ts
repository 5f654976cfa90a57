// The files of alerts and of the outbox as the first release wrote them, for tests of updates.
import path from 'node:path';
import type { Occurrence } from '../alerts-store.ts';
import { openDatabase } from '../open.ts';
import type { NotifiedRow, OpenDelivery } from '../outbox-store.ts';

const ALERTS = `
CREATE TABLE occurrences (id TEXT PRIMARY KEY, alert TEXT NOT NULL, type TEXT NOT NULL, level TEXT NOT NULL, resource TEXT NOT NULL,
  name TEXT NOT NULL, node TEXT NOT NULL, message TEXT NOT NULL, opened_at INTEGER NOT NULL, resolved_at INTEGER, entry TEXT NOT NULL) STRICT;
CREATE INDEX occurrences_by_end ON occurrences (resolved_at);
CREATE INDEX occurrences_by_alert ON occurrences (alert, opened_at);
CREATE INDEX occurrences_by_resource ON occurrences (resource, opened_at);
PRAGMA user_version = 1;`;
const OUTBOX = `
CREATE TABLE deliveries (number INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, destination TEXT NOT NULL, state TEXT NOT NULL,
  attempts INTEGER NOT NULL, ended_at INTEGER, entry TEXT NOT NULL, notice TEXT, threads TEXT) STRICT;
CREATE INDEX deliveries_by_destination ON deliveries (destination, number);
CREATE INDEX deliveries_by_state ON deliveries (state, number);
CREATE INDEX deliveries_by_end ON deliveries (ended_at);
CREATE TABLE delivery_alerts (delivery TEXT NOT NULL REFERENCES deliveries (id) ON DELETE CASCADE, occurrence TEXT NOT NULL,
  alert TEXT NOT NULL, PRIMARY KEY (delivery, occurrence)) STRICT, WITHOUT ROWID;
CREATE INDEX delivery_alerts_by_occurrence ON delivery_alerts (occurrence);
CREATE INDEX delivery_alerts_by_alert ON delivery_alerts (alert);
CREATE TABLE told (destination TEXT NOT NULL, occurrence TEXT NOT NULL, first TEXT, reached INTEGER NOT NULL, entry TEXT NOT NULL,
  PRIMARY KEY (destination, occurrence)) STRICT, WITHOUT ROWID;
PRAGMA user_version = 1;`;

export interface FirstRelease {
  occurrences: readonly Occurrence[];
  deliveries: readonly OpenDelivery[];
  told: readonly NotifiedRow[];
}

/** As the first release opens a file: it makes its tables in a file of version 0, and looks at no other version. */
function opened(dataDir: string, name: string, tables: string) {
  const db = openDatabase(path.join(dataDir, name));
  if (db.prepare('PRAGMA user_version').get()?.user_version === 0) db.exec(tables);
  return db;
}

export function writeAsFirstRelease(dataDir: string, { occurrences, deliveries, told }: Partial<FirstRelease>): void {
  const alerts = opened(dataDir, 'alerts.db', ALERTS);
  for (const row of occurrences ?? []) {
    const { id, type, resourceId, resourceName, node, message } = row.alert;
    alerts
      .prepare('INSERT OR REPLACE INTO occurrences VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)')
      .run(
        ...[row.id, id, type, row.level, resourceId, resourceName, node, message, row.openedAt],
        ...[row.resolvedAt ?? null, JSON.stringify(row)],
      );
  }
  const outbox = opened(dataDir, 'outbox.db', OUTBOX);
  for (const { delivery, notice, threads } of deliveries ?? []) {
    const { id, destination, state, attempts, endedAt } = delivery;
    const end = endedAt === undefined ? null : Date.parse(endedAt);
    outbox
      .prepare(`INSERT INTO deliveries (id, destination, state, attempts, ended_at, entry, notice, threads)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET state = excluded.state, ended_at = excluded.ended_at,
        entry = excluded.entry`)
      .run(
        ...[id, destination.id, state, attempts, end, JSON.stringify(delivery)],
        ...[end === null ? JSON.stringify(notice) : null, end === null ? JSON.stringify(threads) : null],
      );
    for (const one of notice.alerts)
      outbox.prepare('INSERT OR IGNORE INTO delivery_alerts VALUES (?, ?, ?)').run(id, one.occurrence, one.alert.id);
  }
  for (const { notified, first, reached } of told ?? [])
    outbox
      .prepare('INSERT OR REPLACE INTO told VALUES (?, ?, ?, ?, ?)')
      .run(notified.destination, notified.occurrence, first ?? null, reached ? 1 : 0, JSON.stringify(notified));
  alerts.close();
  outbox.close();
}
