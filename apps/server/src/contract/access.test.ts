// Access on the whole server: tests against faults that other products had.
import { readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { endpoints } from '@belfry/schema/http/endpoints';
import { expect, test } from 'vitest';
import { PASSWORD, signIn } from '../auth/testing/administrator.ts';
import { upgrade } from './testing/socket.ts';
import { configuredApp, wholeApp } from './testing/whole-app.ts';

const SETUP = '/api/security/quick-setup';
const newcomer = {
  ...{ type: 'pve', host: '127.0.0.9:1', tokenId: 'root@pam!evil', tokenValue: 'x', serverName: 'evil' },
};

test('quick-setup with force does not take over a configured instance', async () => {
  const app = await configuredApp();
  const body = { username: 'evil', password: 'long enough', apiToken: 'x'.repeat(48), force: true };
  const attempts: [number, Record<string, string>, object][] = [
    [401, {}, body],
    [401, {}, { ...body, bootstrapToken: 'a'.repeat(48) }],
    [401, { cookie: 'belfry_session=guessed' }, body],
    [403, { cookie: (await signIn(app)).cookie ?? '' }, body],
  ];
  for (const [status, headers, attempt] of attempts)
    expect((await app.call('POST', SETUP, { headers, body: attempt })).status).toBe(status);
  expect(app.store.users.list().map(({ name }) => name)).toEqual(['admin']);
  expect(await upgrade(app, { 'x-api-token': app.token })).toBe(101);
});

test('auto-register needs a code or an admin, whether there are API tokens or not', async () => {
  const app = await configuredApp();
  const register = (body: object, headers = {}) => app.call('POST', '/api/auto-register', { headers, body });
  expect((await register(newcomer)).status).toBe(401);
  for (const token of app.store.apiTokens.list()) await app.store.apiTokens.remove(token.id);
  for (const guess of [{}, { authToken: app.token }, { setupCode: 'ABC234' }, { authToken: '' }])
    expect((await register({ ...newcomer, ...guess })).status).toBe(401);
  expect((await (await wholeApp()).call('POST', '/api/auto-register', { body: newcomer })).status).toBe(409);
  expect(app.store.instances.list().instances).toEqual([]);
});

test('no suffix of a path gives access, and the socket has only one path', async () => {
  const app = await configuredApp();
  for (const ending of ['.js', '.css', '.map', '.ts', '.mjs']) {
    expect((await app.call('PUT', `/api/config/nodes/x${ending}`)).status).toBe(401);
    expect((await app.call('DELETE', `/api/agents/docker/hosts/x${ending}`)).status).toBe(401);
    expect((await app.call('GET', `/api/state${ending}`)).text).not.toContain('"nodes"');
  }
  for (const way of ['/ws', '/ws/x.js', '/ws.js', '/socket.io/x.js?transport=websocket', '/socket.io/', '/api/ws'])
    expect([way, await upgrade(app, {}, way)]).toEqual([way, way === '/ws' ? 401 : 404]);
  expect(await upgrade(app, { 'x-api-token': app.token }, '/api/health')).toBe(404);
  expect(await upgrade(app, {}, `/ws?token=${app.token}`)).toBe(401);
});

test('an unconfigured installation answers only the calls of the setup, and needs the token from its log', async () => {
  const app = await wholeApp();
  for (const { method, path: url, access, beforeSetup, params, query } of endpoints) {
    if (method !== 'GET' || params || query) continue;
    const { status } = await app.call('GET', url);
    expect([url, status]).toEqual([url, access !== 'public' ? 401 : beforeSetup ? 200 : 409]);
  }
  expect(await upgrade(app, {})).toBe(401);
  const body = { username: 'first', password: PASSWORD };
  const setUp = (bootstrapToken: string) => app.call('POST', SETUP, { body: { ...body, bootstrapToken } });
  for (const guess of ['', 'a'.repeat(48)]) expect((await setUp(guess)).json.code).toBe('bootstrap_token_required');
  expect(app.log.join('\n')).toContain(app.bootstrapToken());
  expect((await setUp(app.bootstrapToken())).status).toBe(200);
  expect(app.bootstrapToken()).toBe('');
});

test('with only a token or single sign-on configured, nothing can be read without it', async () => {
  const app = await configuredApp();
  await app.store.elsewhere('DELETE FROM users');
  for (const url of ['/api/state', '/api/config/nodes', '/api/discover', '/api/stats', '/api/security/audit'])
    expect([url, (await app.call('GET', url)).status]).toEqual([url, 401]);
  expect(await upgrade(app, {})).toBe(401);
});

test('no file and no local address gives access, and no such file is created', async () => {
  const app = await configuredApp();
  const files = ['.auth_recovery', 'recovery_tokens.json'];
  for (const name of files) writeFileSync(path.join(app.dataDir, name), '{}');
  for (const from of ['127.0.0.1', '::1', '::ffff:127.0.0.1'])
    expect((await app.call('GET', '/api/state', { from, headers: { 'x-recovery-token': 'x' } })).status).toBe(401);
  const asked = { headers: { 'x-api-token': app.token }, from: '127.0.0.1', body: { action: 'disable_auth' } };
  for (const url of ['/api/security/apply-restart', '/api/security/recovery'])
    expect((await app.call('POST', url, asked)).json).toMatchObject({ success: false });
  expect((await app.call('GET', '/api/state', { from: '127.0.0.1' })).status).toBe(401);
  expect(
    readdirSync(app.dataDir)
      .filter((name) => /recovery/.test(name))
      .sort(),
  ).toEqual(files);
});

test('a .env file does not change what the environment and the store configure', async () => {
  const env = { BELFRY_PROXY_AUTH_SECRET: 'from the environment', BELFRY_TRUSTED_PROXIES: '10.0.0.1' };
  const before = await configuredApp();
  await before.stop();
  const blank = ['PROXY_AUTH_SECRET=', 'AUTH_DISABLED=true'].flatMap((line) => [`BELFRY_${line}`, line]);
  writeFileSync(path.join(before.dataDir, '.env'), [...blank, 'PULSE_AUTH_USER=', 'API_TOKEN=', ''].join('\n'));
  const app = await wholeApp({ env, dataDir: before.dataDir });
  const proxied = { 'x-proxy-secret': 'from the environment', 'x-proxy-user': 'pat' };
  expect((await app.call('GET', '/api/state')).status).toBe(401);
  expect((await app.call('GET', '/api/state', { headers: proxied, from: '10.0.0.1' })).status).toBe(200);
  expect((await app.call('GET', '/api/state', { headers: { 'x-api-token': before.token } })).status).toBe(200);
  expect((await signIn(app)).cookie).toMatch(/belfry_session=\w{64}/);
});

test('an address that a request claims does not affect limits, locks or privileges', async () => {
  const app = await configuredApp();
  const statuses = new Set<number>();
  for (let i = 0; i < 25; i++) {
    const forged = { 'x-forwarded-for': `198.51.100.${i}`, 'x-real-ip': '127.0.0.1', forwarded: `for=10.0.0.${i}` };
    const body = { username: 'admin', password: 'wrong' };
    statuses.add((await app.call('POST', '/api/login', { headers: forged, body, from: '127.0.0.1' })).status);
  }
  expect([...statuses].sort()).toEqual([401, 403, 429]);
  const headers = { 'x-api-token': app.token, 'x-forwarded-for': '127.0.0.1', 'x-forwarded-proto': 'https' };
  const { json } = await app.call('GET', '/api/security/status', { headers, from: '8.8.8.8' });
  expect(json).toMatchObject({ clientIP: '8.8.8.8', publicAccess: true, hasHTTPS: false });
});

test('a change needs the CSRF token of its session; a stale cookie does not block a sign-in', async () => {
  const app = await configuredApp();
  const [headers, other] = [await signIn(app), await signIn(app)];
  const right = headers['x-csrf-token'] ?? '';
  for (const wrong of ['x', right.slice(1), `${right}=`, other['x-csrf-token'] ?? '', 'undefined']) {
    const { status, json, cookies } = await app.call('POST', '/api/security/regenerate-token', {
      headers: { ...headers, 'x-csrf-token': wrong },
    });
    expect([status, json.error, cookies.belfry_csrf]).toEqual([403, expect.stringContaining('CSRF'), right]);
  }
  expect((await app.call('POST', '/api/security/regenerate-token', { headers })).status).toBe(200);
  const stale = { cookie: 'belfry_session=stale; belfry_csrf=stale' };
  const body = { username: 'admin', password: PASSWORD };
  expect((await app.call('POST', '/api/login', { headers: stale, body })).status).toBe(200);
});

test('a sign-in by an identity provider can be finished only in the browser that started it', async () => {
  const app = await configuredApp();
  const oidc = {
    enabled: true,
    issuerUrl: 'https://id.invalid/',
    clientId: 'belfry',
    redirectUrl: 'https://b.invalid/',
  };
  await app.call('PUT', '/api/security/oidc', { headers: { 'x-api-token': app.token }, body: oidc });
  const { status, headers, cookies } = await app.call('GET', '/api/oidc/callback?state=forged&code=stolen');
  expect([status, headers.location]).toEqual([302, expect.stringContaining('oidc_error=invalid_state')]);
  expect(cookies).not.toHaveProperty('belfry_session');
});

test('a proxied user without the role header is a viewer, and a viewer changes nothing', async () => {
  const env = { BELFRY_PROXY_AUTH_SECRET: 'secret', BELFRY_TRUSTED_PROXIES: '10.0.0.1' };
  const before = await configuredApp();
  await before.stop();
  const app = await wholeApp({ env, dataDir: before.dataDir });
  const role = async (headers: Record<string, string>, from = '10.0.0.1') =>
    (await app.call('GET', '/api/security/status', { headers, from })).json.role;
  const pat = { 'x-proxy-secret': 'secret', 'x-proxy-user': 'pat' };
  expect(await role(pat)).toBe('viewer');
  expect(await role({ ...pat, 'x-proxy-roles': '' })).toBe('viewer');
  expect(await role({ ...pat, 'x-proxy-roles': 'staff|admin' })).toBe('admin');
  expect(await role({ ...pat, 'x-proxy-roles': 'admin' }, '10.0.0.2')).toBeUndefined();
  // A viewer may change only things of their own account. A question about the past and the check of a report change nothing.
  const forViewers = endpoints.filter(({ method, access }) => method !== 'GET' && access === 'viewer');
  expect(forViewers.map(({ path: url }) => url).sort()).toEqual([
    '/api/alerts/backtest',
    '/api/notifications/push',
    '/api/notifications/push/:id',
    '/api/notifications/push/:id',
    '/api/notifications/push/:id/test',
    '/api/reports/kept/:id/verify',
    '/api/security/change-password',
    '/api/security/sessions/:id',
    '/api/views',
    '/api/views/:id',
    '/api/views/:id',
  ]);
});
