// The tables of the file of alerts: their occurrences, and the messages about them. They share a file so that an alert and what was
// told about it are written in one transaction.
import { searchedText } from './occurrence-rows.ts';

/** The columns other than `entry` are for searches. */
const OCCURRENCES = `
CREATE TABLE occurrences (
  id TEXT PRIMARY KEY,
  alert TEXT NOT NULL,
  type TEXT NOT NULL,
  level TEXT NOT NULL,
  resource TEXT NOT NULL,
  name TEXT NOT NULL,
  node TEXT NOT NULL,
  message TEXT NOT NULL,
  opened_at INTEGER NOT NULL,
  resolved_at INTEGER,
  entry TEXT NOT NULL
) STRICT;
CREATE INDEX occurrences_by_end ON occurrences (resolved_at);
CREATE INDEX occurrences_by_alert ON occurrences (alert, opened_at);
CREATE INDEX occurrences_by_resource ON occurrences (resource, opened_at);
`;

/**
 * It has all that filters, searches and counts need, so that they do not read the entries. Files of earlier versions get it when they are
 * opened.
 */
export const SEARCHED = `
CREATE INDEX IF NOT EXISTS occurrences_searched
  ON occurrences (opened_at, id, level, type, node, resource, ${searchedText({ lineBreak: 'char(10)' })});
DROP INDEX IF EXISTS occurrences_by_start;
`;

/**
 * The columns beside `entry` are there to be searched. A delivery that ended has no notice. `told` contains the records of `NotifiedRow`.
 * The first release had these tables in a file of their own, see `outbox-import.ts`. It opens them here by its old name for them, so
 * they must stay as they are while a way back to it is promised.
 */
const MESSAGES = `
CREATE TABLE deliveries (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  destination TEXT NOT NULL,
  state TEXT NOT NULL,
  attempts INTEGER NOT NULL,
  ended_at INTEGER,
  entry TEXT NOT NULL,
  notice TEXT,
  threads TEXT
) STRICT;
CREATE INDEX deliveries_by_destination ON deliveries (destination, number);
CREATE INDEX deliveries_by_state ON deliveries (state, number);
CREATE INDEX deliveries_by_end ON deliveries (ended_at);
CREATE TABLE delivery_alerts (
  delivery TEXT NOT NULL REFERENCES deliveries (id) ON DELETE CASCADE,
  occurrence TEXT NOT NULL,
  alert TEXT NOT NULL,
  PRIMARY KEY (delivery, occurrence)
) STRICT, WITHOUT ROWID;
CREATE INDEX delivery_alerts_by_occurrence ON delivery_alerts (occurrence);
CREATE INDEX delivery_alerts_by_alert ON delivery_alerts (alert);
CREATE TABLE told (
  destination TEXT NOT NULL,
  occurrence TEXT NOT NULL,
  first TEXT,
  reached INTEGER NOT NULL,
  entry TEXT NOT NULL,
  PRIMARY KEY (destination, occurrence)
) STRICT, WITHOUT ROWID;
`;

/**
 * What was decided, once each, so that two servers cannot decide the same with different ids. `step`: the how many-th message about the
 * occurrence. `instead_of`: the destination for which this one stands in; empty for its own messages. Earlier releases do not know it.
 */
const DECISIONS = `
CREATE TABLE decisions (
  occurrence TEXT NOT NULL,
  destination TEXT NOT NULL,
  kind TEXT NOT NULL,
  step INTEGER NOT NULL,
  instead_of TEXT NOT NULL,
  delivery TEXT NOT NULL REFERENCES deliveries (id) ON DELETE CASCADE,
  PRIMARY KEY (occurrence, destination, kind, step, instead_of)
) STRICT, WITHOUT ROWID;
CREATE INDEX decisions_by_delivery ON decisions (delivery);
`;

export const alertsMigrations: readonly string[] = [
  OCCURRENCES,
  // `application_id` is the lowest version of the file that a program must know to use it: the updater reads it on the way back.
  `${MESSAGES}PRAGMA application_id = 1;`,
  DECISIONS,
];

/** A copy for a backup: messages that wait were probably sent since then. An alert about which none had left is told anew. */
export const WITHOUT_WAITING = `
DELETE FROM told WHERE reached = 0;
DELETE FROM deliveries WHERE ended_at IS NULL;
`;
