// A site on the whole server, with a real collector and hosts that speak the real wire.

import { cpSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { english } from '@belfry/domain/sentences/english';
import { type Lab, nodeConfig, startLab } from '@belfry/lab/datacentre';
import { addNode, testConnection } from '@belfry/schema/http/nodes';
import { addSite, inviteCollector, listSites, scanSite } from '@belfry/schema/http/sites';
import type { State } from '@belfry/schema/state';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { makeKeys } from '../collect/keys.ts';
import { type Collector, startCollector } from '../collector/collector.ts';
import { join } from '../collector/join.ts';
import { membershipIn } from '../collector/membership.ts';
import { tempDir } from '../db/testing/temp-store.ts';
import { noHistory } from '../history/no-history.ts';
import { systemClock } from '../lib/clock.ts';
import { createLogger } from '../lib/logger.ts';
import { createParts } from '../lib/parts.ts';
import { fastClock } from './testing/fast-clock.ts';
import { configuredApp, type Whole, wholeApp } from './testing/whole-app.ts';

let lab: Lab;
beforeAll(async () => {
  lab = await startLab({ nodes: 4, guests: 8, clusters: 2, seed: 3, authDelayMs: 0 });
});
afterAll(() => lab.stop());

type App = Whole & { token: string };
const as = ({ token }: App) => ({ headers: { 'x-api-token': token } });
const stateOf = async (app: App) => (await app.call('GET', '/api/state', as(app))).json as State;
const hostOf = (index = 0) => {
  const [instance] = lab.instances.slice(index);
  if (!instance) throw new Error('the lab has no instance');
  const { user: _, password: __, ...byToken } = nodeConfig(instance);
  return { ...byToken, name: `branch ${index}` };
};

async function addedSite(app: App, name = 'Köln', more: object = {}) {
  const added = await app.call('POST', '/api/sites', { ...as(app), body: { name, ...more } });
  return added.read(addSite.reply);
}
async function joined(app: App, token: string): Promise<string> {
  const dataDir = tempDir();
  const done = await join({ url: `http://${app.host}`, token, dataDir, replace: false });
  if (!done.ok) throw new Error(english(done.error));
  return dataDir;
}
function started(dataDir: string, version = 'test'): Collector {
  const membership = membershipIn(dataDir);
  if (!membership) throw new Error('it has not joined');
  const log = createLogger('silent');
  const parts = createParts({ onDefect: (error) => expect.fail(String(error)), clock: systemClock });
  const uptime = () => performance.now();
  const collector = startCollector({
    dataDir,
    membership,
    version,
    history: noHistory,
    uptime,
    parts,
    clock: systemClock,
    log,
  });
  onTestFinished(collector.stop);
  return collector;
}

test('a host of a site is tested, polled and shown as a host of the server, by a collector that only dials out', async () => {
  const app = await configuredApp();
  const { id: site, token, command } = await addedSite(app);
  expect(command).toContain(`belfry collector join`);
  expect((await stateOf(app)).sites).toMatchObject([{ id: site, name: 'Köln', status: 'new' }]);
  started(await joined(app, token));
  await expect.poll(async () => (await stateOf(app)).sites[0]?.status).toBe('connected');

  const body = { ...hostOf(), site };
  const tested = await app.call('POST', '/api/config/nodes/test-connection', { ...as(app), body });
  expect(tested.read(testConnection.reply)).toMatchObject({ status: 'success', isCluster: true, nodeCount: 2 });
  const wrong = { ...body, tokenValue: 'wrong' };
  const refused = await app.call('POST', '/api/config/nodes/test-connection', { ...as(app), body: wrong });
  expect(refused.json).toMatchObject({ error: expect.stringContaining('does not accept the token') });

  const { node } = (await app.call('POST', '/api/config/nodes', { ...as(app), body })).read(addNode.reply);
  expect(node).toMatchObject({ site, hasToken: true });
  await expect
    .poll(async () => (await stateOf(app)).instances)
    .toMatchObject([{ id: node.instance, site, health: 'healthy', name: 'branch 0' }]);
  await expect.poll(async () => (await stateOf(app)).nodes.length).toBe(2);
  expect((await app.call('GET', '/api/sites', as(app))).read(listSites.reply)).toMatchObject([
    { id: site, status: 'connected', version: 'test', instances: ['branch 0'], clockOffsetMs: expect.any(Number) },
  ]);
});

test('no file of the server and no line of its log has the secret of a host of a site', async () => {
  const app = await configuredApp();
  const { id: site, token } = await addedSite(app);
  started(await joined(app, token));
  const body = { ...hostOf(), site };
  await app.call('POST', '/api/config/nodes', { ...as(app), body });
  await expect.poll(async () => (await stateOf(app)).instances[0]?.health).toBe('healthy');
  const canary = String(body.tokenValue);
  expect(canary.length).toBeGreaterThan(8);
  const stored = app.store.instances.list().instances.map(({ config }) => JSON.stringify(config));
  expect(stored.join()).toContain('hpke1.');
  expect(stored.join()).not.toContain(canary);
  expect(app.log.join('\n')).not.toContain(canary);
  await app.stop();
  const files = readdirSync(app.dataDir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  expect(files.length).toBeGreaterThan(2);
  for (const { parentPath, name } of files)
    expect([name, readFileSync(path.join(parentPath, name)).includes(canary)]).toEqual([name, false]);
});

test('a token works once, for its own site, and each refusal says why', async () => {
  const app = await configuredApp();
  const { token } = await addedSite(app);
  const attempt = async (text: string) => {
    const done = await join({ url: `http://${app.host}`, token: text, dataDir: tempDir(), replace: false });
    return done.ok ? 'joined' : english(done.error);
  };
  expect(await attempt('nonsense')).toContain('This is not the token of a site');
  expect(await attempt(token.replace(/[0-9a-f]{4}$/, 'ffff'))).toContain(
    'This is not the token of a site of this server.',
  );
  expect(await attempt(token)).toBe('joined');
  expect(await attempt(token)).toContain('This token has been used.');
  for (const name of ['köln ', 'KÖLN', '\u202eKöln'])
    expect((await app.call('POST', '/api/sites', { ...as(app), body: { name } })).status).toBe(409);
  expect((await app.call('POST', '/api/sites', { ...as(app), body: { name: 'Köln' } })).json).toMatchObject({
    error: 'A site named "Köln" already exists.',
  });
});

test('a collector that must be accepted waits, and a revoked one is refused', async () => {
  const app = await configuredApp();
  const { id, token } = await addedSite(app, 'Köln', { accept: 'person' });
  const dataDir = await joined(app, token);
  const collector = started(dataDir);
  const status = async () => (await app.call('GET', '/api/sites', as(app))).read(listSites.reply)[0];
  await expect.poll(() => collector.status().refusal?.id).toBe('collect.waiting');
  const waiting = await status();
  expect(waiting).toMatchObject({ status: 'waiting' });
  const wrong = await app.call('POST', `/api/sites/${id}/accept`, { ...as(app), body: { fingerprint: 'other' } });
  expect(wrong.status).toBe(409);
  const { fingerprint } = waiting ?? {};
  const accepted = await app.call('POST', `/api/sites/${id}/accept`, { ...as(app), body: { fingerprint } });
  expect(accepted.status).toBe(200);
  // It would try again after a minute.
  await collector.stop();
  const again = started(dataDir);
  await expect.poll(async () => (await status())?.status).toBe('connected');
  await app.call('POST', `/api/sites/${id}/revoke`, as(app));
  await expect.poll(async () => (await status())?.status).toBe('revoked');
  await expect.poll(() => again.status()).toMatchObject({ isOpen: false, refusal: { id: 'collect.revoked' } });
});

test('a site that falls silent is one alert with its hosts, and it ends when the site reports again', async () => {
  const clock = fastClock(Date.UTC(2026, 10, 18, 9), 20);
  onTestFinished(clock.stop);
  const app = await configuredApp({ clock });
  const { id: site, token } = await addedSite(app);
  const dataDir = await joined(app, token);
  const first = started(dataDir);
  await app.call('POST', '/api/config/nodes', { ...as(app), body: { ...hostOf(), site } });
  await app.call('POST', '/api/config/nodes', { ...as(app), body: { ...hostOf(1), site } });
  const health = async () => (await stateOf(app)).instances.map(({ health }) => health);
  await expect.poll(health).toEqual(['healthy', 'healthy']);
  await first.stop();
  const offline = async () =>
    (await stateOf(app)).activeAlerts.filter(({ type }) => type === 'connectivity' || type === 'offline');
  await expect.poll(async () => (await offline()).length).toBe(1);
  const [alert] = await offline();
  expect(alert).toMatchObject({ resourceId: site, level: 'critical', metadata: { depends: { others: 2 } } });
  expect(alert?.message).toContain('The site "Köln" reports nothing');
  const state = await stateOf(app);
  expect(state.sites).toMatchObject([{ status: 'silent' }]);
  expect(state.instances.map((each) => each.health)).toEqual(['error', 'error']);
  expect(state.vms.length + state.containers.length).toBeGreaterThan(0);
  expect(state.nodes.map(({ status }) => status)).toEqual(['unknown', 'unknown', 'unknown', 'unknown']);
  await clock.pass(3 * 60_000);
  expect(await offline()).toHaveLength(1);
  started(dataDir);
  await expect.poll(async () => (await offline()).length).toBe(0);
  await expect.poll(health).toEqual(['healthy', 'healthy']);
});

test('after a restart of the server a silent site has the version that its collector said last', async () => {
  const app = await configuredApp();
  const { token } = await addedSite(app);
  const collector = started(await joined(app, token), '9.8.7');
  await expect.poll(async () => (await stateOf(app)).sites[0]?.version).toBe('9.8.7');
  await collector.stop();
  await app.stop();
  const again = { ...(await wholeApp({ dataDir: app.dataDir })), token: app.token };
  expect((await stateOf(again)).sites).toMatchObject([{ status: 'silent', version: '9.8.7' }]);
});

test('a host that moves to a site is polled there, and what the server still has of it is never newer', async () => {
  const app = await configuredApp();
  const { id: site, token } = await addedSite(app);
  started(await joined(app, token));
  const added = await app.call('POST', '/api/config/nodes', { ...as(app), body: hostOf() });
  const { node } = added.read(addNode.reply);
  await expect.poll(async () => (await stateOf(app)).instances[0]?.health).toBe('healthy');
  const path = `/api/config/nodes/${node.id}`;
  const bare = await app.call('PUT', path, { ...as(app), body: { site } });
  expect(bare.json).toMatchObject({ details: { tokenValue: expect.any(String) } });
  const moved = await app.call('PUT', path, { ...as(app), body: { site, tokenValue: hostOf().tokenValue } });
  expect(moved.status).toBe(200);
  await expect
    .poll(async () => (await stateOf(app)).instances)
    .toMatchObject([{ id: node.instance, site, health: 'healthy' }]);
  const back = await app.call('PUT', path, { ...as(app), body: { site: '', tokenValue: hostOf().tokenValue } });
  expect(back.status).toBe(200);
  await expect.poll(async () => (await stateOf(app)).instances[0]?.site).toBeUndefined();
  await expect.poll(async () => (await stateOf(app)).instances[0]?.health).toBe('healthy');
});

test('an unknown site, and one without a collector, take no host', async () => {
  const app = await configuredApp();
  const { id: site } = await addedSite(app);
  const attempt = async (id: string) =>
    (await app.call('POST', '/api/config/nodes', { ...as(app), body: { ...hostOf(), site: id } })).json;
  expect(await attempt('0123456789abcdef')).toMatchObject({ error: 'There is no site with the id 0123456789abcdef.' });
  expect(await attempt(site)).toMatchObject({ error: expect.stringContaining('No collector has joined the site') });
  const waiting = await addedSite(app, 'Bern', { accept: 'person' });
  await joined(app, waiting.token);
  expect(await attempt(waiting.id)).toMatchObject({ error: expect.stringContaining('its key is not accepted yet') });
  expect(await attempt('nonsense')).toMatchObject({ details: { site: expect.any(String) } });
});

test('an import leaves out hosts of a site that is not here, and says why; the environment may not have any', async () => {
  const app = await configuredApp();
  const { id: site, token } = await addedSite(app);
  started(await joined(app, token));
  await app.call('POST', '/api/config/nodes', { ...as(app), body: { ...hostOf(), site } });
  await app.call('POST', '/api/config/nodes', { ...as(app), body: { ...hostOf(1), name: 'here' } });
  const passphrase = 'a long passphrase';
  const exported = await app.call('POST', '/api/config/export', { ...as(app), body: { passphrase } });
  const data = (exported.json as { data: string }).data;
  const other = await configuredApp();
  const imported = await other.call('POST', '/api/config/import', { ...as(other), body: { passphrase, data } });
  expect(imported.status).toBe(200);
  expect(JSON.stringify(imported.json)).toContain('There is no site named \\"Köln\\"');
  const { instances } = other.store.instances.list();
  expect(instances.map(({ config }) => config.name)).toEqual(['here']);
  const env = { BELFRY_NODES: JSON.stringify([{ ...hostOf(), site }]) };
  await expect(configuredApp({ env })).rejects.toThrow('no site, because a host of a site is added in the settings');
});

test('another collector takes the place of a lost one: its hosts ask for their secrets again, and keep their ids', async () => {
  const app = await configuredApp();
  const { id: site, token } = await addedSite(app);
  const lost = started(await joined(app, token));
  const added = await app.call('POST', '/api/config/nodes', { ...as(app), body: { ...hostOf(), site } });
  const { node } = added.read(addNode.reply);
  const instance = async () => (await stateOf(app)).instances[0];
  await expect.poll(async () => (await instance())?.health).toBe('healthy');
  const again = await app.call('POST', `/api/sites/${site}/token`, { ...as(app), body: { accept: 'person' } });
  const dataDir = await joined(app, again.read(inviteCollector.reply).token);
  const view = async () => (await app.call('GET', '/api/sites', as(app))).read(listSites.reply)[0];
  // The lost one works until the other one is accepted.
  expect(await view()).toMatchObject({ status: 'connected', waiting: true });
  const { fingerprint } = (await view()) ?? {};
  await app.call('POST', `/api/sites/${site}/accept`, { ...as(app), body: { fingerprint } });
  await expect.poll(() => lost.status().refusal?.id).toBe('collect.revoked');
  started(dataDir);
  await expect.poll(async () => (await instance())?.error?.message).toContain('cannot read the secret of the host');
  expect(await instance()).toMatchObject({ id: node.instance, site, health: 'error' });
  const path = `/api/config/nodes/${node.id}`;
  const entered = await app.call('PUT', path, { ...as(app), body: { tokenValue: hostOf().tokenValue } });
  expect(entered.status).toBe(200);
  await expect.poll(async () => (await instance())?.health).toBe('healthy');
  expect(await instance()).not.toHaveProperty('error');
});

test('a collector whose key is none does not join, and its token can still be used', async () => {
  const app = await configuredApp();
  const { token } = await addedSite(app);
  const { publicKey: signing } = makeKeys().signing;
  const body = { token, signing, sealing: 'A'.repeat(43), version: 'test' };
  const refused = await app.call('POST', '/api/sites/join', { body });
  expect(refused).toMatchObject({ status: 400, json: { error: expect.stringContaining('no key') } });
  await joined(app, token);
});

test('a copy of the folder of a collector that ran for a time does not silence the first collector: its hosts are live again when it has the line', async () => {
  const app = await configuredApp();
  const { id: site, token } = await addedSite(app);
  const dataDir = await joined(app, token);
  const first = started(dataDir);
  await expect.poll(async () => (await stateOf(app)).sites[0]?.status).toBe('connected');
  await app.call('POST', '/api/config/nodes', { ...as(app), body: { ...hostOf(), site } });
  const lastSeen = async () => Date.parse((await stateOf(app)).instances[0]?.lastSeen ?? '');
  await expect.poll(lastSeen).toBeGreaterThan(0);
  const copied = tempDir();
  cpSync(dataDir, copied, { recursive: true });
  const copy = started(copied);
  await expect.poll(() => first.status().refusal?.id).toBe('collect.replaced');
  const taken = Date.now();
  await expect.poll(lastSeen).toBeGreaterThan(taken);
  await copy.stop();
  const ended = Date.now();
  // The first one tries again after a minute at most.
  await expect.poll(lastSeen, { timeout: 100_000 }).toBeGreaterThan(ended);
  expect(first.status().isOpen).toBe(true);
});

test('the collector of a site looks for hosts in its network, one scan at a time; hosts that it polls are left out', async () => {
  const app = await configuredApp();
  const { id: site, token } = await addedSite(app);
  const scan = (body: object) => app.call('POST', `/api/sites/${site}/scan`, { ...as(app), body });
  expect((await scan({})).json).toMatchObject({ error: 'The collector of the site "Köln" is not connected.' });
  started(await joined(app, token));
  await expect.poll(async () => (await stateOf(app)).sites[0]?.status).toBe('connected');
  const wrong = await scan({ subnet: 'nonsense' });
  expect(wrong.status).toBe(400);
  expect(wrong.json).toMatchObject({
    error: expect.stringContaining('"nonsense" is not an IPv4 subnet'),
    details: { subnet: expect.stringContaining('nonsense') },
  });
  expect((await scan({ subnet: '10.0.0.0/8' })).status).toBe(400);
  const network = await startLab({ nodes: 1, guests: 1, seed: 9, authDelayMs: 0, port: 8006 });
  onTestFinished(() => network.stop());
  const [host] = network.instances;
  const ip = new URL(host?.host ?? '').hostname;
  const [found, second] = await Promise.all([scan({ subnet: ip }), scan({ subnet: ip })]);
  const [first] = [found, second].filter(({ status }) => status === 200);
  expect(first?.read(scanSite.reply).servers).toMatchObject([{ ip, port: 8006, type: 'pve' }]);
  const body = { ...hostOf(), host: host?.host, name: 'found', tokenValue: host?.tokenValue, site };
  expect((await app.call('POST', '/api/config/nodes', { ...as(app), body })).status).toBe(201);
  expect((await scan({ subnet: ip })).read(scanSite.reply).servers).toEqual([]);
});
