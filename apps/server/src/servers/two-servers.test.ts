// Two servers as processes over a real PostgreSQL: what each answers, and what happens when the active one ends.
import { request } from 'node:http';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { noPostgres } from '../db/testing/postgres-cluster.ts';
import { postgresDatabases } from '../db/testing/postgres-databases.ts';
import { type ServerProcess, serverProcess, until } from './testing/server-process.ts';

const cluster = postgresDatabases();
/** Of the issue, in ms. */
const BLIND = 20_000;

beforeEach((context) => {
  if (noPostgres !== undefined) context.skip(noPostgres);
});

async function pair(env: Record<string, string> = {}) {
  const url = await (await cluster()).database();
  const both = { BELFRY_DATABASE_URL: url, BELFRY_AUTH_DISABLED: 'true', ...env };
  const a = await serverProcess('belfry-a', both);
  onTestFinished(() => end(a));
  await until(async () => (await a.ready()) === 200);
  const b = await serverProcess('belfry-b', both);
  onTestFinished(() => end(b));
  await until(async () => (await b.ready()) === 503);
  return { a, b, url };
}

async function end(server: ServerProcess): Promise<void> {
  server.signal('SIGCONT');
  server.signal('SIGKILL');
  await server.ended();
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
  console.log({ blind, planned });
  expect(await b.ended()).toBe(0);
});
