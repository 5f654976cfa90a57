// What a takeover costs: two servers as processes over a real PostgreSQL watch the same datacentre and tell the same webhook.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { nodeConfig, startLab } from '@belfry/lab/datacentre';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import * as z from 'zod';
import { noPostgres } from '../db/testing/postgres-cluster.ts';
import { postgresDatabases } from '../db/testing/postgres-databases.ts';
import { type ServerProcess, serverProcess, until } from './testing/server-process.ts';

const cluster = postgresDatabases();
/** Of the issue, in ms. */
const BLIND = 20_000;

beforeEach((context) => {
  if (noPostgres !== undefined) context.skip(noPostgres);
});

const Alert = z.object({ occurrence: z.string(), level: z.string() });
const Body = z
  .object({ kind: z.string(), alert: Alert, alerts: z.array(Alert).optional() })
  .transform(({ kind, alert, alerts = [alert] }) =>
    alerts.map(({ occurrence, level }) => `${kind} ${level} ${occurrence}`),
  );

/** Each thing that was told, with the ids of the messages that told it. */
async function receiver() {
  const told = new Map<string, Set<string>>();
  let messages = 0;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      messages++;
      const key = String(request.headers['idempotency-key']);
      for (const thing of Body.parse(JSON.parse(Buffer.concat(chunks).toString())))
        told.set(thing, (told.get(thing) ?? new Set()).add(key));
      response.end();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/`,
    messages: () => messages,
    /** What was told by two messages. */
    twice: () => [...told].filter(([, ids]) => ids.size > 1),
    told: () => told.size,
  };
}

async function pair() {
  const lab = await startLab({ nodes: 1, guests: 8, clusters: 1, seed: 5, version: 9.2, authDelayMs: 0, calm: true });
  onTestFinished(() => lab.stop());
  const { database, run } = await cluster();
  const url = await database();
  const start = async (name: string) => {
    const server = await serverProcess(name, {
      ...{ BELFRY_DATABASE_URL: `${url}?application_name=${name}`, BELFRY_AUTH_DISABLED: 'true' },
      BELFRY_NODES: JSON.stringify(lab.instances.map(nodeConfig)),
      BELFRY_NOTIFY_ALLOWED_NETWORKS: '127.0.0.0/8',
    });
    onTestFinished(server.kill);
    return server;
  };
  const a = await start('belfry-a');
  await until(async () => (await a.ready()) === 200);
  const b = await start('belfry-b');
  await until(async () => (await b.ready()) === 503);
  const hook = await receiver();
  await send(a, 'POST', 'notifications/webhooks', { name: 'hook', url: hook.url });
  return { a, b, hook, sql: (text: string) => run(text, new URL(url).pathname.slice(1)) };
}

async function send({ url }: ServerProcess, method: string, address: string, body: object): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const reply = await fetch(`${url}/api/${address}`, { method, headers, body: JSON.stringify(body) });
  if (!reply.ok) throw new Error(`${address}: ${reply.status} ${await reply.text()}`);
}

const readConfig = async ({ url }: ServerProcess) =>
  (await (await fetch(`${url}/api/alerts/config`)).json()) as { guestDefaults: object };

/** Every guest has an alert from now on, or none. */
async function thresholds(server: ServerProcess, trigger: number): Promise<void> {
  const config = await readConfig(server);
  const at = { trigger, clear: trigger };
  const guestDefaults = { ...config.guestDefaults, memory: at, disk: at, cpu: at };
  await send(server, 'PUT', 'alerts/config', { ...config, guestDefaults, timeThreshold: 0, timeThresholds: {} });
}

const activeAt = async ({ url }: ServerProcess): Promise<string[]> => {
  const alerts = (await (await fetch(`${url}/api/alerts/active`)).json()) as { metadata: { occurrence: string } }[];
  return alerts.map(({ metadata }) => metadata.occurrence).sort();
};

test('after a kill in the middle of the alerts the standby goes on: the same occurrences, and nothing is told by two messages', async () => {
  const { a, b, hook } = await pair();
  await thresholds(a, 1);
  await expect.poll(() => hook.messages()).toBeGreaterThan(0);
  const before = await activeAt(a);
  expect(before.length).toBeGreaterThan(5);
  a.signal('SIGKILL');
  const blind = await until(async () => (await b.ready()) === 200);
  expect(blind).toBeLessThan(BLIND);
  const first = await activeAt(b);
  expect(before.filter((occurrence) => !first.includes(occurrence))).toEqual([]);
  // Polls, evaluations and the plan of the messages run many times.
  await pause(15_000);
  const after = await activeAt(b);
  expect(before.filter((occurrence) => !after.includes(occurrence))).toEqual([]);
  await expect.poll(() => hook.told()).toBeGreaterThanOrEqual(before.length);
  expect(hook.twice()).toEqual([]);
});

/** Notes each row that is written, and who wrote it. */
const AUDIT = `
  CREATE TABLE written (who TEXT, what TEXT);
  CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN INSERT INTO written VALUES (current_setting('application_name'), TG_TABLE_NAME); RETURN NULL; END $$;
  DO $$ DECLARE name TEXT; BEGIN
    FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename NOT IN ('written', 'belfry_servers') LOOP
      EXECUTE format('CREATE TRIGGER note AFTER INSERT OR UPDATE OR DELETE ON %I FOR EACH ROW EXECUTE FUNCTION note()', name);
    END LOOP;
  END $$`;

test('a server that slept for thirty seconds writes nothing and tells nothing when it wakes up, and becomes the standby', async () => {
  const { a, b, hook, sql } = await pair();
  await sql(AUDIT);
  await thresholds(a, 1);
  await expect.poll(() => hook.messages()).toBeGreaterThan(0);
  const writers = async () => {
    const { rows } = await sql('SELECT DISTINCT who FROM written');
    await sql('TRUNCATE written');
    return rows.map(({ who }) => String(who)).sort();
  };
  expect(await writers()).toContain('belfry-a');
  // Half of what it decides is under way when it falls asleep.
  await thresholds(a, 100);
  a.signal('SIGSTOP');
  const begin = performance.now();
  await until(async () => (await b.ready()) === 200);
  await pause(30_000 - (performance.now() - begin));
  await writers();
  a.signal('SIGCONT');
  const back = await until(async () => (await a.ready()) === 503);
  await until(async () => (await fetch(a.url).catch(() => undefined))?.status === 503);
  await pause(8000);
  expect(await writers()).not.toContain('belfry-a');
  expect(await b.ready()).toBe(200);
  expect(back).toBeLessThan(5000);
  expect(hook.twice()).toEqual([]);
});
