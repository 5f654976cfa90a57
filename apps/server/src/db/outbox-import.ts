// The first release had the outbox in a file of its own. Its rows move into the file of alerts. The old name becomes a link to that file:
// the first release looks for its tables there, so it finds the same rows when somebody goes back to it.
import { existsSync, lstatSync, realpathSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import type { State } from '@belfry/schema/state';
import { type Clock, iso } from '../lib/clock.ts';
import { copyPlace, schemaVersion } from './migrate.ts';
import { type Database, openDatabase, transaction } from './open.ts';
import { type FileLog, isDamage, isWrong, NewerFile, newerFile, setAsideFile } from './separate-file.ts';

const NAME = 'outbox';
/** Rows of an older Belfry that ran after this one replace those of the same message. */
const MERGE = `
INSERT INTO deliveries (id, destination, state, attempts, ended_at, entry, notice, threads)
  SELECT id, destination, state, attempts, ended_at, entry, notice, threads FROM old.deliveries WHERE true ORDER BY number
  ON CONFLICT (id) DO UPDATE SET state = excluded.state, attempts = excluded.attempts, ended_at = excluded.ended_at,
  entry = excluded.entry, notice = excluded.notice, threads = excluded.threads;
INSERT OR IGNORE INTO delivery_alerts SELECT delivery, occurrence, alert FROM old.delivery_alerts
  WHERE delivery IN (SELECT id FROM deliveries);
INSERT OR REPLACE INTO told SELECT destination, occurrence, first, reached, entry FROM old.told;
`;

export interface ImportOptions {
  dataDir: string;
  /** The version of the file of alerts. */
  version: number;
  clock: Clock;
  log: FileLog;
}

/** It can be repeated after a crash at any moment. Throws `NewerFile`. */
export function importOutbox(db: Database, { dataDir, version, clock, log }: ImportOptions): State['serverProblems'] {
  const file = path.join(dataDir, `${NAME}.db`);
  const alerts = path.join(dataDir, 'alerts.db');
  let problems: State['serverProblems'] = {};
  if (lstatSync(file, { throwIfNoEntry: false })) {
    if (existsSync(file) && realpathSync(file) === realpathSync(alerts)) return problems;
    if (existsSync(file)) problems = takeOver(file);
    else rmSync(file);
  }
  try {
    symlinkSync('alerts.db', file);
  } catch (error) {
    // The file system has no links. Only the first release would be without its outbox.
    log.error({ err: error, dataDir }, 'The link to the file of alerts cannot be made.');
  }
  return problems;

  function takeOver(file: string): State['serverProblems'] {
    const found = versionOf(file);
    if (found === undefined) {
      const kept = setAsideFile(dataDir, NAME, clock.now());
      const message = `The file of notifications and their log was damaged. It was kept as ${kept}, and a new one was begun.`;
      log.error({ dataDir }, message);
      return { [NAME]: { message, since: iso(clock.now()) } };
    }
    const backups = path.join(dataDir, 'backups');
    const newer = newerFile(file, found, version, backups);
    if (newer !== undefined) throw new NewerFile(newer);
    if (found > 0) merge(file);
    const kept = copyPlace(backups, NAME, found, clock.now());
    for (const ending of ['-wal', '-shm']) rmSync(file + ending, { force: true });
    renameSync(file, kept);
    return {};
  }

  function merge(file: string): void {
    db.prepare('ATTACH ? AS old').run(file);
    try {
      transaction(db, () => db.exec(MERGE));
    } finally {
      db.exec('DETACH old');
    }
  }
}

/** The version of the old file. Undefined: the file is damaged. */
function versionOf(file: string): number | undefined {
  let old: Database | undefined;
  try {
    old = openDatabase(file);
    const version = schemaVersion(old);
    if (version === 1)
      for (const table of ['deliveries', 'delivery_alerts', 'told']) old.prepare(`SELECT * FROM ${table}`);
    const [check] = old.prepare('PRAGMA quick_check(1)').all();
    return check?.quick_check === 'ok' ? version : undefined;
  } catch (error) {
    if (!isDamage(error) && !isWrong(error)) throw error;
    return undefined;
  } finally {
    // Closing the last connection writes its log back into the file.
    old?.close();
  }
}
