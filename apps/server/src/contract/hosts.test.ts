// Hosts, agents and their stored data, on the whole server: tests against faults that other products had.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { addNode, listNodes } from '@belfry/schema/http/nodes';
import { setupScriptUrl } from '@belfry/schema/http/onboarding';
import { expect, test } from 'vitest';
import { openStore } from '../db/open-store.ts';
import { tempDir } from '../db/testing/temp-store.ts';
import { systemClock } from '../lib/clock.ts';
import { createLogger } from '../lib/logger.ts';
import { place } from './testing/place.ts';
import { connect } from './testing/socket.ts';
import { configuredApp, type Whole } from './testing/whole-app.ts';

const root = path.join(import.meta.dirname, '../../../..');
const installer = path.join(root, 'docker/install-docker-agent.sh');
/** An address where no server listens. */
const closed = {
  ...{ type: 'pve', name: 'one', host: 'https://127.0.0.21:1', tokenName: 'm@pve!t', tokenValue: 'sealed-secret' },
};

type App = Whole & { token: string };
const as = ({ token }: App) => ({ headers: { 'x-api-token': token } });
const add = async (app: App, node: object): Promise<string> => {
  const added = await app.call('POST', '/api/config/nodes', { ...as(app), body: node });
  return added.read(addNode.reply).node.id;
};
const nodesOf = async (app: App) => (await app.call('GET', '/api/config/nodes', as(app))).read(listNodes.reply);

test('no text of a request becomes a command; a code is long, valid for one host and used once', async () => {
  const app = await configuredApp();
  for (const evil of ['a;id', '$(id)', "'; id #", 'a b', '`id`', 'http://h/$(id)']) {
    const body = { type: 'pve', host: evil };
    expect([evil, (await app.call('POST', '/api/setup-script-url', { ...as(app), body })).status]).toEqual([evil, 400]);
    const query = new URLSearchParams({ type: 'pve', host: 'pve1.lan', pulse_url: evil });
    const script = await app.call('GET', `/api/setup-script?${query}`, { ...as(app), from: '192.0.2.77' });
    expect([evil, script.status]).toEqual([evil, 400]);
  }
  expect((await app.call('GET', '/api/setup-script?type=pve;id', as(app))).status).toBe(400);

  const body = { type: 'pve', host: 'pve1.lan' };
  const made = await app.call('POST', '/api/setup-script-url', { ...as(app), body });
  const { searchParams, pathname, search } = new URL(made.read(setupScriptUrl.reply).url);
  const code = searchParams.get('auth_token') ?? '';
  // 6 bits a character
  expect(code).toMatch(/^[\w-]{22,}$/);
  const from = '192.0.2.78';
  const of = (change: Record<string, string>) =>
    app.call('GET', `${pathname}?${new URLSearchParams({ ...Object.fromEntries(searchParams), ...change })}`, {
      from,
    });
  expect((await of({ type: 'pbs' })).status).toBe(401);
  expect((await of({ host: 'https://other.lan:8006' })).status).toBe(401);
  expect((await app.call('GET', pathname + search, { from })).status).toBe(200);
  expect((await app.call('GET', pathname + search, { from })).status).toBe(401);
});

test('no call makes a Belfry that no installer installed replace its own program', async () => {
  const app = await configuredApp();
  for (const what of ['updates/apply', 'updates/rollback', 'security/apply-restart', 'system/restart']) {
    const body = { downloadUrl: 'https://evil.invalid/belfry.tar.gz', version: '9.9.9' };
    const { status, json } = await app.call('POST', `/api/${what}`, { ...as(app), body });
    // There is no such route, or it only explains how a person does it.
    const outcome = status === 200 ? json.success : status;
    expect([what, outcome]).toEqual([what, expect.toBeOneOf([404, 409, false])]);
  }
});

test('an agent with a wrong checksum is not installed, not even in part', async () => {
  const release = tempDir();
  const sum = createHash('sha256').update('the real agent').digest('hex');
  for (const arch of ['amd64', 'arm64'])
    writeFileSync(path.join(release, `belfry-docker-agent-linux-${arch}`), 'tampered');
  const sums = ['amd64', 'arm64'].map((arch) => `${sum}  belfry-docker-agent-linux-${arch}\n`);
  writeFileSync(path.join(release, 'SHA256SUMS'), sums.join(''));
  const app = await configuredApp({ agentFiles: { release, installer, sensorInstaller: '/nowhere' } });
  const machine = tempDir();
  const tools = tempDir();
  writeFileSync(path.join(tools, 'id'), '#!/bin/sh\necho 0\n', { mode: 0o755 });
  mkdirSync(path.join(machine, 'run/systemd/system'), { recursive: true });
  const served = path.join(tools, 'install.sh');
  writeFileSync(served, (await app.call('GET', '/install-docker-agent.sh')).text);
  const said = await new Promise<{ code: unknown; text: string }>((done) => {
    const env = { PATH: `${tools}:${process.env.PATH}`, BELFRY_INSTALL_ROOT: machine };
    const args = [served, '--url', `http://${app.host}`, '--token', app.token];
    execFile('sh', args, { env }, (error, out, err) => done({ code: error?.code ?? 0, text: `${out}${err}` }));
  });
  expect(said).toEqual({
    code: 1,
    text: expect.stringContaining('the checksum does not match: nothing was installed'),
  });
  const left = readdirSync(machine, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  expect(left).toEqual([]);
});

test('the store does not open without its key, and contains no plain secret', async () => {
  const app = await configuredApp();
  await add(app, closed);
  const { json } = await app.call('GET', '/api/security/status', as(app));
  expect(json.credentialsEncrypted).toBe(true);
  await app.stop();
  for (const file of readdirSync(app.dataDir).filter((name) => name.startsWith('belfry.db')))
    expect(readFileSync(path.join(app.dataDir, file)).includes('sealed-secret')).toBe(false);
  rmSync(path.join(app.dataDir, 'keys'), { recursive: true });
  const open = () => openStore({ dataDir: app.dataDir, clock: systemClock, log: createLogger('silent') });
  expect(await open()).toMatchObject({ ok: false, error: { code: 'key_missing' } });
  expect(existsSync(path.join(app.dataDir, 'keys'))).toBe(false);
  expect(await open()).toMatchObject({ ok: false, error: { code: 'key_missing' } });
});

test('the last host can be deleted, and an import succeeds completely or changes nothing', async () => {
  const app = await configuredApp();
  const id = await add(app, closed);
  const imported = await app.call('POST', '/api/config/import', {
    ...as(app),
    body: { data: 'belfry1.65536.3.1.AAAAAAAAAAAAAAAAAAAAAA.AAAA', passphrase: 'whatever' },
  });
  expect([imported.status, (await nodesOf(app)).length]).toEqual([400, 1]);
  expect((await app.call('DELETE', `/api/config/nodes/${id}`, as(app))).status).toBe(200);
  expect(await nodesOf(app)).toEqual([]);
});

test('an id stays with its host, and a PUT keeps the fields that it omits', async () => {
  const app = await configuredApp();
  const ids = [];
  for (const [i, name] of ['one', 'two', 'three'].entries())
    ids.push(
      await add(app, {
        ...closed,
        name,
        host: `https://127.0.0.2${i}:1`,
        monitorBackups: false,
        fingerprint: 'ab'.repeat(32),
      }),
    );
  await app.call('DELETE', `/api/config/nodes/${ids[0]}`, as(app));
  const before = await nodesOf(app);
  expect(before.map(({ id, name }) => [id, name])).toEqual([
    [ids[1], 'two'],
    [ids[2], 'three'],
  ]);
  expect((await app.call('PUT', `/api/config/nodes/${ids[0]}`, { ...as(app), body: { name: 'gone' } })).status).toBe(
    404,
  );
  await app.call('PUT', `/api/config/nodes/${ids[1]}`, { ...as(app), body: { name: 'renamed' } });
  const [renamed] = await nodesOf(app);
  // Its status may change in the meantime.
  const doing = { status: renamed?.status, error: renamed?.error };
  expect(renamed).toEqual({ ...before[0], ...doing, name: 'renamed' });
  expect(app.store.instances.get(ids[1] ?? '')?.config.tokenValue).toBe('sealed-secret');
});

test('a mail gateway can be tested before and after it is saved, and its status is correct', async () => {
  const { nodes } = await place();
  const gateway = nodes.find(({ type }) => type === 'pmg');
  const app = await configuredApp();
  const tried = await app.call('POST', '/api/config/nodes/test-connection', { ...as(app), body: gateway });
  expect(tried.json).toMatchObject({ status: 'success' });
  const id = await add(app, gateway ?? {});
  expect((await app.call('POST', `/api/config/nodes/${id}/test`, as(app))).json.status).toBe('success');
  const page = await connect(app, as(app).headers);
  await page.find(({ data }) => data.pmg?.[0]?.status === 'online');
  expect(await nodesOf(app)).toMatchObject([{ type: 'pmg', status: 'connected' }]);
});

test('the list of hosts does not wait for any host', async () => {
  const { lab, nodes } = await place();
  for (const { name } of lab.clusters.flatMap((cluster) => cluster.nodes)) await lab.fault(name, 'hang');
  const app = await configuredApp();
  await add(app, nodes.find(({ type }) => type === 'pve') ?? {});
  // after its deadline, a host that hangs is in error
  expect(await nodesOf(app)).toMatchObject([{ type: 'pve', status: 'pending' }]);
});

test('a change of one host does not affect the others', async () => {
  const { nodes } = await place();
  const app = await configuredApp();
  const ids = [];
  for (const node of nodes) ids.push(await add(app, node));
  const report = { agent: { id: 'engine-1' }, host: { hostname: 'dock1' }, containers: [] };
  await app.call('POST', '/api/agents/docker/report', { ...as(app), body: report });
  const page = await connect(app, as(app).headers);
  for (const list of ['vms', 'pbs', 'pmg', 'dockerHosts'] as const)
    await page.find(({ data }) => (data[list] ?? []).length > 0);
  const start = page.messages.length;
  await app.call('PUT', `/api/config/nodes/${ids[1]}`, { ...as(app), body: { name: 'renamed' } });
  await page.find(({ data }) => data.pbs?.[0]?.name === 'renamed');
  const emptied = page.messages
    .slice(start)
    .filter(({ data }) => [data.vms, data.pmg, data.dockerHosts].some((list) => list?.length === 0));
  expect(emptied).toEqual([]);
});
