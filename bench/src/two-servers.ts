// Measures what a database on PostgreSQL costs: the start of the built product, the writes of a quiet minute, and 2,300 alerts with
// their messages in one transaction. The database writes to the disk as a fresh installation of it does (fsync).
// On its own: node bench/src/two-servers.ts [GUESTS [SECONDS]]. The minute is quiet when every configuration was read once: with 10,000
// guests that takes twenty minutes, so let it begin after 1500 seconds.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type RunningProduct, startProduct } from '@belfry/e2e/product';
import { openAlertsFile } from '../../apps/server/src/db/alerts-file.ts';
import type { Occurrence } from '../../apps/server/src/db/alerts-store.ts';
import type { OpenDelivery } from '../../apps/server/src/db/outbox-store.ts';
import { openPostgres } from '../../apps/server/src/db/postgres/open-postgres.ts';
import { type Cluster, startCluster } from '../../apps/server/src/db/testing/postgres-cluster.ts';
import { iso, systemClock } from '../../apps/server/src/lib/clock.ts';
import { createLogger } from '../../apps/server/src/lib/logger.ts';
import { startLabProcess } from './lab-process.ts';
import { median } from './median.ts';

const ALERTS = 2300;
const ROUNDS = 5;
const QUIET_MS = 120_000;
const guests = Number(process.argv[2] ?? 1000);
const settledMs = Number(process.argv[3] ?? 90) * 1000;
const KEY = randomBytes(32).toString('base64');

function occurrenceOf(n: number, now: number): Occurrence {
  const [name, type] = [`guest-${n}`, 'node-offline'];
  return {
    ...{ id: `occurrence-${now}-${n}`, level: 'critical', peak: 1, openedAt: now, notified: false },
    changes: [{ kind: 'raised', at: iso(now), level: 'critical' }],
    known: { hold: { seconds: 30 } },
    alert: {
      ...{ id: `dc-${n}-${type}`, type, level: 'critical', resourceId: `dc-${n}`, resourceName: name, node: 'pve1' },
      ...{ instance: 'dc', message: `${name} does not answer`, value: 1, threshold: 1 },
      ...{ startTime: iso(now), lastSeen: iso(now), acknowledged: false },
    },
  };
}

function messageOf({ id, alert }: Occurrence, now: number): OpenDelivery {
  return {
    delivery: {
      ...{ id: `message-${id}`, destination: { id: 'email', name: 'E-mail', service: 'email' }, kind: 'raised' },
      alerts: [{ id: alert.id, occurrence: id, resourceName: alert.resourceName, level: alert.level }],
      ...{ alertCount: 1, state: 'queued', attempts: 0, lost: 0, createdAt: iso(now) },
    },
    notice: { kind: 'raised', alerts: [{ occurrence: id, alert, duration: 0, step: 0 }], at: now },
    threads: { [id]: id },
  };
}

/** Milliseconds of one transaction with all alerts and a message about each. */
async function measureAlerts(databaseUrl: string, dataDir: string): Promise<number> {
  const [clock, log] = [systemClock, createLogger('silent')];
  const opened = await openPostgres({ dataDir, databaseUrl, encryptionKey: KEY, clock, log });
  if (!opened.ok) throw new Error(opened.error.message);
  const file = openAlertsFile({ dataDir, clock, log, backend: opened.value.server.alerts });
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const now = clock.now();
    const occurrences = Array.from({ length: ALERTS }, (_, n) => occurrenceOf(n, now));
    const put = occurrences.map((occurrence) => messageOf(occurrence, now));
    const notified = occurrences.map(({ id, alert }) => ({
      notified: {
        ...{ destination: 'email', occurrence: id, alert, level: 'critical' as const, flapping: false },
        ...{ escalation: 0, times: [now] },
      },
      ...{ first: `message-${id}`, reached: false },
    }));
    const from = performance.now();
    await file.save({ occurrences, messages: { put, updated: [], notified, forgotten: [] } });
    times.push(performance.now() - from);
  }
  await file.close();
  return median(times);
}

async function measureStart(env: Record<string, string>): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i <= ROUNDS; i++) {
    const from = performance.now();
    const product = await startProduct(env);
    await isReady(product);
    // The first start makes the tables.
    if (i > 0) times.push(performance.now() - from);
    await product.stop();
  }
  return median(times);
}

async function isReady({ url }: RunningProduct): Promise<void> {
  while ((await fetch(`${url}/api/ready`)).status !== 200) await pause(5);
}

/** Rows a second that are added, changed or removed, by table, the most first. */
async function measureRows(cluster: Cluster, database: string, env: Record<string, string>) {
  const lab = await startLabProcess(20, guests, Math.max(1, Math.round(guests / 1000)));
  const product = await startProduct({ ...env, BELFRY_NODES: JSON.stringify(lab.instances) });
  const counts = async () => {
    const sum = 'n_tup_ins + n_tup_upd + n_tup_del AS rows';
    const { rows } = await cluster.run(`SELECT relname AS name, ${sum} FROM pg_stat_user_tables`, database);
    return new Map(rows.map((row) => [String(row.name), Number(row.rows)]));
  };
  await pause(settledMs);
  const before = await counts();
  await pause(QUIET_MS);
  const after = await counts();
  const result = [...after]
    .map(([name, rows]) => ({ name, each: (rows - (before.get(name) ?? 0)) / (QUIET_MS / 1000) }))
    .filter(({ each }) => each > 0)
    .sort((a, b) => b.each - a.each);
  await product.stop();
  await lab.stop();
  return result;
}

const dataDir = mkdtempSync(path.join(tmpdir(), 'belfry-bench-'));
const cluster = await startCluster({ settings: ['fsync=on', 'full_page_writes=on', 'synchronous_commit=on'] });
try {
  const database = 'belfry_bench';
  const url = await cluster.database(database);
  const env = { BELFRY_DATABASE_URL: url, BELFRY_ENCRYPTION_KEY: KEY, BELFRY_AUTH_DISABLED: 'true' };
  const startMs = await measureStart(env);
  console.log(`start until it is ready: ${startMs.toFixed(0)} ms (aim 1500), median of ${ROUNDS}`);
  const alertsMs = await measureAlerts(await cluster.database('belfry_alerts'), dataDir);
  console.log(`${ALERTS} alerts with messages in one transaction: ${alertsMs.toFixed(0)} ms (aim 2000)`);
  const tables = await measureRows(cluster, database, env);
  const all = tables.reduce((sum, { each }) => sum + each, 0);
  const lease = tables.find(({ name }) => name === 'belfry_lease')?.each ?? 0;
  console.log(`${guests} guests: ${all.toFixed(2)} rows/s (aim 5), of them ${lease.toFixed(2)} of the lease (aim 0.3)`);
  for (const { name, each } of tables) console.log(`  ${name}: ${each.toFixed(2)}`);
} finally {
  await cluster.end();
  rmSync(dataDir, { recursive: true, force: true });
}
