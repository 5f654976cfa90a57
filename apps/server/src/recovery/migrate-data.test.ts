// The data moves to PostgreSQL and back: everything is counted and compared, and what was there before stays.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { english } from '@belfry/domain/sentences/english';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import * as z from 'zod';
import { type Env, parseEnv } from '../config/env.ts';
import { openAlertsFile } from '../db/alerts-file.ts';
import { openExportQueue } from '../db/export-queue-file.ts';
import { openStore } from '../db/open-store.ts';
import { parts, tablesOf } from '../db/postgres/parts.ts';
import { notifiedRow, openDelivery } from '../db/testing/deliveries.ts';
import { fill } from '../db/testing/filled-stores.ts';
import { occurrence } from '../db/testing/occurrences.ts';
import { noPostgres } from '../db/testing/postgres-cluster.ts';
import { openedPostgres, postgresDatabases } from '../db/testing/postgres-databases.ts';
import { START, tempDir } from '../db/testing/temp-store.ts';
import { systemClock as clock, iso } from '../lib/clock.ts';
import { createLogger } from '../lib/logger.ts';
import { command } from './command.ts';

const cluster = postgresDatabases();
const log = createLogger('silent');

beforeEach((context) => {
  if (noPostgres !== undefined) context.skip(noPostgres);
});

async function run(dataDir: string, words: string[], env: Env = {}): Promise<string> {
  const config = parseEnv({ BELFRY_DATA_DIR: dataDir, ...env });
  if (!config.ok) throw new Error(JSON.stringify(config.error));
  const done = await command(words, config.value);
  return done.ok ? english(done.value) : `error: ${english(done.error)}`;
}

async function opened(dataDir: string, databaseUrl?: string) {
  const found = await openStore({ dataDir, databaseUrl, clock, log });
  if (!found.ok) throw new Error(found.error.message);
  const store = found.value;
  const file = openAlertsFile({ dataDir, backend: store.server?.alerts, clock, log });
  return {
    ...{ store, file },
    async close() {
      await file.close();
      await store.server?.exportQueue.close();
      await store.close();
    },
  };
}

const NAMES = Array.from({ length: 300 }, (_, n) => `o${n}`);

/** Active alerts and ended ones, messages in every state, records of what was told, silences, tokens, links, and texts that are awkward. */
async function filled() {
  const dataDir = tempDir();
  const { store, file, close } = await opened(dataDir);
  await store.users.put({ name: 'ann', passwordHash: 'h', role: 'admin' });
  await store.settings.put('alerting/silences', [{ id: 's', reason: 'known \0 \u{1F514} "quoted"' }]);
  for (const name of ['t1', 't2'])
    await store.apiTokens.add({
      ...{ name, scope: 'read', hash: Buffer.from(`hash of ${name}`), hint: '', createdBy: 'ann', expiresAt: null },
    });
  const link = { name: 'wall', screen: '/docker' as const, params: {}, createdBy: 'ann', expiresAt: null };
  await store.viewLinks.add({ ...link, hash: Buffer.from([0, 255, 1]) });
  await store.secrets.put('webhook', 'url', 'hush');
  await fill(store, 'eve');
  for (const user of ['ann', 'b\0b', 'eve'])
    await store.audit.append({ event: 'login', success: true, user, method: '', ip: '', path: '' });
  await file.save({
    occurrences: NAMES.map((id, n) =>
      occurrence(id, n % 3 === 0 ? {} : { openedAt: START + n, resolvedAt: START + n }),
    ),
    messages: {
      put: NAMES.map((id, n) => {
        const row = openDelivery(`d-${id}`, {
          occurrences: [id, 'o0'],
          ...(n % 2 === 0 && { state: 'sent' as const, endedAt: iso(START) }),
        });
        // A decision is written for each step.
        const alerts = row.notice.alerts.map((alert) => ({ ...alert, step: n + 1 }));
        return { ...row, notice: { ...row.notice, alerts } };
      }),
      updated: [],
      notified: NAMES.map((id) => notifiedRow(id, 'webhook:a', { reached: id !== 'o3' })),
      forgotten: [],
    },
  });
  await close();
  const exports = openExportQueue({ dataDir, clock, log });
  await exports.add('influx', [{ at: START, values: 3, body: Uint8Array.of(0, 255, 7) }]);
  await exports.close();
  return dataDir;
}

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

/** As the server reads it. */
async function contents(dataDir: string, databaseUrl?: string) {
  const { store, file, close } = await opened(dataDir, databaseUrl);
  const found = {
    users: store.users.list(),
    tokens: store.apiTokens.list(),
    links: store.viewLinks.list(),
    sessions: store.sessions.list(),
    silences: store.settings.get('alerting/silences', z.unknown()),
    instances: store.instances.list(),
    sites: store.sites.list().map((site) => ({ ...site, tokenHash: Buffer.from(site.tokenHash).toString('hex') })),
    drills: store.drills.list(),
    decisions: [store.protection.exclusions(), store.protection.assignments(), store.protection.restoreTests()],
    views: await store.savedViews.list('eve'),
    versions: await store.versionChanges.list(10),
    secrets: [...store.secrets.read('webhook').values],
    audit: (await store.audit.list(10)).map(({ id, event }) => [id, event]),
    active: await file.alerts.open(),
    alerts: await file.alerts.find({}, 1000, 0),
    waiting: await file.outbox.open(),
    told: (await file.outbox.notified()).sort((a, b) => (a.notified.occurrence < b.notified.occurrence ? -1 : 1)),
    log: await file.outbox.find({}, 1000, 0),
  };
  await close();
  return found;
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
    /^2.130 rows were copied to the database 127\.0\.0\.1:\d+\/\w+ and compared: both sides are the same/,
  );
  const counted = countsIn(dataDir);
  expect(Object.entries(counted).filter(([, rows]) => rows === 0)).toEqual([]);
  expect(counted).toMatchObject({ occurrences: 300, deliveries: 300, delivery_alerts: 599, told: 300 });
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
