// Which callers the guard accepts: tested on routes, one case per kind of sign-in.
import { writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { Access } from '@belfry/schema/http/endpoint';
import { createToken } from '@belfry/schema/http/tokens';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { START } from '../db/testing/temp-store.ts';
import { socketRoutes } from '../push/routes.ts';
import { testHub } from '../push/testing/hub.ts';
import { createState } from '../state/state.ts';
import { PASSWORD, setUp, signIn } from './testing/administrator.ts';
import { authServer, configured, networks, probes, proxy } from './testing/auth-server.ts';

const statusOf = (allowed: boolean, known: boolean) => (allowed ? 200 : known ? 403 : 401);
const rights: Record<string, readonly Access[]> = {
  nobody: ['public'],
  'read token': ['public', 'watcher', 'viewer', 'scraper'],
  'report token': ['public', 'agent'],
  'metrics token': ['public', 'scraper'],
  'admin token': ['public', 'watcher', 'viewer', 'scraper', 'operator', 'admin', 'agent'],
  'admin in a browser': ['public', 'watcher', 'viewer', 'scraper', 'operator', 'admin', 'agent'],
  'operator by proxy': ['public', 'watcher', 'viewer', 'scraper', 'operator'],
  'viewer by proxy': ['public', 'watcher', 'viewer', 'scraper'],
};
test.for(Object.keys(rights))('%s may call exactly the routes that allow it', async (who) => {
  const made = await configured({ config: { proxy, trustedProxies: networks('192.0.2.10') } });
  const admin = await signIn(made, '192.0.2.11');
  const tokenFor = async (scope: string) => {
    const body = { name: scope, scope };
    return (await made.call('POST', '/api/security/tokens', { body, headers: admin })).read(createToken.reply).token;
  };
  const byProxy = async (role: string) => {
    const headers = { 'x-proxy-secret': 'proxy-secret', 'x-user': 'pat', 'x-roles': role };
    const { cookies } = await made.call('GET', '/api/security/status', { headers });
    return { ...headers, 'x-csrf-token': cookies.belfry_csrf ?? '' };
  };
  const headers: Record<string, () => Promise<Record<string, string>>> = {
    nobody: async () => ({}),
    'read token': async () => ({ 'x-api-token': await tokenFor('read') }),
    'metrics token': async () => ({ 'x-api-token': await tokenFor('metrics') }),
    'report token': async () => ({ authorization: `Bearer ${await tokenFor('report')}` }),
    'admin token': async () => ({ 'x-api-token': made.apiToken }),
    'admin in a browser': async () => admin,
    'operator by proxy': () => byProxy('staff|operator'),
    'viewer by proxy': () => byProxy('staff'),
  };
  const given = await headers[who]?.();
  for (const { method, path, access } of probes) {
    const reply = await made.call(method, path, { headers: given ?? {} });
    expect([path, reply.status]).toEqual([path, statusOf(rights[who]?.includes(access) ?? false, who !== 'nobody')]);
    expect(reply.headers).not.toHaveProperty('www-authenticate');
  }
});

test('no suffix of a path gives access', async () => {
  const { call } = await configured();
  for (const path of ['/api/probe/x.js', '/api/probe/x.css', '/api/state', '/api/state/', '/api/security/tokens']) {
    const method = path.endsWith('.js') ? 'PUT' : 'GET';
    expect([path, (await call(method, path)).status]).toEqual([path, 401]);
  }
});

test('an instance that is not set up answers health, version, status and setup, and nothing else', async () => {
  const { call } = await authServer();
  expect((await call('GET', '/api/health')).status).toBe(200);
  expect((await call('GET', '/api/version')).status).toBe(200);
  expect((await call('GET', '/api/security/status')).json).toMatchObject({ configured: false, requiresAuth: false });
  for (const { method, path, access } of probes) {
    expect([path, (await call(method, path)).status]).toEqual([path, access === 'public' ? 409 : 401]);
  }
  expect((await call('POST', '/api/login', { body: { username: 'a', password: 'b' } })).json.code).toBe(
    'setup_required',
  );
});

test('with single sign-on, a proxy or only a token configured, no anonymous caller can read', async () => {
  const oidcEnv = {
    enabled: 'true',
    issuerUrl: 'https://idp.example',
    clientId: 'b',
    redirectUrl: 'https://b.example/cb',
  };
  const ways = [{ oidcEnv }, { config: { proxy } }];
  for (const options of ways) {
    const { call } = await authServer(options);
    expect((await call('GET', '/api/state')).status).toBe(401);
  }
  const tokenOnly = await configured();
  await tokenOnly.store.users.removeOthers('');
  expect((await tokenOnly.call('GET', '/api/state')).status).toBe(401);
  expect(
    (await tokenOnly.call('GET', '/api/state', { headers: { authorization: `Bearer ${tokenOnly.apiToken}` } })).status,
  ).toBe(200);
});

test('a token in the address is not accepted', async () => {
  const { call, apiToken } = await configured();
  expect((await call('GET', `/api/state?token=${apiToken}`)).status).toBe(401);
});

test('Basic creates no session, and a page that sends ten requests at once is not locked out', async () => {
  const { call, store } = await configured();
  const headers = { authorization: `Basic ${Buffer.from(`admin:${PASSWORD}`).toString('base64')}` };
  const replies = await Promise.all(Array.from({ length: 10 }, () => call('PUT', '/api/probe/admin', { headers })));
  expect(replies.map((reply) => reply.status)).toEqual(Array(10).fill(200));
  expect(replies[0]?.cookies).toEqual({});
  expect(store.sessions.list()).toEqual([]);
});

test('a forged address does not avoid the limit or the lock, and loopback is not exempt', async () => {
  const made = await configured();
  const statuses = new Set<number>();
  for (let i = 0; i < 30; i++) {
    const headers = { 'x-forwarded-for': `203.0.113.${i}`, 'x-real-ip': '127.0.0.1' };
    const body = { username: 'admin', password: 'wrong' };
    statuses.add((await made.call('POST', '/api/login', { headers, body, from: '127.0.0.1' })).status);
  }
  expect([...statuses]).toEqual([401, 403, 429]);
});

test('calls without a credential do not stop an administrator behind the same address', async () => {
  const made = await configured();
  const put = (headers: Record<string, string> = {}) => made.call('PUT', '/api/probe/admin', { headers });
  const refused: number[] = [];
  for (let i = 0; i < 305; i++) refused.push((await put()).status);
  expect(refused.slice(299)).toEqual([401, 429, 429, 429, 429, 429]);
  expect((await put({ 'x-api-token': 'bf_unknown' })).status).toBe(429);
  expect((await put({ 'x-api-token': made.apiToken })).status).toBe(200);
});

test('only the exact token of this session passes; another gets 403 with CSRF in it and a fresh cookie', async () => {
  const made = await configured();
  const headers = await signIn(made);
  const other = await signIn(made);
  const put = (token: string) =>
    made.call('PUT', '/api/probe/admin', { headers: { ...headers, 'x-csrf-token': token } });
  const right = headers['x-csrf-token'] ?? '';
  expect(right).toMatch(/^[\w-]{43}$/);
  expect((await put(right)).status).toBe(200);
  for (const wrong of ['', 'x', right.slice(1), `${right}=`, other['x-csrf-token'] ?? '']) {
    const reply = await put(wrong);
    expect([reply.status, reply.json.code]).toEqual([403, 'csrf_failed']);
    expect(reply.json.error).toContain('CSRF');
    expect(reply.cookies.belfry_csrf).toBe(right);
  }
  expect((await put(right)).status).toBe(200);
});

test('a stale cookie blocks neither sign-in nor sign-out', async () => {
  const { call } = await configured();
  const headers = { cookie: 'belfry_session=stale; belfry_csrf=stale' };
  const body = { username: 'admin', password: PASSWORD };
  expect((await call('POST', '/api/login', { body, headers })).status).toBe(200);
  const out = await call('POST', '/api/logout', { headers });
  expect([out.status, out.cookies]).toEqual([200, { belfry_session: '', belfry_csrf: '', belfry_link: '' }]);
});

test('an invalid token header does not disable the CSRF check', async () => {
  const made = await configured();
  const { 'x-csrf-token': _, ...headers } = await signIn(made);
  const reply = await made.call('PUT', '/api/probe/admin', { headers: { ...headers, 'x-api-token': 'anything' } });
  expect(reply.json.code).toBe('csrf_failed');
});

test('every call of the security area that changes or reveals something is for admins', async () => {
  const made = await configured();
  const admin = { body: { name: 'r', scope: 'read' }, headers: { 'x-api-token': made.apiToken } };
  const { token } = (await made.call('POST', '/api/security/tokens', admin)).read(createToken.reply);
  const calls = [
    ['POST', '/api/security/reset-lockout'],
    ['POST', '/api/security/regenerate-token'],
    ['POST', '/api/security/validate-token'],
    ['GET', '/api/security/tokens'],
    ['POST', '/api/security/tokens'],
    ['DELETE', '/api/security/tokens/x'],
    ['GET', '/api/security/audit'],
  ] as const;
  for (const [method, path] of calls) {
    expect([path, (await made.call(method, path)).status]).toEqual([path, 401]);
    expect([path, (await made.call(method, path, { headers: { 'x-api-token': token } })).status]).toEqual([path, 403]);
  }
});

test('no file in the data directory gives access, not even from the same machine', async () => {
  const made = await configured();
  for (const name of ['.auth_recovery', 'recovery_tokens.json', '.env'])
    writeFileSync(path.join(made.dataDir, name), '');
  for (const from of ['127.0.0.1', '::1']) expect((await made.call('GET', '/api/state', { from })).status).toBe(401);
  const headers = { 'x-api-token': made.apiToken };
  for (const gone of ['/api/security/recovery', '/api/security/apply-restart']) {
    expect((await made.call('POST', gone, { headers })).status).toBe(404);
  }
});

test('the socket opens for a session or a token, and not for a page of another origin', async () => {
  const made = await authServer();
  const hub = testHub(createState({ started: { at: START, monotonic: START }, version: '' }).current(), made.clock);
  let allowed: string[] = [];
  await socketRoutes(made.http, {
    hub,
    ...made.access.guard,
    mayStay: undefined,
    allowedOrigins: () => allowed,
    clock: made.clock,
  });
  const apiToken = await setUp(made);
  const headers = await signIn(made);
  await made.http.listen({ host: '127.0.0.1', port: 0 });
  const { port } = made.http.server.address() as AddressInfo;
  const connect = (more: Record<string, string>) =>
    new Promise<number>((done) => {
      const socket = new WebSocket(`ws://127.0.0.1:${port}/ws`, { headers: more });
      socket.on('open', () => {
        socket.terminate();
        done(101);
      });
      socket.on('unexpected-response', (_, reply) => done(reply.statusCode ?? 0));
      socket.on('error', () => done(0));
    });
  expect(await connect({})).toBe(401);
  expect(await connect({ cookie: headers.cookie ?? '' })).toBe(101);
  expect(await connect({ 'x-api-token': apiToken })).toBe(101);
  expect(await connect({ cookie: headers.cookie ?? '', origin: 'https://evil.example' })).toBe(403);
  expect(await connect({ cookie: headers.cookie ?? '', origin: `http://127.0.0.1:${port}` })).toBe(101);
  expect(await connect({ cookie: headers.cookie ?? '', origin: `https://127.0.0.1:${port}` })).toBe(403);
  allowed = ['*'];
  expect(await connect({ cookie: headers.cookie ?? '', origin: 'https://evil.example' })).toBe(403);
  expect(await connect({ 'x-api-token': apiToken, origin: 'https://evil.example' })).toBe(101);
  allowed = ['https://wall.example'];
  expect(await connect({ cookie: headers.cookie ?? '', origin: 'https://wall.example' })).toBe(101);
});
