// The data moves to PostgreSQL and back: everything is counted and compared, and what was there before stays.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { parts, tablesOf } from '../db/postgres/parts.ts';
import { openDelivery } from '../db/testing/deliveries.ts';
import { noPostgres } from '../db/testing/postgres-cluster.ts';
import { openedPostgres, postgresDatabases } from '../db/testing/postgres-databases.ts';
import { tempDir } from '../db/testing/temp-store.ts';
import { contents, filled, opened, run } from './testing/filled-data.ts';

const cluster = postgresDatabases();

beforeEach((context) => {
  if (noPostgres !== undefined) context.skip(noPostgres);
});

/** The rows of each table. */
function countsIn(dataDir: string): Record<string, number> {
  return Object.fromEntries(
    parts.flatMap((part) => {
      const db = new DatabaseSync(path.join(dataDir, `${part.name}.db`), { readOnly: true });
      try {
        return tablesOf(part).map(({ table }) => [
          table,
          Number(db.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.n),
        ]);
      } finally {
        db.close();
      }
    }),
  );
}

test('alerts, silences, told messages, tokens and links are the same in PostgreSQL, and in new files after the way back', async () => {
  const dataDir = await filled();
  const before = await contents(dataDir);
  expect([before.active.length, before.waiting.length, before.told.length, before.log.length]).toEqual([
    100, 150, 300, 300,
  ]);
  const files = ['belfry.db', 'alerts.db'].map((name) => readFileSync(path.join(dataDir, name)));
  const url = await (await cluster()).database();

  const there = await run(dataDir, ['migrate', '--to', url]);
  expect(there).toMatch(
    /^2.434 rows were copied to the database 127\.0\.0\.1:\d+\/\w+ and compared: both sides are the same/,
  );
  const counted = countsIn(dataDir);
  expect(Object.entries(counted).filter(([, rows]) => rows === 0)).toEqual([]);
  expect(counted).toMatchObject({ occurrences: 300, deliveries: 300, delivery_alerts: 599, told: 300, entries: 300 });
  for (const [table, rows] of Object.entries(counted)) expect(there).toMatch(new RegExp(`\\b${table} ${rows}\\b`));
  expect(there).toContain('Set BELFRY_DATABASE_URL');
  expect(await contents(dataDir, url)).toEqual(before);
  expect(['belfry.db', 'alerts.db'].map((name) => readFileSync(path.join(dataDir, name)))).toEqual(files);

  // What comes after the copy has numbers of its own.
  const later = await opened(dataDir, url);
  await later.store.audit.append({ event: 'logout', success: true, user: 'ann', method: '', ip: '', path: '' });
  await later.file.outbox.save({ put: [openDelivery('later')], updated: [], notified: [], forgotten: [] });
  await later.close();
  const now = await contents(dataDir, url);
  expect([now.audit[0], now.log[0]?.id]).toEqual([[5, 'logout'], 'later']);

  const back = await run(dataDir, ['migrate', '--to', 'files'], { BELFRY_DATABASE_URL: url });
  expect(back).toMatch(/both sides are the same/);
  expect(back).toMatch(/The files that were there before are in .*before-\d{8}T\d{6}Z/);
  expect(await contents(dataDir)).toEqual(now);
  expect(countsIn(dataDir)).toEqual({
    ...counted,
    audit: 5,
    deliveries: 301,
    delivery_alerts: 600,
    decisions: counted.decisions,
  });
  expect(await contents(dataDir, url)).toEqual(now);
});

test('nothing is copied to a database that is not empty or in use, to no database, or from no files', async () => {
  const dataDir = await filled();
  const url = await (await cluster()).database();
  expect(await run(dataDir, ['migrate', '--to', 'mysql://db/belfry'])).toMatch(
    /^error: This is no place for the data: an address that begins with mysql:/,
  );
  expect(await run(tempDir(), ['migrate', '--to', url])).toMatch(/^error: .* has no database of Belfry to copy/);
  expect(await run(dataDir, ['migrate', '--to', 'files'])).toMatch(/^error: BELFRY_DATABASE_URL is not set/);
  const running = await openedPostgres(url, { dataDir, encryptionKey: undefined });
  onTestFinished(running.backend.close);
  await running.backend.all('SELECT 1 AS one');
  expect(await run(dataDir, ['migrate', '--to', url])).toMatch(
    /^error: A Belfry is connected to the database .*127\.0\.0\.1/,
  );
  await running.backend.run("INSERT INTO settings (key, value, changed_at) VALUES ('a', '1', 1)");
  await running.backend.close();
  expect(await run(dataDir, ['migrate', '--to', url])).toMatch(
    /^error: The database .* is not empty: its table settings has rows/,
  );
});
