// The whole server with its data in PostgreSQL: what people did and what it raised is there after a restart, also on another machine.
import { cpSync, existsSync } from 'node:fs';
import path from 'node:path';
import { listActiveAlerts } from '@belfry/schema/http/alerts';
import { beforeEach, expect, test } from 'vitest';
import { noPostgres } from '../db/testing/postgres-cluster.ts';
import { postgresDatabases } from '../db/testing/postgres-databases.ts';
import { tempDir } from '../db/testing/temp-store.ts';
import { iso } from '../lib/clock.ts';
import { fakeClock } from '../lib/fake-clock.ts';
import { containerBody, reportBody } from '../sources/docker-agent/testing/reports.ts';
import { configuredApp, type Whole, wholeApp } from './testing/whole-app.ts';

const START = Date.parse('2026-06-01T12:00:00Z');
const HOUR = 3_600_000;
const cluster = postgresDatabases();

beforeEach((context) => {
  if (noPostgres !== undefined) context.skip(noPostgres);
});

const open = async (url: string, dataDir: string) =>
  configuredApp({ env: { BELFRY_DATABASE_URL: url }, dataDir, clock: fakeClock(START) });

/** What a person did and sees. */
async function shown({ call }: Whole, token: string) {
  const headers = { 'x-api-token': token };
  const get = async (place: string) => (await call('GET', place, { headers })).json;
  const alerts = (await call('GET', '/api/alerts/active', { headers })).read(listActiveAlerts.reply);
  return {
    alerts: alerts.map(({ id, acknowledged, ackUser, startTime, metadata }) => [
      ...[id, acknowledged, ackUser, startTime, metadata?.occurrence, metadata?.silenced],
    ]),
    nodes: await get('/api/config/nodes'),
    silences: await get('/api/alerts/silences'),
    links: await get('/api/security/view-links'),
  };
}

test('an instance, an alert that was acknowledged, a silence and a link are the same after a restart, and on a machine with the same key', async () => {
  const url = await (await cluster()).database();
  const dataDir = tempDir();
  const first = await open(url, dataDir);
  const { token, call } = first;
  const headers = { 'x-api-token': token };
  const post = async (place: string, body: object) => {
    const { status, json } = await call('POST', place, { headers, body });
    expect([place, status, status < 300 ? '' : json]).toEqual([place, expect.toSatisfy((code) => code < 300), '']);
  };
  const host = { type: 'pve', name: 'dc', host: 'https://127.0.0.1:1', tokenName: 'u@pam!t', tokenValue: 'hush' };
  await post('/api/config/nodes', host);
  const ill = containerBody('a', { labels: {}, name: 'web', health: 'unhealthy', restartPolicy: 'always' });
  await post('/api/agents/docker/report', reportBody({ timestamp: iso(START), containers: [ill] }));
  const active = async () => (await call('GET', '/api/alerts/active', { headers })).read(listActiveAlerts.reply);
  const alert = (await active()).find(({ resourceName }) => resourceName === 'web');
  if (!alert) throw new Error('no alert');
  await post(`/api/alerts/${encodeURIComponent(alert.id)}/acknowledge`, {});
  const target = { kind: 'resource', value: alert.resourceId };
  await post('/api/alerts/silences', { target, reason: 'known', minutes: HOUR / 60_000 });
  await post('/api/security/view-links', { name: 'wall', screen: '/docker', params: {} });
  const before = await shown(first, token);
  expect(before.alerts).toContainEqual(expect.arrayContaining([alert.id, true]));
  expect(JSON.stringify(before.silences)).toContain('known');
  expect(JSON.stringify(before.nodes)).toContain('dc');
  expect(JSON.stringify(before.links)).toContain('wall');
  await first.stop();

  const env = { BELFRY_DATABASE_URL: url };
  const again = await wholeApp({ env, dataDir, clock: fakeClock(START) });
  expect(await shown(again, token)).toEqual(before);
  await again.stop();
  const other = tempDir();
  cpSync(path.join(dataDir, 'keys'), path.join(other, 'keys'), { recursive: true });
  const elsewhere = await wholeApp({ env, dataDir: other, clock: fakeClock(START) });
  expect(await shown(elsewhere, token)).toEqual(before);
  for (const file of ['belfry.db', 'alerts.db', 'export-queue.db', 'journal.db'])
    expect(existsSync(path.join(dataDir, file)), file).toBe(false);
});
