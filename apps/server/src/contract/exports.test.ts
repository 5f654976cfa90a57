// The exports on the whole server, to real engines: Prometheus by remote write, InfluxDB by its line protocol.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { ExportState } from '@belfry/schema/history/exports';
import { MASK } from '@belfry/schema/notifications/mask';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { freePort } from '../db/testing/free-port.ts';
import { tempDir } from '../db/testing/temp-store.ts';
import { queryPrometheus } from '../history/testing/query-prometheus.ts';
import { missing, startEngine } from '../history/testing/real-engine.ts';
import { containerBody, reportBody } from '../sources/docker-agent/testing/reports.ts';
import { bySession, byToken } from './testing/people.ts';
import { openApp, type Whole } from './testing/whole-app.ts';

const EXPORTS = '/api/history/exports';
const env = { BELFRY_NOTIFY_ALLOWED_NETWORKS: '127.0.0.0/8' };

/** A server with a container that has an awkward name and uses 12 percent of a core. */
async function withContainer(): Promise<Whole> {
  const whole = await openApp(env);
  const containers = [containerBody('c1', { name: 'web, "a" = b\\', cpuPercent: 12 })];
  const body = reportBody({ timestamp: new Date().toISOString(), containers });
  expect((await whole.call('POST', '/api/agents/docker/report', { body })).status).toBe(200);
  return whole;
}

async function stateOf(whole: Whole, format: string): Promise<ExportState> {
  return ExportState.parse((await whole.call('GET', `${EXPORTS}/${format}`)).json);
}

test('a real Prometheus takes remote write: the test shows its answer, and the values come back with the added labels', async (context) => {
  const reason = missing('prometheus', 'prometheus');
  if (reason !== undefined) return context.skip(reason);
  const whole = await withContainer();
  const folder = tempDir();
  const file = path.join(folder, 'prometheus.yml');
  writeFileSync(file, '{}');
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  await startEngine(
    'prometheus',
    [
      ...[`--config.file=${file}`, `--storage.tsdb.path=${path.join(folder, 'data')}`],
      ...[`--web.listen-address=127.0.0.1:${port}`, '--web.enable-remote-write-receiver'],
    ],
    `${origin}/-/ready`,
  );
  const body = { enabled: true, url: `${origin}/api/v1/write`, labels: { site: 'home "lab"' }, intervalSeconds: 10 };
  const tested = (sent: object) => whole.call('POST', `${EXPORTS}/prometheus/test`, { body: { ...body, ...sent } });
  expect((await tested({})).json).toMatchObject({ ok: true, status: 204 });
  expect((await tested({ url: `${origin}/nothing` })).json).toMatchObject({ ok: false, status: 404 });
  expect((await whole.call('PUT', `${EXPORTS}/prometheus`, { body })).status).toBe(200);
  await expect.poll(async () => (await stateOf(whole, 'prometheus')).status.sent).toBeGreaterThan(10);
  const ask = queryPrometheus(port);
  const [cpu] = await ask(
    'belfry_container_cpu_usage_ratio * on (instance, job, id) group_left (name) belfry_container_info',
  );
  expect([cpu?.value, cpu?.metric.name]).toEqual(['0.12', 'web, "a" = b\\']);
  expect((await ask('belfry_server_info'))[0]?.metric.site).toBe('home "lab"');
  expect((await stateOf(whole, 'prometheus')).status).toMatchObject({ waiting: 0, dropped: 0 });
});

test('VictoriaMetrics takes remote write too', async (context) => {
  const reason = missing('victoria-metrics', 'victoria-metrics');
  if (reason !== undefined) return context.skip(reason);
  const whole = await withContainer();
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const args = [`-storageDataPath=${tempDir()}`, `-httpListenAddr=127.0.0.1:${port}`, '-search.latencyOffset=0s'];
  await startEngine('victoria-metrics', args, `${origin}/health`);
  const body = { enabled: true, url: `${origin}/api/v1/write`, intervalSeconds: 10 };
  expect((await whole.call('POST', `${EXPORTS}/prometheus/test`, { body })).json).toMatchObject({ ok: true });
  expect((await whole.call('PUT', `${EXPORTS}/prometheus`, { body })).status).toBe(200);
  const ask = queryPrometheus(port);
  await expect
    .poll(async () => (await ask('belfry_container_cpu_usage_ratio')).map(({ value }) => value))
    .toEqual(['0.12']);
});

const Influx = z.object({
  results: z.array(
    z.object({ series: z.array(z.object({ columns: z.array(z.string()), values: z.array(z.array(z.unknown())) })) }),
  ),
});

test('a real InfluxDB takes the lines, also those from before somebody made its database', async (context) => {
  const reason = missing('influxd', 'influxdb');
  if (reason !== undefined) return context.skip(reason);
  const whole = await withContainer();
  const folder = tempDir();
  const [port, rpc] = [await freePort(), await freePort()];
  const file = path.join(folder, 'influxdb.conf');
  const settings = [
    ...['reporting-disabled = true', `bind-address = "127.0.0.1:${rpc}"`, '[meta]', `dir = "${folder}/meta"`],
    ...['[data]', `dir = "${folder}/data"`, `wal-dir = "${folder}/wal"`],
    ...['[http]', `bind-address = "127.0.0.1:${port}"`],
  ];
  writeFileSync(file, settings.join('\n'));
  const origin = `http://127.0.0.1:${port}`;
  await startEngine('influxd', ['-config', file], `${origin}/ping`);
  const body = { enabled: true, url: `${origin}/write?db=belfry`, labels: { site: 'home' }, intervalSeconds: 10 };
  const tested = await whole.call('POST', `${EXPORTS}/influxdb/test`, { body });
  expect(tested.json).toMatchObject({ ok: false, status: 404, words: expect.stringContaining('database not found') });
  expect((await whole.call('PUT', `${EXPORTS}/influxdb`, { body })).status).toBe(200);
  await expect
    .poll(async () => (await stateOf(whole, 'influxdb')).status.problem)
    .toMatch(/^HTTP 404: .*database not found/);
  await fetch(`${origin}/query?q=${encodeURIComponent('CREATE DATABASE belfry')}`, { method: 'POST' });
  await expect.poll(async () => (await stateOf(whole, 'influxdb')).status.sent).toBeGreaterThan(10);
  const question = 'SELECT cpu_usage_ratio, "name", site FROM belfry_container';
  const answer = await fetch(`${origin}/query?db=belfry&q=${encodeURIComponent(question)}`);
  const { results } = Influx.parse(await answer.json());
  // A backslash has a meaning of its own in lines.
  expect(results[0]?.series[0]?.values[0]?.slice(1)).toEqual([0.12, 'web, "a" = b/', 'home']);
  expect((await stateOf(whole, 'influxdb')).status).toMatchObject({ waiting: 0, dropped: 0 });
});

test('a real engine takes the lines at the address of InfluxDB 2; while it refuses the credentials, values wait', async (context) => {
  const reason = missing('victoria-metrics', 'victoria-metrics');
  if (reason !== undefined) return context.skip(reason);
  const whole = await withContainer();
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const args = [
    ...[`-storageDataPath=${tempDir()}`, `-httpListenAddr=127.0.0.1:${port}`, '-search.latencyOffset=0s'],
    ...['-httpAuth.username=belfry', '-httpAuth.password=right'],
  ];
  await startEngine('victoria-metrics', args, `${origin}/health`);
  const url = `${origin}/api/v2/write?org=home&bucket=belfry`;
  const body = { enabled: true, url, username: 'belfry', secret: 'wrong', intervalSeconds: 10 };
  const put = (secret: string) => whole.call('PUT', `${EXPORTS}/influxdb`, { body: { ...body, secret } });
  expect((await put('wrong')).status).toBe(200);
  await expect.poll(async () => (await stateOf(whole, 'influxdb')).status.refused).toBe(true);
  const { status: waits } = await stateOf(whole, 'influxdb');
  expect(waits).toMatchObject({ sent: 0, dropped: 0, problem: expect.stringContaining('HTTP 401') });
  expect(waits.waiting).toBeGreaterThan(10);
  expect((await put('right')).status).toBe(200);
  await expect.poll(async () => (await stateOf(whole, 'influxdb')).status.waiting).toBe(0);
  const { status } = await stateOf(whole, 'influxdb');
  expect([status.sent >= waits.waiting, status.dropped, status.refused]).toEqual([true, 0, undefined]);
  const headers = { authorization: `Basic ${Buffer.from('belfry:right').toString('base64')}` };
  const ask = async () => {
    const query = encodeURIComponent('belfry_container_cpu_usage_ratio');
    const answer = await fetch(`${origin}/api/v1/query?query=${query}`, { headers });
    const { data } = z
      .object({ data: z.object({ result: z.array(z.object({ value: z.tuple([z.number(), z.string()]) })) }) })
      .parse(await answer.json());
    return data.result.map(({ value }) => value[1]);
  };
  await expect.poll(ask).toEqual(['0.12']);
});

test('the secret is never answered, stays where the mask comes back, and is not sent to another address', async () => {
  const whole = await openApp(env);
  const [admin, viewer] = [await bySession('admin')(whole), await bySession('viewer')(whole)];
  const body = { enabled: false, url: 'https://tsdb.lan/api/v1/write', secret: 'very secret' };
  const put = (change: object) =>
    whole.call('PUT', `${EXPORTS}/prometheus`, { headers: admin, body: { ...body, ...change } });
  expect((await put({})).status).toBe(200);
  const { text, json } = await whole.call('GET', `${EXPORTS}/prometheus`, { headers: viewer });
  expect([text.includes('very secret'), json.secret]).toEqual([false, MASK]);
  expect((await put({ secret: MASK, intervalSeconds: 60 })).status).toBe(200);
  expect((await stateOf(whole, 'prometheus')).secret).toBe(MASK);
  const elsewhere = await put({ secret: MASK, url: 'https://other.lan/api/v1/write' });
  expect([elsewhere.status, Object.keys(elsewhere.json.details ?? {})]).toEqual([400, ['secret']]);
  expect((await whole.call('PUT', `${EXPORTS}/prometheus`, { headers: viewer, body })).status).toBe(403);
});

test('an address that Belfry may not call, or that is no address of the format, is refused with its field', async () => {
  const whole = await openApp({});
  const refused = async (format: string, body: object) => {
    const { status, json } = await whole.call('PUT', `${EXPORTS}/${format}`, { body: { enabled: true, ...body } });
    return [status, Object.keys(json.details ?? {})];
  };
  for (const url of [
    '',
    'ftp://a',
    'http://127.0.0.1/api/v1/write',
    'http://169.254.169.254/',
    'https://a:b@tsdb.lan/',
  ])
    expect([url, await refused('prometheus', { url })]).toEqual([url, [400, ['url']]]);
  for (const url of ['https://influx.lan/', 'https://influx.lan/write', 'https://influx.lan/api/v2/write?org=o'])
    expect([url, await refused('influxdb', { url })]).toEqual([url, [400, ['url']]]);
  const url = 'https://tsdb.lan/api/v1/write';
  expect(await refused('prometheus', { url, labels: { 'no-label': 'x' } })).toEqual([400, ['labels.no-label']]);
  expect(await refused('graphite', { url })).toEqual([400, ['format']]);
});

test('an export of the configuration has the exports with their secrets, and an import puts them into force', async () => {
  const [from, to] = [await openApp({}), await openApp({})];
  const body = { enabled: false, url: 'https://tsdb.lan/api/v1/write', username: 'u', secret: 'very secret' };
  await from.call('PUT', `${EXPORTS}/prometheus`, { headers: await bySession('admin')(from), body });
  const passphrase = 'a long passphrase';
  const headers = await byToken('admin')(from);
  const { json } = await from.call('POST', '/api/config/export', { headers, body: { passphrase } });
  const imported = { data: json.data, passphrase };
  const admin = await byToken('admin')(to);
  expect((await to.call('POST', '/api/config/import', { headers: admin, body: imported })).status).toBe(200);
  expect(await stateOf(to, 'prometheus')).toMatchObject({ url: body.url, username: 'u', secret: MASK });
});
