// Callers behind a reverse proxy, and proxies that sign people in.
import { expect, test } from 'vitest';
import { configured, networks, proxy } from './testing/auth-server.ts';

test('forwarded addresses count only from a trusted proxy', async () => {
  const made = await configured({ config: { trustedProxies: networks('10.0.0.1, fd00::/8') } });
  const headers = {
    'x-api-token': made.apiToken,
    'x-forwarded-for': '8.8.8.8, 203.0.113.7',
    'x-forwarded-proto': 'https',
  };
  const seen = async (from: string) => (await made.call('GET', '/api/security/status', { headers, from })).json;
  expect(await seen('192.0.2.10')).toMatchObject({ clientIP: '192.0.2.10', hasHTTPS: false });
  expect(await seen('10.0.0.1')).toMatchObject({ clientIP: '203.0.113.7', hasHTTPS: true });
  expect(await seen('::ffff:10.0.0.1')).toMatchObject({ clientIP: '203.0.113.7' });
  expect(await seen('fd00::1')).toMatchObject({ clientIP: '203.0.113.7' });
});

test('without the role header a proxy user is a viewer; without the secret or a trusted address they are not signed in', async () => {
  const made = await configured({ config: { proxy, trustedProxies: networks('10.0.0.0/8') } });
  const status = (headers: Record<string, string>, from: string) =>
    made.call('GET', '/api/probe/admin', { headers, from }).then((reply) => reply.status);
  const signed = { 'x-proxy-secret': 'proxy-secret', 'x-user': 'pat' };
  expect(await status({ ...signed, 'x-roles': 'staff | admin' }, '10.1.2.3')).toBe(200);
  expect(await status(signed, '10.1.2.3')).toBe(403);
  expect(await status({ ...signed, 'x-roles': 'administrator' }, '10.1.2.3')).toBe(403);
  expect(await status({ ...signed, 'x-roles': 'admin' }, '192.0.2.1')).toBe(401);
  expect(await status({ ...signed, 'x-roles': 'admin', 'x-proxy-secret': 'proxy-secre' }, '10.1.2.3')).toBe(401);
  expect(await status({ 'x-proxy-secret': 'proxy-secret', 'x-roles': 'admin' }, '10.1.2.3')).toBe(401);
});

test('a proxied browser needs the CSRF token for every change', async () => {
  const made = await configured({ config: { proxy, trustedProxies: networks('10.0.0.0/8') } });
  const headers = { 'x-proxy-secret': 'proxy-secret', 'x-user': 'pat', 'x-roles': 'admin' };
  const first = await made.call('PUT', '/api/probe/admin', { headers, from: '10.1.1.1' });
  expect(first.json.code).toBe('csrf_failed');
  const again = { ...headers, 'x-csrf-token': first.cookies.belfry_csrf ?? '' };
  expect((await made.call('PUT', '/api/probe/admin', { headers: again, from: '10.1.1.1' })).status).toBe(200);
});

test('a browser that used HTTPS through a trusted proxy gets the header that makes it use HTTPS from now on', async () => {
  const { call } = await configured({ config: { trustedProxies: networks('10.0.0.1') } });
  const headerFor = async (from: string, proto: string, url = '/api/health') => {
    const reply = await call('GET', url, { headers: { 'x-forwarded-proto': proto }, from });
    return reply.headers['strict-transport-security'];
  };
  for (const url of ['/api/health', '/api/state', '/', '/nothing', '/%'])
    expect([url, await headerFor('10.0.0.1', 'https', url)]).toEqual([url, 'max-age=31536000']);
  expect(await headerFor('10.0.0.1', 'http')).toBeUndefined();
  expect(await headerFor('192.0.2.10', 'https')).toBeUndefined();
});

test('the name of a proxy user is one line that no terminal obeys, and UTF-8 in the header is read as such', async () => {
  const made = await configured({ config: { proxy, trustedProxies: networks('10.0.0.0/8') } });
  const nameOf = async (name: string) => {
    const headers = { 'x-proxy-secret': 'proxy-secret', 'x-user': Buffer.from(name).toString('latin1') };
    return (await made.call('GET', '/api/security/status', { headers, from: '10.1.2.3' })).json.username;
  };
  expect(await nameOf('pat\u009b31m\u202eadmin\tx')).toBe('pat 31m admin x');
  expect(await nameOf('Jürgen Ğ')).toBe('Jürgen Ğ');
});

test('a role with letters of other alphabets matches its name, in UTF-8, in Latin-1 and with accents apart', async () => {
  const german = { ...proxy, adminRole: 'Verwalter-ü', operatorRole: 'Operateur-é' };
  const made = await configured({ config: { proxy: german, trustedProxies: networks('10.0.0.0/8') } });
  const roleOf = async (roles: Buffer) => {
    const headers = { 'x-proxy-secret': 'proxy-secret', 'x-user': 'pat', 'x-roles': roles.toString('latin1') };
    return (await made.call('GET', '/api/security/status', { headers, from: '10.1.2.3' })).json.role;
  };
  expect(await roleOf(Buffer.from('staff|Verwalter-ü'))).toBe('admin');
  expect(await roleOf(Buffer.from('Verwalter-ü', 'latin1'))).toBe('admin');
  expect(await roleOf(Buffer.from('Operateur-e\u0301'))).toBe('operator');
  expect(await roleOf(Buffer.from('Verwalter-u'))).toBe('viewer');
});
