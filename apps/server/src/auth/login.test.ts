// Sign-in and its limits, on the route.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { listSessions } from '@belfry/schema/http/sessions';
import { expect, test } from 'vitest';
import { fakeClock } from '../lib/fake-clock.ts';
import { createLoginThrottle } from './login-throttle.ts';
import { PASSWORD, signIn } from './testing/administrator.ts';
import { authServer, configured, networks } from './testing/auth-server.ts';

const MINUTE = 60_000;

/** Memory in use, after a garbage collection. */
function heapBytes(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  return process.memoryUsage().heapUsed;
}

test('200: the answer sets a session cookie that the page cannot read and a CSRF cookie that it can read', async () => {
  const made = await configured();
  const reply = await made.login();
  expect([reply.status, reply.json.success]).toEqual([200, true]);
  expect(reply.headers['set-cookie']).toEqual([
    expect.stringMatching(/^belfry_session=[0-9a-f]{64}; Path=\/; Max-Age=604800; SameSite=Lax; HttpOnly$/),
    expect.stringMatching(/^belfry_csrf=[\w-]{43}; Path=\/; Max-Age=604800; SameSite=Lax$/),
  ]);
});

test('200 over HTTPS: the cookie is Secure and carries the __Host- prefix', async () => {
  const made = await configured({ config: { trustedProxies: networks('10.0.0.1') } });
  const headers = { 'x-forwarded-proto': 'https', 'x-forwarded-for': '192.0.2.5' };
  const body = { username: 'admin', password: PASSWORD };
  const reply = await made.call('POST', '/api/login', { headers, body, from: '10.0.0.1' });
  expect(reply.headers['set-cookie']?.[0]).toMatch(/^__Host-belfry_session=\w+; Path=\/; .*HttpOnly; Secure$/);
  const cookie = `__Host-belfry_session=${reply.cookies['__Host-belfry_session']}`;
  const state = (more: object) =>
    made.call('GET', '/api/state', { headers: { ...headers, cookie, ...more }, from: '10.0.0.1' });
  expect((await state({})).status).toBe(200);
  expect((await state({ 'x-forwarded-proto': 'http' })).status).toBe(401);
});

test('401 has the remaining attempts, then 401 locked, then 403 with the minutes; the time window slides', async () => {
  const made = await configured();
  for (let attempts = 1; attempts <= 4; attempts++) {
    const reply = await made.login('wrong');
    expect([reply.status, reply.json]).toEqual([
      401,
      expect.objectContaining({
        error: 'Invalid username or password',
        message: 'Invalid username or password',
        code: 'invalid_credentials',
        attempts,
        remaining: 5 - attempts,
        maxAttempts: 5,
      }),
    ]);
  }
  const fifth = await made.login('wrong');
  expect([fifth.status, fifth.json]).toEqual([
    401,
    expect.objectContaining({ locked: true, lockoutDuration: '15 minutes' }),
  ]);
  expect(fifth.json.remaining).toBeUndefined();

  await made.clock.advance(30_000);
  const locked = await made.login();
  expect([locked.status, locked.json]).toEqual([
    403,
    expect.objectContaining({
      code: 'account_locked',
      message: 'Account locked. Please try again in 15 minute(s).',
      remainingMinutes: 15,
      lockedUntil: expect.any(String),
    }),
  ]);
  expect(locked.headers['retry-after']).toBe('870');
  await made.clock.advance(15 * MINUTE);
  expect((await made.login('wrong')).json.remaining).toBe(4);
  expect((await made.login()).status).toBe(200);
});

test('an unknown user gets exactly the same answer as a wrong password', async () => {
  const made = await configured();
  const { timestamp: _, ...known } = (await made.login('wrong', '192.0.2.1', 'admin')).json;
  const { timestamp: __, ...unknown } = (await made.login('wrong', '192.0.2.2', 'nobody')).json;
  expect(unknown).toEqual(known);
});

test('of a hundred guesses at once no more than five are checked', async () => {
  const made = await configured();
  const guesses = Array.from({ length: 100 }, (_, i) =>
    made.access.checkPassword('admin', `guess ${i}`, { ip: '192.0.2.1', path: '' }),
  );
  const codes = (await Promise.all(guesses)).map((result) => (result.ok ? 'in' : result.error.code));
  expect(codes.filter((code) => code === 'invalid_credentials').length).toBe(5);
  expect(codes.filter((code) => code === 'account_locked').length).toBe(95);
});

test('after ten thousand wrong logins the administrator can sign in from another address, and little disk and memory is used', async () => {
  const made = await configured();
  const before = heapBytes();
  const counts: Record<number, number> = {};
  for (let i = 0; i < 10_000; i++) {
    const username = i % 2 ? 'admin' : `${i}`.padEnd(256, 'x');
    const { status } = await made.login('wrong', `203.0.113.${i % 7}`, username);
    counts[status] = (counts[status] ?? 0) + 1;
  }
  expect(counts[429]).toBeGreaterThan(9_900);
  expect((await made.login(PASSWORD, '192.0.2.200')).status).toBe(200);
  const failures = (await made.store.audit.list(500)).filter((entry) => !entry.success);
  expect(failures.length).toBeLessThanOrEqual(70);
  expect(JSON.stringify(failures).length).toBeLessThan(100_000);
  expect(heapBytes() - before).toBeLessThan(30 * 1024 * 1024);
});

test('the throttle discards old entries, so its size is limited', async () => {
  const throttle = createLoginThrottle(fakeClock(0));
  const before = heapBytes();
  for (let i = 0; i < 50_000; i++) throttle.begin(`user ${i}`.padEnd(4000, 'x'), `10.${i % 200}.0.1`);
  expect(heapBytes() - before).toBeLessThan(30 * 1024 * 1024);
});

test('under attack from many addresses each address gets two tries, and none is refused without a check', async () => {
  const made = await configured();
  for (let i = 0; i < 60; i++) made.access.throttle.begin('admin', `198.51.100.${i}`);
  expect((await made.login('wrong', '192.0.2.200')).json).toMatchObject({ remaining: 1, maxAttempts: 2 });
  expect((await made.login(PASSWORD, '192.0.2.200')).status).toBe(200);
});

test('a flood of sign-ins from many addresses does not keep a person out at a place where they signed in before, also after a restart', async () => {
  const made = await configured();
  expect((await made.login(PASSWORD, '192.0.2.200')).status).toBe(200);
  const again = await authServer({ clock: made.clock, dataDir: made.dataDir });
  for (const server of [made, again]) {
    // The password is remembered for a minute.
    await made.clock.advance(2 * MINUTE);
    const flood = Array.from({ length: 300 }, (_, i) =>
      server.access.checkPassword(`user ${i}`, 'wrong', { ip: `198.51.${i % 100}.${i}`, path: '' }),
    );

    const same = server.access.checkPassword('admin', PASSWORD, { ip: '192.0.2.200', path: '' });
    expect(await same).toMatchObject({ ok: true });
    await Promise.all(flood);
  }
});

test('an admin lifts a lock by user or by address', async () => {
  const made = await configured();
  for (let i = 0; i < 6; i++) await made.login('wrong', '192.0.2.50');
  expect((await made.login(PASSWORD, '192.0.2.50')).status).toBe(403);
  const headers = { 'x-api-token': made.apiToken };
  await made.call('POST', '/api/security/reset-lockout', { headers, body: { identifier: '192.0.2.50' } });
  expect((await made.login(PASSWORD, '192.0.2.50')).status).toBe(200);
});

test('a session ends when it is idle, too old, signed out or revoked', async () => {
  const made = await configured();
  const state = (headers: Record<string, string>) => made.call('GET', '/api/state', { headers }).then((r) => r.status);
  const hour = 60 * MINUTE;

  const idle = await signIn(made);
  await made.clock.advance(23 * hour);
  expect(await state(idle)).toBe(200);
  await made.clock.advance(24 * hour);
  expect(await state(idle)).toBe(401);

  const old = await signIn(made);
  for (let h = 0; h < 7 * 24 - 1; h += 12) {
    expect(await state(old)).toBe(200);
    await made.clock.advance(12 * hour);
  }
  await made.clock.advance(hour);
  expect(await state(old)).toBe(401);

  const left = await signIn(made);
  await made.call('POST', '/api/logout', { headers: left });
  expect(await state(left)).toBe(401);

  const [mine, other] = [await signIn(made), await signIn(made)];
  const list = (await made.call('GET', '/api/security/sessions', { headers: mine })).read(listSessions.reply);
  const victim = list.find(({ current }) => !current);
  expect((await made.call('DELETE', `/api/security/sessions/${victim?.id}`, { headers: mine })).status).toBe(200);
  expect([await state(mine), await state(other)]).toEqual([200, 401]);
});

test('no session token is on disk, and sessions survive a restart with their user', async () => {
  const made = await configured();
  const headers = await signIn(made);
  const token = /belfry_session=(\w+)/.exec(headers.cookie ?? '')?.[1] ?? '';
  const rows = await made.store.behind.textOf('sessions');
  expect(token.length).toBe(64);
  expect(rows).not.toContain(token);
  expect((await made.call('GET', '/api/security/status', { headers })).json).toMatchObject({
    username: 'admin',
    method: 'password',
  });
});
