// Passwords sent by Basic with any call: wrong ones are limited, and do not block sign-ins.
import { expect, test } from 'vitest';
import { createPasswordHasher } from './password-hash.ts';
import { PASSWORD, signIn } from './testing/administrator.ts';
import { authServer, configured } from './testing/auth-server.ts';

const basic = (name: string, password: string) => ({
  authorization: `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`,
});

test('wrong passwords by Basic count against the limit of sign-ins, for any user name', async () => {
  const made = await configured();
  const from = '203.0.113.5';
  const statuses: number[] = [];
  for (let i = 0; i < 14; i++)
    statuses.push((await made.call('GET', '/api/state', { headers: basic(`user ${i}`, 'wrong'), from })).status);
  expect(statuses).toEqual([...Array(10).fill(401), ...Array(4).fill(429)]);
  expect((await made.login(PASSWORD, from)).status).toBe(429);
  expect((await made.login(PASSWORD, '203.0.113.6')).status).toBe(200);
  expect((await made.call('GET', '/api/security/status', { headers: basic('x', 'y'), from })).status).toBe(200);
});

test('a correct password by Basic counts against the limit only from time to time, not with each call', async () => {
  const made = await configured();
  for (let i = 0; i < 30; i++)
    expect((await made.call('GET', '/api/state', { headers: basic('admin', PASSWORD) })).status).toBe(200);
  expect((await made.login()).status).toBe(200);
});

test('a locked account gets the same answer with Basic', async () => {
  const made = await configured();
  for (let i = 0; i < 5; i++) await made.call('GET', '/api/state', { headers: basic('admin', `wrong ${i}`) });
  const reply = await made.call('GET', '/api/state', { headers: basic('admin', PASSWORD) });
  expect([reply.status, reply.json.code, reply.headers['retry-after']]).toEqual([403, 'account_locked', '900']);
});

test('many Basic requests from many addresses are refused with 429, and do not delay sign-ins', async () => {
  const made = await configured();
  const order: string[] = [];
  const flood = Array.from({ length: 200 }, async (_, i) => {
    const headers = basic(`user ${i}`, 'wrong');
    const { status } = await made.call('GET', '/api/state', { headers, from: `198.51.${i % 250}.7` });
    if (status === 401) order.push('basic');
    return status;
  });
  const login = await made.login(PASSWORD, '192.0.2.200');
  order.push('sign-in');
  const statuses = await Promise.all(flood);
  expect(login.status).toBe(200);
  expect([...new Set(statuses)].sort()).toEqual([401, 429]);
  expect(statuses.filter((status) => status === 401).length).toBeLessThan(20);
  expect(order.indexOf('sign-in')).toBeLessThan(order.length - 1);
});

test('the two queues of the hasher do not fill each other', async () => {
  const hasher = createPasswordHasher();
  const flood = Array.from({ length: 50 }, () => hasher.verify('x', undefined, 'basic'));
  expect(await hasher.verify('x', undefined, 'sign-in')).toBe(false);
  expect((await Promise.all(flood)).filter((answer) => answer === undefined).length).toBeGreaterThan(30);
});

test('a page of another site cannot use a Basic password that the browser stored; a script needs no CSRF token', async () => {
  const made = await configured();
  const put = (headers: Record<string, string>) =>
    made.call('PUT', '/api/probe/admin', { headers: { ...basic('admin', PASSWORD), host: 'belfry.lan', ...headers } });
  expect((await put({})).status).toBe(200);
  expect((await put({ origin: 'http://evil.example' })).json.code).toBe('origin_refused');
  expect((await put({ 'sec-fetch-site': 'cross-site' })).json.code).toBe('origin_refused');
});

test.each([1, -1])(
  'a clock step of %i hour neither extends nor shortens a lock, and refuses no call',
  async (hours) => {
    const made = await configured();
    for (let i = 0; i < 5; i++) await made.login('wrong');
    await signIn(made, '192.0.2.77');
    made.clock.step(hours * 3_600_000);
    const locked = await made.login();
    expect([locked.status, locked.json.remainingMinutes]).toEqual([403, 15]);
    for (let i = 0; i < 10; i++) expect((await made.call('GET', '/api/health')).status).toBe(200);
    expect((await signIn(made, '192.0.2.77')).cookie).toContain('belfry_session=');
    await made.clock.advance(15 * 60_000);
    expect((await made.login()).status).toBe(200);
  },
);

test('before the first run no Basic password gives administrator access', async () => {
  const { call } = await authServer();
  expect((await call('GET', '/api/state', { headers: basic('admin', '') })).status).toBe(401);
});

test('credentials meant for a proxy in front are not judged where nobody has to sign in, and lock no account', async () => {
  const made = await configured();
  const forProxy = basic('admin', 'the password of the proxy');
  for (let page = 0; page < 10; page++) {
    for (const path of ['/api/security/status', '/api/health', '/api/version', '/api/probe/public'])
      expect((await made.call('GET', path, { headers: forProxy })).status).toBe(200);
    expect((await made.call('POST', '/api/logout', { headers: forProxy })).status).toBe(200);
  }
  const login = { username: 'admin', password: PASSWORD };
  expect((await made.call('POST', '/api/login', { headers: forProxy, body: login })).status).toBe(200);
  const own = basic('admin', PASSWORD);
  expect((await made.call('GET', '/api/state', { headers: own })).status).toBe(200);
});

test('a credential for Belfry decides, whatever is sent by Basic: a session, an ended session, a wrong token', async () => {
  const made = await configured();
  const session = await signIn(made);
  const forProxy = basic('admin', 'the password of the proxy');
  const get = async (headers: Record<string, string>) =>
    (await made.call('GET', '/api/state', { headers: { ...forProxy, ...headers } })).status;
  for (let i = 0; i < 10; i++) expect(await get(session)).toBe(200);
  for (let i = 0; i < 10; i++) expect(await get({ cookie: 'belfry_session=ended' })).toBe(401);
  for (let i = 0; i < 10; i++) expect(await get({ 'x-api-token': 'bf_wrong' })).toBe(401);
  expect((await made.login()).status).toBe(200);
});

test('Basic is judged on a public call only where the call needs to know who asks', async () => {
  const made = await configured();
  const rotate = (password: string) =>
    made.call('POST', '/api/security/quick-setup', {
      headers: basic('admin', password),
      body: { username: 'admin', force: true, currentPassword: PASSWORD },
    });
  expect((await rotate('wrong')).status).toBe(401);
  expect((await rotate(PASSWORD)).status).toBe(200);
});
