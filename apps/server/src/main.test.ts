// The program as a user starts it: its output and its end.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer as createWebServer, type ServerResponse } from 'node:http';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { nodeConfig, startLab } from '@belfry/lab/datacentre';
import type { DiagnosticsReply } from '@belfry/schema/http/diagnostics';
import type { Delivery } from '@belfry/schema/notifications/delivery';
import { afterAll, afterEach, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from './db/open.ts';
import { occurrence } from './db/testing/occurrences.ts';
import { startTlsServer } from './sources/testing/tls-server.ts';

const started: ChildProcess[] = [];
const dataDir = mkdtempSync(path.join(tmpdir(), 'belfry-main-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
});

function start(env: Record<string, string>, words: readonly string[] = []) {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'main.ts'), ...words], {
    env: {
      ...{ BELFRY_HOST: '127.0.0.1', BELFRY_PORT: '0', BELFRY_LOG_LEVEL: 'error', BELFRY_DATA_DIR: dataDir },
      ...{ NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...env },
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  started.push(child);
  let errors = '';
  child.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  const exited = once(child, 'close').then(([code]) => ({ code, errors }));
  const ready = (async () => {
    for await (const line of createInterface({ input: child.stdout })) {
      const url = / is at (http:\S+)$/.exec(line)?.[1];
      if (url) return url;
    }
    throw new Error(`it never was ready: ${errors}`);
  })();
  ready.catch(() => {});
  return { child, ready, exited };
}

test('a wrong environment is refused with every problem, and exit code 1', async () => {
  const { code, errors } = await start({ BELFRY_PORT: 'eighty', BELFRY_DEMO: 'perhaps' }).exited;
  expect(code).toBe(1);
  expect(errors).toContain('BELFRY_PORT: expected a whole number from 0 to 65535; found "eighty"');
  expect(errors).toContain('BELFRY_DEMO: expected true or false; found "perhaps"');
});

test('a command of the machine itself speaks the language of its user', async () => {
  const restore = ['backup', 'restore', '/nowhere.backup'];
  const env = { LANG: 'de_AT.UTF-8', BELFRY_BACKUP_PASSPHRASE: 'a long enough passphrase' };
  expect((await start(env, restore).exited).errors).toBe('Es gibt keine Datei /nowhere.backup.\n');
  expect((await start({ ...env, BELFRY_LANG: 'en' }, restore).exited).errors).toBe(
    'There is no file /nowhere.backup.\n',
  );
});

test('a port in use is reported in one sentence, with exit code 1', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as { port: number };
  expect(await start({ BELFRY_PORT: String(port) }).exited).toEqual({
    code: 1,
    errors: `Port ${port} on 127.0.0.1 is in use. Set BELFRY_PORT to another one.\n`,
  });
  other.close();
});

test('a second server on the data of one that runs ends with exit code 1 and names the process that has them', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'belfry-second-'));
  const first = start({ BELFRY_DATA_DIR: folder, BELFRY_AUTH_DISABLED: 'true' });
  const url = await first.ready;
  const second = start({ BELFRY_DATA_DIR: folder, BELFRY_AUTH_DISABLED: 'true' });
  const ended = second.exited.then(({ code, errors }) => ({ code, isNamed: errors.includes(`${first.child.pid}`) }));
  const runs = second.ready.then(
    () => 'it runs',
    () => ended,
  );
  expect(await runs).toEqual({ code: 1, isNamed: true });
  expect((await fetch(`${url}/api/health`)).status).toBe(200);
  first.child.kill('SIGTERM');
  await first.exited;
  rmSync(folder, { recursive: true, force: true });
});

test('a server of the first release, which knows no lock, keeps a new one from starting, and a short look at its database does not', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'belfry-older-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const env = { BELFRY_DATA_DIR: folder, BELFRY_AUTH_DISABLED: 'true' };
  const first = start(env);
  await first.ready;
  first.child.kill('SIGTERM');
  await first.exited;
  const older = openDatabase(path.join(folder, 'belfry.db'));
  older.prepare('SELECT count(*) FROM sqlite_schema').get();
  expect(await start(env).exited).toEqual({
    code: 1,
    errors: expect.stringContaining(`${folder} is in use by a Belfry of an older version.`),
  });
  const second = start(env);
  await once(second.child, 'spawn');
  setTimeout(() => older.close(), 1500);
  await second.ready;
  second.child.kill('SIGTERM');
  expect(await second.exited).toMatchObject({ code: 0 });
});

test('an alert that cannot be read costs itself only: the others are in the history, and the file keeps its name', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'belfry-row-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const env = { BELFRY_DATA_DIR: folder, BELFRY_AUTH_DISABLED: 'true' };
  const run = async <T>(work: (url: string) => Promise<T>): Promise<T> => {
    const server = start(env);
    const result = await work(await server.ready);
    server.child.kill('SIGTERM');
    expect(await server.exited).toMatchObject({ code: 0 });
    return result;
  };
  await run(async () => {});
  const db = openDatabase(path.join(folder, 'alerts.db'));
  const insert = db.prepare(
    'INSERT INTO occurrences (id, alert, type, level, resource, name, node, message, opened_at, resolved_at, entry) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
  );
  const at = Date.now() - 60_000;
  const add = (id: string, end: number | null, entry: object) =>
    insert.run(id, id, 'cpu', 'warning', 'dc-100', 'mail', 'pve1', 'CPU is at 85 %', at, end, JSON.stringify(entry));
  const good = occurrence('good', { openedAt: at, resolvedAt: at + 1000 });
  add('good', at + 1000, good);
  add('bad', null, { ...good, id: 'bad', alert: 'of a version that does not exist yet' });
  db.close();
  const history = await run(async (url) => {
    const entries = (await (await fetch(`${url}/api/alerts/history`)).json()) as { occurrence: string }[];
    return entries.map(({ occurrence }) => occurrence);
  });
  expect(history).toContain('good');
  expect(readdirSync(folder).filter((name) => name.includes('damaged'))).toEqual([]);
});

test('a host that answers eight megabytes of empty objects does not end a process of 256 MB', async () => {
  const body = `{"data":[${'{},'.repeat(2_800_000)}{}]}`;
  const host = await startTlsServer((_request, response) => void response.end(body));
  onTestFinished(host.stop);
  const folder = mkdtempSync(path.join(tmpdir(), 'belfry-objects-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const login = { tokenName: 'root@pam!belfry', tokenValue: '12345678-1234-1234-1234-123456789012', verifySSL: false };
  const server = start({
    BELFRY_DATA_DIR: folder,
    BELFRY_AUTH_DISABLED: 'true',
    BELFRY_LOG_LEVEL: 'silent',
    BELFRY_NODES: JSON.stringify([{ type: 'pve', name: 'bad', host: host.origin, ...login }]),
    NODE_OPTIONS: '--max-old-space-size=256',
  });
  const url = await server.ready;
  const ended = server.exited.then(() => 'it ended');
  const isAsked = expect.poll(() => host.requests.length).toBeGreaterThan(4);
  expect(await Promise.race([ended, isAsked.then(() => 'it runs')])).toBe('it runs');
  expect((await fetch(`${url}/api/health`)).status).toBe(200);
  server.child.kill('SIGKILL');
  await server.exited;
});

test('an uncaught error in a listener or a promise is listed under diagnostics, and the program keeps running', async () => {
  const bug = `process.on('SIGUSR2', () => { Promise.reject(new Error('nobody waits')); throw new Error('our mistake'); })`;
  const { child, ready } = start({
    BELFRY_AUTH_DISABLED: 'true',
    BELFRY_LOG_LEVEL: 'silent',
    NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(bug)}`,
  });
  const url = await ready;
  const defects = async () => {
    const reply = (await (await fetch(`${url}/api/diagnostics`)).json()) as DiagnosticsReply;
    return reply.defects.map(({ where, message, count }) => [where, message, count]);
  };
  expect(await defects()).toEqual([]);
  child.kill('SIGUSR2');
  await expect.poll(defects).toEqual([
    ['a callback', 'Error: our mistake', 1],
    ['a promise nobody waited for', 'Error: nobody waits', 1],
  ]);
  child.kill('SIGUSR2');
  await expect.poll(async () => (await defects()).map(([, , count]) => count)).toEqual([2, 2]);
});

test('a demo starts with a simulated datacentre and a notice, and both end in time after a signal', async () => {
  const demo = start({
    BELFRY_DEMO: 'true',
    BELFRY_AUTH_DISABLED: 'true',
    BELFRY_LAB_NODES: '1',
    BELFRY_LAB_GUESTS: '3',
  });
  const url = await demo.ready;
  expect((await fetch(`${url}/api/health`)).headers.get('x-demo-mode')).toBe('true');
  const socket = new WebSocket(`${url.replace('http', 'ws')}/ws`);
  let host = '';
  while (host === '') {
    const [event] = await once(socket, 'message');
    const { instances = [] } = JSON.parse(event.data).data;
    host = instances.find(({ kind }: { kind: string }) => kind === 'pve')?.host ?? '';
  }
  demo.child.kill('SIGTERM');
  // a stop that takes too long is cut short by the program itself, with code 1
  expect(await demo.exited).toEqual({ code: 0, errors: '' });
  const { hostname, port } = new URL(host);
  const [error] = await once(connect(Number(port), hostname), 'error');
  expect(error.code).toBe('ECONNREFUSED');
});

test('a message on its way does not keep the program: everything is closed, exit code 0, and the next start sends it once more', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'belfry-stop-'));
  const lab = await startLab({ nodes: 1, guests: 3, clusters: 1, seed: 5, version: 9.2, authDelayMs: 0, calm: true });
  const keys: string[] = [];
  const held: ServerResponse[] = [];
  let answers = false;
  const receiver = createWebServer((request, response) => {
    keys.push(String(request.headers['idempotency-key']));
    if (answers) response.end();
    else held.push(response);
  });
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const { port } = receiver.address() as { port: number };
  const env = {
    BELFRY_DATA_DIR: folder,
    BELFRY_AUTH_DISABLED: 'true',
    BELFRY_NODES: JSON.stringify(lab.instances.map(nodeConfig)),
    BELFRY_NOTIFY_ALLOWED_NETWORKS: '127.0.0.0/8',
  };
  try {
    const first = start(env);
    const url = await first.ready;
    const send = async (method: string, address: string, body: object) => {
      const headers = { 'content-type': 'application/json' };
      const reply = await fetch(`${url}/api/${address}`, { method, headers, body: JSON.stringify(body) });
      if (!reply.ok) throw new Error(`${address}: ${reply.status} ${await reply.text()}`);
    };
    await send('POST', 'notifications/webhooks', { name: 'deaf', url: `http://127.0.0.1:${port}/` });
    const at = (trigger: number) => ({ trigger, clear: trigger });
    const config = (await (await fetch(`${url}/api/alerts/config`)).json()) as { guestDefaults: object };
    const guestDefaults = { ...config.guestDefaults, memory: at(1), disk: at(1), cpu: at(1) };
    await send('PUT', 'alerts/config', { ...config, guestDefaults, timeThreshold: 0, timeThresholds: {} });
    await expect.poll(() => keys.length).toBeGreaterThan(0);
    first.child.kill('SIGTERM');
    expect(await first.exited).toEqual({ code: 0, errors: '' });
    expect(readdirSync(folder).filter((name) => /-(wal|shm)$/.test(name))).toEqual([]);
    answers = true;
    const again = start(env);
    const log = async () => {
      const reply = await fetch(`${await again.ready}/api/notifications/log?limit=1000`);
      return ((await reply.json()) as Delivery[]).find(({ id }) => id === keys[0]);
    };
    await expect.poll(log).toMatchObject({ state: 'sent', lost: 1 });
    again.child.kill('SIGTERM');
    expect((await again.exited).code).toBe(0);
  } finally {
    receiver.closeAllConnections();
    receiver.close();
    await lab.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});
