// Two servers as processes over a real PostgreSQL: what each answers, and what happens when the active one ends.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { hostname } from 'node:os';
import path from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { noPostgres } from '../db/testing/postgres-cluster.ts';
import { postgresDatabases } from '../db/testing/postgres-databases.ts';
import { type ServerProcess, serverProcess, until } from './testing/server-process.ts';

const cluster = postgresDatabases();
/** Of the issue, in ms. */
const BLIND = 20_000;
/** The same. Twice as much is accepted, because other tests run at the same time. */
const PLANNED_MS = 2000;

beforeEach((context) => {
  if (noPostgres !== undefined) context.skip(noPostgres);
});

async function pair(env: Record<string, string> = {}) {
  const url = await (await cluster()).database();
  const both = { BELFRY_DATABASE_URL: url, BELFRY_AUTH_DISABLED: 'true', ...env };
  const a = await serverProcess('belfry-a', both);
  onTestFinished(a.kill);
  await until(async () => (await a.ready()) === 200);
  const b = await serverProcess('belfry-b', both);
  onTestFinished(b.kill);
  await until(async () => (await b.ready()) === 503);
  return { a, b, url };
}

const get = async (url: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(url, { headers });
  return { status: answer.status, text: await answer.text() };
};

/** The status of an answer to a request for a socket. */
const socketAt = (url: string) =>
  new Promise<number | undefined>((done, failed) => {
    const asked = request(url, {
      headers: {
        connection: 'Upgrade',
        upgrade: 'websocket',
        'sec-websocket-version': '13',
        'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==',
      },
    });
    asked
      .on('response', ({ statusCode }) => done(statusCode))
      .on('upgrade', () => done(101))
      .on('error', failed)
      .end();
  });

test('the second server is a standby: it lives, is not ready, says who is active, and takes nothing', async () => {
  const { a, b } = await pair();
  expect((await get(`${b.url}/api/health`)).status).toBe(200);
  expect((await get(`${b.url}/api/version`)).status).toBe(200);
  const page = await get(b.url, { 'accept-language': 'fr;q=0.9, de-AT;q=0.8, en;q=0.1' });
  expect([page.status, page.text]).toEqual([503, expect.stringContaining('belfry-a ist aktiv seit')]);
  expect(page.text).toContain(`href="${a.url}"`);
  expect((await get(`${b.url}/settings`)).text).toContain('belfry-a is active since');
  expect((await get(`${b.url}/api/settings`)).text).toContain('"code":"standby"');
  const report = await fetch(`${b.url}/api/agents/docker/report`, { method: 'POST', body: 'x'.repeat(3 << 20) });
  expect([report.status, await report.json()]).toMatchObject([503, { code: 'standby', active: { address: a.url } }]);
  expect([await socketAt(`${b.url}/ws`), await socketAt(`${b.url}/collect`), await socketAt(`${a.url}/ws`)]).toEqual([
    503, 503, 101,
  ]);
});

test('the standby is ready within twenty seconds of a kill, and the killed one is the standby when it comes back', async () => {
  const { a, b } = await pair();
  a.signal('SIGKILL');
  const blind = await until(async () => (await b.ready()) === 200);
  expect(blind).toBeLessThan(BLIND);
  a.start();
  await until(async () => (await a.ready()) === 503);
  expect(await b.ready()).toBe(200);
  const begin = performance.now();
  b.signal('SIGTERM');
  await until(async () => (await a.ready()) === 200);
  const planned = performance.now() - begin;
  expect(planned).toBeLessThan(2 * PLANNED_MS);
  expect(await b.ended()).toBe(0);
});

test('the commands say who is active, give the work to the other server within two seconds, and write what a drill measured', async () => {
  const { a, b } = await pair();
  const status = async (of: ServerProcess) => JSON.parse(await of.command('ha', 'status', '--json'));
  expect(await status(a)).toMatchObject({ role: 'active', epoch: 1, holder: 'belfry-a', standby: 'belfry-b' });
  expect(await status(b)).toMatchObject({ role: 'standby', epoch: 1, holder: 'belfry-a', standby: 'belfry-b' });
  const switched = await b.command('ha', 'switch');
  const seconds = Number(/for (\d+\.\d) s/.exec(switched)?.[1]);
  expect([switched, seconds * 1000 < 2 * PLANNED_MS]).toEqual([
    expect.stringContaining('belfry-b took over from belfry-a'),
    true,
  ]);
  await until(async () => (await a.ready()) === 503);
  expect(await status(a)).toMatchObject({ role: 'standby', epoch: 2, holder: 'belfry-b', standby: 'belfry-a' });
  const drilled = await a.command('ha', 'drill');
  expect(drilled).toContain('belfry-a took over from belfry-b with epoch 3.');
  expect(drilled).toContain('Allowed are 20 s.');
  const [file = ''] = readdirSync(a.dataDir).filter((name) => name.startsWith('ha-drill-'));
  expect(drilled).toContain(readFileSync(path.join(a.dataDir, file), 'utf8').split('\n\n')[0]);
});

test('a second server without the key, or with another one, refuses to start and says where the key is', async () => {
  const url = await (await cluster()).database();
  const env = { BELFRY_DATABASE_URL: url, BELFRY_AUTH_DISABLED: 'true', BELFRY_ENCRYPTION_KEY: '' };
  const a = await serverProcess('belfry-a', env);
  onTestFinished(a.kill);
  await until(async () => (await a.ready()) === 200);
  const without = await serverProcess('belfry-b', env);
  expect(await without.ended()).toBe(1);
  expect(without.said()).toContain(`The key was made on the machine ${hostname()} as ${a.dataDir}/keys/belfry.key.`);
  expect(existsSync(path.join(without.dataDir, 'keys'))).toBe(false);
  const another = await serverProcess('belfry-b', { ...env, BELFRY_ENCRYPTION_KEY: 'ab'.repeat(32) });
  expect(await another.ended()).toBe(1);
  expect(another.said()).toContain('The encryption key in BELFRY_ENCRYPTION_KEY is not the one');
  expect(await a.ready()).toBe(200);
});
