// Pages of other sites and unknown host names.
import { expect, test } from 'vitest';
import { PASSWORD, signIn } from './testing/administrator.ts';
import { authServer, configured, networks } from './testing/auth-server.ts';

test('a page of another site changes nothing, even where sign-in is switched off', async () => {
  const made = await authServer({ config: { disabled: true } });
  const put = (headers: Record<string, string>) => made.call('PUT', '/api/probe/admin', { headers });
  expect((await put({ 'sec-fetch-site': 'cross-site' })).json.code).toBe('origin_refused');
  expect((await put({ origin: 'https://evil.example', host: '192.168.1.5' })).json.code).toBe('origin_refused');
  expect((await put({ origin: 'https://192.168.1.5:7655', host: '192.168.1.5:7655' })).json.code).toBe(
    'origin_refused',
  );
  expect((await put({ origin: 'http://192.168.1.5:7655', host: '192.168.1.5:7655' })).status).toBe(200);
  expect((await put({})).status).toBe(200);
});

test('while sign-in is switched off, a page under an unknown host name can read and change nothing', async () => {
  const made = await authServer({ config: { disabled: true }, allowedOrigins: ['https://wall.example'] });
  const headers = { host: 'rebound.example:7655' };
  for (const [method, url] of [
    ...(['GET', 'PUT'] as const).map((method) => [method, '/api/probe/admin'] as const),
    ...(['/api/state', '/api/security/status', '/'] as const).map((url) => ['GET', url] as const),
  ]) {
    const reply = await made.call(method, url, { headers });
    expect([url, reply.status, reply.json.code]).toEqual([url, 403, 'host_refused']);
    expect(reply.json.error).toMatch(/"rebound\.example".*BELFRY_PUBLIC_URL/);
  }
  for (const host of ['192.168.1.5:7655', '[::1]:7655', 'localhost', 'belfry.example', 'wall.example'])
    expect([host, (await made.call('GET', '/api/state', { headers: { host } })).status]).toEqual([host, 200]);
});

test('while sign-in is switched off, a program with its own token may use any host name; a trusted proxy sets the host', async () => {
  const first = await configured();
  await first.access.stop();
  await first.store.close();
  const config = { disabled: true, trustedProxies: networks('10.0.0.1') };
  const made = await authServer({ config, dataDir: first.dataDir });
  const state = async (headers: Record<string, string>, from?: string) =>
    (await made.call('GET', '/api/state', { headers, ...(from && { from }) })).status;
  expect(await state({ host: 'other.example', 'x-api-token': first.apiToken })).toBe(200);
  expect(await state({ host: '10.0.0.2', 'x-forwarded-host': 'other.example' }, '10.0.0.1')).toBe(403);
  expect(await state({ host: 'other.example', 'x-forwarded-host': 'belfry.example' }, '10.0.0.1')).toBe(200);
});

test('where sign-in is required, any host name may be used', async () => {
  const made = await configured();
  const headers = { ...(await signIn(made)), host: 'other.example' };
  expect((await made.call('GET', '/api/state', { headers })).status).toBe(200);
});

test('the origin * lets pages with a token read answers, and not pages that rely on credentials the browser sends by itself', async () => {
  const made = await configured({ allowedOrigins: ['*'] });
  const shared = async (headers: Record<string, string>) => {
    const reply = await made.call('GET', '/api/state', { headers: { ...headers, origin: 'https://any.example' } });
    return [reply.status, reply.headers['access-control-allow-origin']];
  };
  expect(await shared({ 'x-api-token': made.apiToken })).toEqual([200, '*']);
  expect(await shared({ cookie: (await signIn(made)).cookie ?? '' })).toEqual([200, undefined]);
  const authorization = `Basic ${Buffer.from(`admin:${PASSWORD}`).toString('base64')}`;
  expect(await shared({ authorization })).toEqual([200, undefined]);
  const open = await authServer({ config: { disabled: true }, allowedOrigins: ['*'] });
  const reply = await open.call('GET', '/api/state', { headers: { origin: 'https://any.example' } });
  expect(reply.headers['access-control-allow-origin']).toBeUndefined();
  const preflight = { origin: 'https://any.example', 'access-control-request-method': 'GET' };
  const before = await made.call('OPTIONS', '/api/state', { headers: preflight });
  expect([before.status, before.headers['access-control-allow-origin']]).toEqual([204, '*']);
});
