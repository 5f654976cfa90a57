// Agents and Proxmox hosts of a site that call the port of its collector, on the whole server, with a real collector.

import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import { english } from '@belfry/domain/sentences/english';
import { type Lab, nodeConfig, startLab } from '@belfry/lab/datacentre';
import { addNode } from '@belfry/schema/http/nodes';
import { addSite, listSites } from '@belfry/schema/http/sites';
import { createToken } from '@belfry/schema/http/tokens';
import type { State } from '@belfry/schema/state';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type Collector, startCollector } from '../collector/collector.ts';
import { join } from '../collector/join.ts';
import { membershipIn } from '../collector/membership.ts';
import { openEntrance } from '../collector/open-entrance.ts';
import { tempDir } from '../db/testing/temp-store.ts';
import { noHistory } from '../history/no-history.ts';
import { systemClock } from '../lib/clock.ts';
import { createLogger } from '../lib/logger.ts';
import { createParts } from '../lib/parts.ts';
import { containerBody, reportBody } from '../sources/docker-agent/testing/reports.ts';
import { fastClock } from './testing/fast-clock.ts';
import { configuredApp, type Whole, wholeApp } from './testing/whole-app.ts';

let lab: Lab;
beforeAll(async () => {
  lab = await startLab({ nodes: 1, guests: 2, clusters: 1, seed: 3, authDelayMs: 0 });
});
afterAll(() => lab.stop());

type App = Whole & { token: string };
const as = ({ token }: App) => ({ headers: { 'x-api-token': token } });
const stateOf = async (app: App) => (await app.call('GET', '/api/state', as(app))).json as State;
const files = { release: '/nowhere', installer: '/nowhere', sensorInstaller: '/nowhere' };

async function reportToken(app: App, name: string): Promise<string> {
  const made = await app.call('POST', '/api/security/tokens', { ...as(app), body: { name, scope: 'report' } });
  return made.read(createToken.reply).token;
}

/** A line that can be cut: it passes on what arrives at its port. */
async function cuttable(to: string) {
  const [host = '', port = ''] = to.split(':');
  const sockets = new Set<net.Socket>();
  const server = net.createServer((near) => {
    const far = net.connect(Number(port), host);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    }
    near.pipe(far).pipe(near);
  });
  const listen = async (at: number) => {
    server.listen(at, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  };
  const at = await listen(0);
  const cut = async () => {
    server.close();
    for (const socket of sockets) socket.destroy();
    await once(server, 'close');
  };
  onTestFinished(() => void (server.listening && cut()));
  return { host: `127.0.0.1:${at}`, cut, restore: () => listen(at) };
}

/** A site whose collector listens, as after `belfry collector run --listen`. */
async function siteOf(app: App, name: string, host = app.host) {
  const { id, token } = (await app.call('POST', '/api/sites', { ...as(app), body: { name } })).read(addSite.reply);
  const dataDir = tempDir();
  expect(await join({ url: `http://${host}`, token, dataDir, replace: false })).toMatchObject({ ok: true });
  const membership = membershipIn(dataDir);
  if (!membership) throw new Error('it has not joined');
  const log = createLogger('silent');
  const parts = createParts({ onDefect: (error) => expect.fail(String(error)), clock: systemClock });
  const deps = {
    dataDir,
    membership,
    version: 'test',
    history: noHistory,
    uptime: () => performance.now(),
    parts,
    clock: systemClock,
    log,
  };
  const run = async () => {
    const collector: Collector = startCollector(deps);
    const opened = await openEntrance({
      ...{ listen: '127.0.0.1:0', isTls: false, dataDir, collector, site: name, files, clock: systemClock, log },
    });
    if (!opened.ok) throw new Error(english(opened.error));
    const stop = async () => {
      await opened.value.close();
      await collector.stop();
    };
    onTestFinished(stop);
    return { collector, address: opened.value.address, stop };
  };
  const first = await run();
  await expect.poll(() => first.collector.status().isOpen).toBe(true);
  return { id, run, ...first };
}

async function post(url: string, token: string, body: unknown) {
  const reply = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-token': token },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return { status: reply.status, json: (await reply.json()) as Record<string, unknown> };
}
const host = (n: number) =>
  reportBody({ agent: { id: `e${n}` }, host: { machineId: `m${n}`, hostname: `docker-${n}` } });
const report = (address: string, token: string, body: unknown = reportBody()) =>
  post(`${address}/api/agents/docker/report`, token, body);

test('a Docker host reports through the collector of its site, with the answers and the refusals of the server', async () => {
  const app = await configuredApp();
  const { id: site, address } = await siteOf(app, 'Cologne');
  const token = await reportToken(app, 'docker');
  const taken = await report(address, token, reportBody({ containers: [containerBody('a')] }));
  expect(taken).toMatchObject({ status: 200, json: { success: true, hostId: 'engine-1', containers: 1 } });
  const { dockerHosts, instances } = await stateOf(app);
  expect(dockerHosts).toMatchObject([{ id: 'engine-1', site, status: 'online' }]);
  expect(instances).toMatchObject([{ kind: 'docker', site, health: 'healthy' }]);

  expect(await report(address, 'nonsense')).toMatchObject({ status: 401 });
  const metrics = await app.call('POST', '/api/security/tokens', {
    ...as(app),
    body: { name: 'metrics', scope: 'metrics' },
  });
  expect(await report(address, metrics.read(createToken.reply).token)).toMatchObject({ status: 403 });
  expect(await report(address, token, '{"agent":')).toMatchObject({ status: 400, json: { code: 'invalid_json' } });
  expect(await report(address, token, reportBody({ host: { hostname: ' ' } }))).toMatchObject({
    status: 400,
    json: { details: { 'host.hostname': expect.any(String) } },
  });
  expect(await report(address, token, `"${'x'.repeat(3 << 20)}"`)).toMatchObject({ status: 413 });
  const other = await fetch(`${address}/api/state`, { headers: { 'x-api-token': app.token } });
  expect(other.status).toBe(404);
});

test('a collector takes no host that reports elsewhere, unless the token belongs to that host alone', async () => {
  const app = await configuredApp();
  const [cologne, bonn] = [await siteOf(app, 'Cologne'), await siteOf(app, 'Bonn')];
  const shared = await reportToken(app, 'shared');
  for (const n of [1, 2]) expect(await report(cologne.address, shared, host(n))).toMatchObject({ status: 200 });
  expect(await report(bonn.address, shared, host(1))).toMatchObject({
    status: 409,
    json: { error: expect.stringContaining('reports through the site "Cologne"') },
  });
  // An administrator's token does not change that: the collector has seen it.
  expect(await report(bonn.address, app.token, host(1))).toMatchObject({ status: 409 });
  expect(await report(`http://${app.host}`, shared, host(2))).toMatchObject({ status: 409 });
  expect((await stateOf(app)).dockerHosts.map(({ site }) => site)).toEqual([cologne.id, cologne.id]);

  const own = await reportToken(app, 'own');
  expect(await report(`http://${app.host}`, own, host(3))).toMatchObject({ status: 200 });
  expect(await report(bonn.address, own, host(3))).toMatchObject({ status: 200 });
  expect((await stateOf(app)).dockerHosts.find(({ id }) => id === 'e3')?.site).toBe(bonn.id);
});

test('without a line the newest report of each agent is kept and arrives later; what cannot be kept is refused with the reason', async () => {
  const app = await configuredApp();
  const line = await cuttable(app.host);
  const { collector, address } = await siteOf(app, 'Cologne', line.host);
  const token = await reportToken(app, 'docker');
  await line.cut();
  await expect.poll(() => collector.status().isOpen).toBe(false);
  expect(await report(address, token, reportBody({ containers: [containerBody('old')] }))).toMatchObject({
    status: 202,
  });
  const kept = await report(address, token, reportBody({ containers: [containerBody('a'), containerBody('b')] }));
  expect(kept).toMatchObject({ status: 202, json: { success: true, message: expect.stringContaining('keeps it') } });
  expect(collector.status().kept).toBe(1);
  const script = await fetch(`${address}/api/setup-script?type=pve&host=10.0.0.1&auth_token=x`);
  expect([script.status, ((await script.json()) as { error: string }).error]).toEqual([
    503,
    'The collector of the site "Cologne" does not reach the server at present, so it cannot pass this on.',
  ]);
  const many = Array.from({ length: 20 }, (_, n) => report(address, token, host(n)));
  const statuses = (await Promise.all(many)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 202)).toHaveLength(15);
  expect(statuses.filter((status) => status === 503)).toHaveLength(5);
  await line.restore();
  const shown = async () => (await stateOf(app)).dockerHosts.find(({ id }) => id === 'engine-1')?.containers.length;
  await expect.poll(shown, { timeout: 20_000 }).toBe(2);
  expect(collector.status().kept).toBe(0);
});

test('a machine that calls without end is refused for a while, and the others go on', async () => {
  const app = await configuredApp();
  const { address } = await siteOf(app, 'Cologne');
  const statuses: number[] = [];
  // Meanwhile two more calls are allowed each second, so the last one of a fixed number may be one of these.
  while (statuses.at(-1) !== 429 && statuses.length < 300)
    statuses.push((await report(address, 'nonsense', {})).status);
  expect(statuses.slice(0, 120).every((status) => status === 400)).toBe(true);
  expect(statuses.at(-1)).toBe(429);
});

test('a push of Proxmox through the collector makes it look at its own host, and at none of another site', async () => {
  const app = await configuredApp();
  const [cologne, bonn] = [await siteOf(app, 'Cologne'), await siteOf(app, 'Bonn')];
  const [first] = lab.instances;
  if (!first) throw new Error('the lab has no instance');
  const { user: _, password: __, ...byToken } = nodeConfig(first);
  const body = { ...byToken, name: 'branch', site: cologne.id };
  const { node } = (await app.call('POST', '/api/config/nodes', { ...as(app), body })).read(addNode.reply);
  await expect.poll(async () => (await stateOf(app)).instances[0]?.health).toBe('healthy');
  const token = await reportToken(app, 'push');
  const push = (address: string) => post(`${address}/api/proxmox/notify/${node.instance}`, token, { type: 'vzdump' });
  expect(await push(cologne.address)).toMatchObject({ status: 202, json: { accepted: true } });
  expect(await push(bonn.address)).toMatchObject({ status: 404 });

  // A node that reports its temperature does not end what the collector sends.
  const [pve] = (await stateOf(app)).nodes;
  const sensors = { node: pve?.name, intervalSeconds: 60, sensors: { chip: { Core: { temp1_input: 40 } } } };
  expect(await post(`${cologne.address}/api/agents/sensors/report`, token, sensors)).toMatchObject({ status: 200 });
  expect(await post(`${bonn.address}/api/agents/sensors/report`, token, sensors)).toMatchObject({ status: 404 });
  const seen = (await stateOf(app)).instances[0]?.lastSeen;
  await expect.poll(async () => (await stateOf(app)).instances[0]?.lastSeen, { timeout: 30_000 }).not.toBe(seen);
});

test('a Docker host of a site that falls silent is part of the alert about the site', async () => {
  const clock = fastClock(Date.UTC(2026, 10, 18, 9), 20);
  onTestFinished(clock.stop);
  const app = await configuredApp({ clock });
  const { id: site, address, stop } = await siteOf(app, 'Cologne');
  const token = await reportToken(app, 'docker');
  expect(await report(address, token)).toMatchObject({ status: 200 });
  await stop();
  const silent = async () =>
    (await stateOf(app)).activeAlerts.filter(({ type }) => type === 'connectivity' || type === 'docker-host-offline');
  await expect.poll(async () => (await silent()).map(({ resourceId }) => resourceId)).toEqual([site]);
  await clock.pass(5 * 60_000);
  expect((await stateOf(app)).dockerHosts).toMatchObject([{ staleSince: expect.any(String) }]);
  expect(await silent()).toMatchObject([{ resourceId: site, metadata: { depends: { others: 1 } } }]);
  const target = { kind: 'site', value: site };
  const added = await app.call('POST', '/api/alerts/silences', {
    ...as(app),
    body: { target, reason: 'they move', minutes: 600 },
  });
  expect(added.status).toBe(201);
  expect(await silent()).toMatchObject([{ metadata: { silenced: { reason: 'they move' } } }]);
});

test('the certificate of a host is read through the collector of its site, and each refusal names what is wrong', async () => {
  const app = await configuredApp();
  const { id: site, stop } = await siteOf(app, 'Cologne');
  const [first] = lab.instances;
  if (!first) throw new Error('the lab has no instance');
  const { host } = nodeConfig(first);
  const read = (body: object) =>
    app.call('POST', '/api/config/nodes/certificate', { ...as(app), body: { type: 'pve', host, ...body } });
  const [here, there] = [await read({}), await read({ site })];
  expect(there.json).toEqual(here.json);
  expect(there.json).toMatchObject({ fingerprint: expect.any(String), flaw: 'unknown-authority' });
  expect((await read({ site, host: 'https://127.0.0.1:1' })).json).toMatchObject({
    error: expect.stringContaining('cannot be reached'),
  });
  expect((await read({ site: '0123456789abcdef' })).json).toMatchObject({
    error: 'There is no site with the id 0123456789abcdef.',
  });
  await stop();
  await expect
    .poll(async () => (await read({ site })).json.error)
    .toBe('The collector of the site "Cologne" is not connected.');
});

test('the configuration file names the site of a host, and a site that is not here is named with those that are', async () => {
  const app = await configuredApp();
  const { id: site } = await siteOf(app, 'Cologne');
  const [first] = lab.instances;
  if (!first) throw new Error('the lab has no instance');
  const { user: _, password: __, ...byToken } = nodeConfig(first);
  await app.call('POST', '/api/config/nodes', { ...as(app), body: { ...byToken, name: 'branch', site } });
  const exported = await app.call('POST', '/api/config/file/export', { ...as(app), body: {} });
  const { config } = exported.json as { config: { instances: object[] } };
  expect(config.instances).toMatchObject([{ name: 'branch', site: 'Cologne' }]);
  const apply = (name: string) =>
    app.call('POST', '/api/config/file/apply', {
      ...as(app),
      body: { config: { instances: [{ ...byToken, name: 'branch', site: name }] } },
    });
  expect((await apply('Colonge')).json).toMatchObject({
    details: { 'instances.0.site': 'There is no site named "Colonge". There are: Cologne.' },
  });
  expect((await apply('Cologne')).status).toBe(200);
  expect(app.store.instances.list().instances.map(({ config }) => config.site)).toEqual([site]);
});

test('a site says what its line carries and which Docker hosts report through it, and none of them stays when it is removed', async () => {
  const app = await configuredApp();
  const [cologne, bonn] = [await siteOf(app, 'Cologne'), await siteOf(app, 'Bonn')];
  const token = await reportToken(app, 'docker');
  for (const n of [1, 2]) expect(await report(cologne.address, token, host(n))).toMatchObject({ status: 200 });
  expect(await report(bonn.address, await reportToken(app, 'bonn'), host(3))).toMatchObject({ status: 200 });
  const sites = async () => (await app.call('GET', '/api/sites', as(app))).read(listSites.reply);
  const shown = (await sites()).find(({ id }) => id === cologne.id);
  expect(shown).toMatchObject({ dockerHosts: ['docker-1', 'docker-2'], line: { receivedBytes: expect.any(Number) } });
  expect(shown?.line?.receivedBytes).toBeGreaterThan(0);

  expect(await app.call('DELETE', `/api/sites/${cologne.id}`, as(app))).toMatchObject({ status: 200 });
  expect((await stateOf(app)).dockerHosts.map(({ id }) => id)).toEqual(['e3']);
  expect((await stateOf(app)).instances.map(({ site }) => site)).toEqual([bonn.id]);
  expect(await report(cologne.address, token, host(1))).not.toMatchObject({ status: 200 });
  await app.stop();
  const again = { ...(await wholeApp({ dataDir: app.dataDir })), token: app.token };
  expect((await stateOf(again)).dockerHosts.map(({ id }) => id)).toEqual(['e3']);
});
