// Safe start: whatever is stored, Belfry starts and listens, and names what it works without.
import { cpSync } from 'node:fs';
import path from 'node:path';
import { getState } from '@belfry/schema/http/monitoring';
import { expect, test } from 'vitest';
import { type Database, openDatabase } from '../db/open.ts';
import { notifiedRow, openDelivery } from '../db/testing/deliveries.ts';
import { writeAsFirstRelease } from '../db/testing/first-release.ts';
import { occurrence } from '../db/testing/occurrences.ts';
import { START, tempDir } from '../db/testing/temp-store.ts';
import { configuredApp, openApp } from './testing/whole-app.ts';

/** Everything that is read from the settings at a start. */
const SETTINGS = [
  ...[
    'system',
    'oidc',
    'notifications',
    'notify/mqtt',
    'notify/changes',
    'email',
    'notify/push',
    'alerts',
    'updates.runs',
  ],
  ...['alerting/silences', 'alerting/maintenance', 'protection/reminder-days', 'configuration-file'],
  ...['alerting/restarts', 'alerting/queue-total', 'alerting/mail-hours', 'alerting/quarantines'],
  ...['export/prometheus', 'export/influxdb', 'history/remote', 'history/dc', 'docker', 'updates'],
];
/** Values that no reader of an object, a list, a text or a number expects. */
const WRONG = [
  ...['not JSON', '', 'null', '7', '"text"', '[]', '[null, 7, {}]', '{}', '{"enabled": 7, "schedule": 7, "tags": 7}'],
  ...['{"schedule":{"quietHours":{"enabled":true,"timezone":7}},"version":99,"newer":{"a":[1]}}'],
];
const COLUMNS = ["''", "'junk'", '-1', '9e18', '9223372036854775807', '1e300', "x'00ff'", "'{}'", "'[7]'", 'NULL'];

/** The folder of an instance with an administrator, stopped. */
async function begun(): Promise<string> {
  const { dataDir, stop } = await configuredApp();
  await stop();
  return dataDir;
}
/** A copy of the folder with other content of a file. */
function changed(dataDir: string, name: string, change: (db: Database) => void): string {
  const copy = tempDir();
  cpSync(dataDir, copy, { recursive: true, verbatimSymlinks: true });
  const db = openDatabase(path.join(copy, name));
  change(db);
  db.close();
  return copy;
}
/** Starts it. What is shown as left out. */
async function shown(dataDir: string): Promise<string> {
  const { call, defects, stop } = await openApp({}, dataDir);
  expect((await call('GET', '/api/health')).status).toBe(200);
  expect(defects.problems()).toEqual({});
  const state = (await call('GET', '/api/state')).read(getState.reply);
  await stop();
  return state.serverProblems?.['set-aside']?.message ?? '';
}

test('a setting of any content keeps nothing from starting, is copied and named, and its default holds', async () => {
  const dataDir = await begun();
  for (const value of WRONG) {
    const copy = changed(dataDir, 'belfry.db', (db) => {
      const put = db.prepare('INSERT OR REPLACE INTO settings (key, value, changed_at) VALUES (?, ?, 0)');
      for (const key of SETTINGS) put.run(key, value);
    });
    const message = await shown(copy);
    if (value === 'not JSON') expect(message).toContain('the setting alerts');
  }
});

test('a row of any table with any content of a column keeps nothing from starting', async () => {
  const dataDir = await begun();
  for (const junk of COLUMNS) {
    let rows = 0;
    const copy = changed(dataDir, 'belfry.db', (db) => {
      for (const { table, columns } of tablesOf(db))
        for (const wrong of columns) if (putRow(db, table, columns, wrong, junk)) rows++;
    });
    expect(rows).toBeGreaterThan(0);
    const message = await shown(copy);
    // A text in place of JSON, and a number that no date has.
    if (junk === "'junk'" || junk === '9223372036854775807') expect(message).toContain('stored rows');
  }
});

test('alerts, messages and what was told of any content keep nothing from starting, and the others stay', async () => {
  const dataDir = await begun();
  const old = tempDir();
  cpSync(path.join(dataDir, 'belfry.db'), path.join(old, 'belfry.db'));
  cpSync(path.join(dataDir, 'keys'), path.join(old, 'keys'), { recursive: true });
  const [row, delivery, told] = [occurrence('o'), openDelivery('d'), notifiedRow('o')];
  const entries = {
    occurrences: [...variants(row), ...variants(row.alert).map((alert) => ({ ...row, alert }))],
    deliveries: variants(delivery.delivery),
    told: [...variants(told.notified), ...variants(row.alert).map((alert) => ({ ...told.notified, alert }))],
  };
  writeAsFirstRelease(old, {
    occurrences: entries.occurrences.map((_, n) => occurrence(`o${n}`)),
    deliveries: entries.deliveries.map((_, n) => openDelivery(`d${n}`)),
    told: entries.told.map((_, n) => notifiedRow(`o${n}`)),
  });
  const [alerts, outbox] = ['alerts.db', 'outbox.db'].map((name) => openDatabase(path.join(old, name)));
  for (const [n, entry] of entries.occurrences.entries())
    alerts?.prepare('UPDATE occurrences SET entry = ? WHERE id = ?').run(JSON.stringify(entry), `o${n}`);
  for (const [n, entry] of entries.deliveries.entries())
    outbox?.prepare('UPDATE deliveries SET entry = ? WHERE id = ?').run(JSON.stringify(entry), `d${n}`);
  for (const [n, entry] of entries.told.entries())
    outbox?.prepare('UPDATE told SET entry = ? WHERE occurrence = ?').run(JSON.stringify(entry), `o${n}`);
  alerts?.close();
  outbox?.close();
  expect(await shown(old)).toMatch(/could not read \d+ stored rows/);
});

/** The value, then one without each field, one with each field of another type, and one with a newer field. */
function variants(value: object): object[] {
  const names = Object.keys(value);
  return [
    value,
    ...names.map((name) => ({ ...value, [name]: undefined })),
    ...names.map((name) => ({ ...value, [name]: { newer: ['type'] } })),
    { ...value, ofANewerVersion: { a: 1 } },
  ];
}

function tablesOf(db: Database): { table: string; columns: string[] }[] {
  const tables = db.prepare(`SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`).all();
  return tables.map(({ name }) => ({
    table: String(name),
    columns: db
      .prepare(`SELECT name FROM pragma_table_info(?) WHERE NOT (type = 'INTEGER' AND pk = 1)`)
      .all(String(name))
      .map((row) => String(row.name)),
  }));
}

let number = 0;
/** False when the table refuses it. */
function putRow(db: Database, table: string, columns: string[], wrong: string, junk: string): boolean {
  number++;
  for (const usual of [`'x${number}'`, String(number), `x'${String(number).padStart(64, '0')}'`]) {
    const values = columns.map((column) => (column === wrong ? junk : usualOf(column, usual)));
    try {
      db.exec(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${values.join(', ')})`);
      return true;
    } catch {
      // Another type may be accepted.
    }
  }
  return false;
}

const usualOf = (column: string, usual: string): string =>
  /_at$|^at$|^since$|^until$/.test(column)
    ? String(START)
    : /hash$|sealed|^host$/.test(column)
      ? `x'${String(number).padStart(64, '0')}'`
      : column === 'role'
        ? "'viewer'"
        : column === 'scope'
          ? "'read'"
          : column === 'method'
            ? "'password'"
            : /params|config/.test(column)
              ? "'{}'"
              : usual;
