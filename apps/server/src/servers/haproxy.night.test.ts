// The configuration of HAProxy that is shipped, with two real servers behind it: whoever calls its port always gets the active one.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../db/testing/free-port.ts';
import { noPostgres } from '../db/testing/postgres-cluster.ts';
import { postgresDatabases } from '../db/testing/postgres-databases.ts';
import { serverProcess, until } from './testing/server-process.ts';

const cluster = postgresDatabases();
const shipped = path.join(import.meta.dirname, '../../../../docker/two-servers/haproxy.cfg');

/** With other addresses, and nothing else. */
async function proxy(servers: Readonly<Record<string, string>>): Promise<string> {
  const port = await freePort();
  let config = readFileSync(shipped, 'utf8').replace('bind :7655', `bind 127.0.0.1:${port}`);
  for (const [name, url] of Object.entries(servers)) config = config.replaceAll(`${name}:7655`, new URL(url).host);
  const folder = mkdtempSync(path.join(tmpdir(), 'belfry-haproxy-'));
  const file = path.join(folder, 'haproxy.cfg');
  writeFileSync(file, config);
  const child = spawn('haproxy', ['-db', '-f', file], { stdio: 'ignore' });
  onTestFinished(async () => {
    const exited = child.exitCode === null && once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
    rmSync(folder, { recursive: true });
  });
  return `http://127.0.0.1:${port}`;
}

/** As a browser has it. */
function liveConnection(url: string) {
  const opened = Promise.withResolvers<void>();
  const closed = Promise.withResolvers<void>();
  const headers = {
    ...{ connection: 'Upgrade', upgrade: 'websocket' },
    ...{ 'sec-websocket-version': '13', 'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==' },
  };
  request(url, { headers })
    .on('upgrade', (_answer, socket) => {
      opened.resolve();
      socket
        .resume()
        .on('error', () => {})
        .once('close', () => closed.resolve());
    })
    .on('response', ({ statusCode }) => opened.reject(new Error(`${url}: ${statusCode}`)))
    .on('error', opened.reject)
    .end();
  return { opened: opened.promise, closed: closed.promise };
}

test('through HAProxy everybody reaches the active server before and after a kill and a switch, and the page of a standby while none is active', async (context) => {
  if (noPostgres !== undefined) context.skip(noPostgres);
  if (spawnSync('haproxy', ['-v']).status !== 0) context.skip('no haproxy (Debian: apt-get install haproxy)');
  const url = await (await cluster()).database();
  const env = { BELFRY_DATABASE_URL: url, BELFRY_AUTH_DISABLED: 'true', BELFRY_TRUSTED_PROXIES: '127.0.0.1' };
  const a = await serverProcess('belfry-a', env);
  onTestFinished(a.kill);
  await until(async () => (await a.ready()) === 200);
  const b = await serverProcess('belfry-b', env);
  onTestFinished(b.kill);
  await until(async () => (await b.ready()) === 503);
  const front = await proxy({ 'belfry-a': a.url, 'belfry-b': b.url });
  const active = async (): Promise<string> => {
    const answer = await fetch(`${front}/api/servers`).catch(() => undefined);
    return answer?.ok ? ((await answer.json()) as { own: string }).own : '';
  };
  // HAProxy takes every server for a good one until it has asked it for the first time.
  const inRow = async () => {
    for (let i = 0; i < 10; i++) if ((await active()) !== 'belfry-a') return false;
    return true;
  };
  await until(inRow);
  const { opened, closed } = liveConnection(`${front}/ws`);
  await opened;
  await a.command('ha', 'switch');
  await until(async () => (await active()) === 'belfry-b');
  // A browser comes back to the active server by itself: its connection to the other one has ended.
  await closed;
  await until(async () => (await a.ready()) === 503);
  b.signal('SIGKILL');
  // A call that is under way when HAProxy notices the end of a server ends with it.
  const shown = () => fetch(front).then((answer) => answer.text());
  const page = await until(async () => (await shown().catch(() => '')).includes('belfry-a is a standby'));
  expect(page).toBeLessThan(10_000);
  expect(await until(async () => (await active()) === 'belfry-a')).toBeLessThan(20_000);
});
