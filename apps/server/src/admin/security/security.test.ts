// The calls of the security area, one case per documented status.
import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { listAudit, quickSetup, SecurityStatus } from '@belfry/schema/http/security';
import { createToken, listTokens, regenerateToken } from '@belfry/schema/http/tokens';
import { expect, test } from 'vitest';
import { PASSWORD, signIn } from '../../auth/testing/administrator.ts';
import { authServer, configured } from '../../auth/testing/auth-server.ts';

const SETUP = '/api/security/quick-setup';

test('first run: the setup token is in the log and in a file for its owner only, a wrong token is refused, and the setup removes the file', async () => {
  const made = await authServer();
  const token = made.bootstrapToken();
  expect(token).toMatch(/^[0-9a-f]{48}$/);
  expect(made.lines.join()).toContain(token);
  const file = path.join(made.dataDir, 'bootstrap-token');
  expect(statSync(file).mode & 0o777).toBe(0o600);

  const refused = await made.call('POST', SETUP, { body: { username: 'admin' } });
  expect([refused.status, refused.json.code]).toEqual([403, 'bootstrap_token_required']);
  const wrong = await made.call('POST', SETUP, { body: { bootstrapToken: 'a'.repeat(48) } });
  expect([wrong.status, wrong.json.code, wrong.json.error]).toEqual([
    403,
    'bootstrap_token_required',
    expect.stringContaining('This is not the setup token'),
  ]);
  const reply = await made.call('POST', SETUP, { body: { username: 'root', bootstrapToken: token } });
  expect(reply.json).toMatchObject({
    success: true,
    credentials: {
      username: 'root',
      password: expect.stringMatching(/^[\w-]{16}$/),
      apiToken: expect.stringMatching(/^bf_[0-9a-f]{48}$/),
    },
  });
  expect(existsSync(file)).toBe(false);
  const { password, apiToken = '' } = reply.read(quickSetup.reply).credentials ?? {};
  expect((await made.login(password, undefined, 'root')).status).toBe(200);
  expect((await made.call('GET', '/api/probe/admin', { headers: { 'x-api-token': apiToken } })).status).toBe(200);
  expect(await made.store.behind.textOf('api_tokens')).not.toContain(apiToken);
});

test('400: names with unsafe characters and short passwords are refused by field', async () => {
  const made = await authServer();
  const bootstrapToken = made.bootstrapToken();
  for (const username of ['a"b', 'a\nb', 'x'.repeat(65), '']) {
    expect((await made.call('POST', SETUP, { body: { username, bootstrapToken } })).json.details).toHaveProperty(
      'username',
    );
  }
  const short = await made.call('POST', SETUP, { body: { password: '1234567', bootstrapToken } });
  expect(short.json.details).toEqual({ password: 'Password must be at least 8 characters' });
  expect(made.store.users.list()).toEqual([]);
});

test('force does not take over a configured instance', async () => {
  const made = await configured();
  const body = { username: 'mallory', password: 'mallory mallory', force: true };
  const status = async (headers: Record<string, string>) => (await made.call('POST', SETUP, { body, headers })).status;
  expect(await status({})).toBe(401);
  const { 'x-csrf-token': _, ...withoutCsrf } = await signIn(made);
  expect(await status(withoutCsrf)).toBe(403);
  expect(await status({ cookie: 'belfry_session=guess' })).toBe(401);
  expect((await made.call('POST', SETUP, { body: { ...body, bootstrapToken: 'x'.repeat(48) } })).status).toBe(401);
  expect((await made.call('POST', SETUP, { body: { ...body, force: false } })).json).toMatchObject({ skipped: true });
  expect(made.store.users.list().map((user) => user.name)).toEqual(['admin']);
  expect((await made.login()).status).toBe(200);
});

test('rotation by an admin replaces user, password and token, and ends every session', async () => {
  const made = await configured();
  const headers = await signIn(made);
  await made.store.settings.put('theme', 'dark');
  const agent = await agentToken(made);
  const body = { username: 'chief', force: true, currentPassword: PASSWORD };
  const reply = await made.call('POST', SETUP, { body, headers });
  expect(reply.json).toMatchObject({ success: true, credentials: { username: 'chief' } });
  expect((await made.call('GET', '/api/state', { headers })).status).toBe(401);
  expect((await made.call('GET', '/api/state', { headers: { 'x-api-token': made.apiToken } })).status).toBe(401);
  expect(await agent()).toBe(200);
  expect((await made.login(PASSWORD, '192.0.2.20')).status).toBe(401);
  expect((await made.login(reply.read(quickSetup.reply).credentials?.password, '192.0.2.20', 'chief')).status).toBe(
    200,
  );
});

/** A token of an agent, as a call that shows whether it is still accepted. */
async function agentToken({ call, apiToken }: Pick<Awaited<ReturnType<typeof configured>>, 'call' | 'apiToken'>) {
  const body = { name: 'agent', scope: 'report' };
  const made = await call('POST', '/api/security/tokens', { headers: { 'x-api-token': apiToken }, body });
  const { token } = made.read(createToken.reply);
  return async () => (await call('PUT', '/api/probe/agent', { headers: { 'x-api-token': token } })).status;
}

test('rotation needs the current password for every kind of sign-in; a wrong one counts as a failed sign-in', async () => {
  const made = await configured();
  const rotate = async (headers: Record<string, string>, currentPassword?: string) => {
    const body = { username: 'chief', force: true, ...(currentPassword !== undefined && { currentPassword }) };
    const { status, json } = await made.call('POST', SETUP, { body, headers });
    return [status, json.code, json.remaining];
  };
  for (const headers of [await signIn(made), { 'x-api-token': made.apiToken }]) {
    expect(await rotate(headers)).toEqual([400, 'validation_error', undefined]);
    expect(await rotate(headers, '')).toEqual([400, 'validation_error', undefined]);
  }
  expect(await rotate({ 'x-api-token': made.apiToken }, 'guess 1')).toEqual([401, 'wrong_password', 4]);
  expect(await rotate(await signIn(made), 'guess 2')).toEqual([401, 'wrong_password', 4]);
  expect(made.store.users.list().map((user) => user.name)).toEqual(['admin']);
  expect(await rotate(await signIn(made), PASSWORD)).toEqual([200, undefined, undefined]);
});

test('rotation revokes all other tokens on request', async () => {
  const made = await configured();
  const agent = await agentToken(made);
  const body = { force: true, currentPassword: PASSWORD, endOthers: true };
  const reply = await made.call('POST', SETUP, { body, headers: await signIn(made) });
  expect(await agent()).toBe(401);
  const { apiToken = '' } = reply.read(quickSetup.reply).credentials ?? {};
  expect((await made.call('GET', '/api/probe/admin', { headers: { 'x-api-token': apiToken } })).status).toBe(200);
});

test('a regenerated token ends other tokens and sessions on request, but never the session of the caller', async () => {
  const made = await configured();
  const [agent, mine, others] = [await agentToken(made), await signIn(made), await signIn(made)];
  const state = async (headers: Record<string, string>) => (await made.call('GET', '/api/state', { headers })).status;
  await made.call('POST', '/api/security/regenerate-token', { headers: mine });
  expect([await agent(), await state(mine), await state(others)]).toEqual([200, 200, 200]);
  await made.call('POST', '/api/security/regenerate-token', { headers: mine, body: { endOthers: true } });
  expect([await agent(), await state(mine), await state(others)]).toEqual([401, 200, 401]);
});

test('two setups at once: one succeeds, and the other gets a conflict', async () => {
  const made = await authServer();
  const bootstrapToken = made.bootstrapToken();
  const replies = await Promise.all(
    ['a', 'b'].map((username) => made.call('POST', SETUP, { body: { username, bootstrapToken } })),
  );
  expect(replies.map((reply) => reply.json.skipped ?? false).sort()).toEqual([false, true]);
  expect(made.store.users.list().length).toBe(1);
});

test('status: a caller without a sign-in gets only what the sign-in page needs; a signed-in caller gets every key', async () => {
  const made = await configured();
  const anonymous = (await made.call('GET', '/api/security/status')).json;
  expect(Object.keys(anonymous).sort()).toEqual([
    'configured',
    'configuredButPendingRestart',
    'disabled',
    'hasAuthentication',
    'hasProxyAuth',
    'oidcEnabled',
    'proxyAuthIsAdmin',
    'proxyAuthLogoutURL',
    'proxyAuthUsername',
    'requiresAuth',
  ]);
  const known = (await made.call('GET', '/api/security/status', { headers: await signIn(made), from: '8.8.8.8' })).json;
  expect(Object.keys(known).sort()).toEqual(
    Object.keys(SecurityStatus.shape)
      // `view` is for the holder of a link
      .filter((key) => key !== 'message' && key !== 'view')
      .sort(),
  );
  expect(known).toMatchObject({
    isAdmin: true,
    authUsername: 'admin',
    apiTokenConfigured: true,
    apiTokenHint: `${made.apiToken.slice(0, 8)}...${made.apiToken.slice(-4)}`,
    publicAccess: true,
    isPrivateNetwork: false,
    clientIP: '8.8.8.8',
    hasHTTPS: false,
  });
});

test('status: the answer states that sign-in is switched off', async () => {
  const { call } = await authServer({ config: { disabled: true } });
  expect((await call('GET', '/api/security/status')).json).toMatchObject({
    disabled: true,
    hasAuthentication: false,
    exportProtected: true,
    method: 'disabled',
    message: expect.stringContaining('BELFRY_AUTH_DISABLED'),
  });
});

test('an account made while sign-in is switched off is reported as waiting for a restart, and is not made twice', async () => {
  const { call } = await authServer({ config: { disabled: true } });
  const pending = async () => (await call('GET', '/api/security/status')).json.configuredButPendingRestart;
  expect(await pending()).toBe(false);
  const made = await call('POST', '/api/security/quick-setup', { body: { username: 'admin' } });
  expect([made.status, made.json.credentials]).toMatchObject([200, { username: 'admin' }]);
  expect(await pending()).toBe(true);
  const again = await call('POST', '/api/security/quick-setup', { body: { username: 'other' } });
  expect(again.json).toMatchObject({ skipped: true, message: expect.stringContaining('already configured') });
});

test('change-password: 401 for a wrong password, which counts; 400 for a short one; 200 ends every session of the user', async () => {
  const made = await configured();
  const headers = await signIn(made);
  const change = (body: object) => made.call('POST', '/api/security/change-password', { headers, body });
  const wrong = await change({ currentPassword: 'nope', newPassword: 'long enough' });
  expect([wrong.status, wrong.json.code, wrong.json.remaining]).toEqual([401, 'wrong_password', 4]);
  expect((await change({ currentPassword: PASSWORD, newPassword: 'short' })).status).toBe(400);
  const done = await change({ currentPassword: PASSWORD, newPassword: 'long enough' });
  expect(done.json).toMatchObject({ success: true, requiresRestart: false });
  expect((await made.call('GET', '/api/state', { headers })).status).toBe(401);
  expect((await made.login(PASSWORD)).status).toBe(401);
  expect((await made.login('long enough')).status).toBe(200);
});

test('the calls for a single token: the hint matches the real token, and a new token replaces the old one at once', async () => {
  const made = await configured();
  const headers = await signIn(made);
  const validate = async (token: string) =>
    (await made.call('POST', '/api/security/validate-token', { headers, body: { token } })).json.valid;
  expect(await validate(made.apiToken)).toBe(true);
  const { token } = (await made.call('POST', '/api/security/regenerate-token', { headers })).read(
    regenerateToken.reply,
  );
  expect([await validate(token), await validate(made.apiToken)]).toEqual([true, false]);
  const { apiTokenHint } = (await made.call('GET', '/api/security/status', { headers })).json;
  expect(apiTokenHint).toBe(`${token.slice(0, 8)}...${token.slice(-4)}`);
});

test('named tokens: 201 shows the token once, 409 for a name in use, 401 after its expiry or revocation, and its last use is listed', async () => {
  const made = await configured();
  const headers = { 'x-api-token': made.apiToken };
  const create = (body: object) => made.call('POST', '/api/security/tokens', { headers, body });
  const created = await create({ name: 'agent', scope: 'report', expiresInDays: 1 });
  expect([created.status, created.json]).toEqual([
    201,
    expect.objectContaining({ name: 'agent', scope: 'report', createdBy: 'default', lastUsedAt: null }),
  ]);
  expect((await create({ name: 'agent', scope: 'read' })).status).toBe(409);
  expect((await create({ name: 'x', scope: 'root' })).status).toBe(400);
  expect((await create({ name: 'x', scope: 'read', colour: 1 })).json.details).toEqual({ colour: 'unknown field' });

  const { token } = created.read(createToken.reply);
  const report = () => made.call('PUT', '/api/probe/agent', { headers: { 'x-api-token': token } });
  expect((await report()).status).toBe(200);
  const listed = await made.call('GET', '/api/security/tokens', { headers });
  expect(listed.text).not.toContain(token);
  expect(listed.read(listTokens.reply).find(({ name }) => name === 'agent')?.lastUsedAt).toEqual(expect.any(String));
  await made.clock.advance(86_400_000);
  expect((await report()).status).toBe(401);

  const short = (await create({ name: 'short', scope: 'read' })).read(createToken.reply);
  expect((await made.call('DELETE', `/api/security/tokens/${short.id}`, { headers })).status).toBe(200);
  expect((await made.call('DELETE', `/api/security/tokens/${short.id}`, { headers })).status).toBe(404);
  expect((await made.call('GET', '/api/state', { headers: { 'x-api-token': short.token } })).status).toBe(401);
});

test('the audit log names the person who acted, and contains no secret', async () => {
  const made = await configured();
  await made.login('hunter2-wrong');
  const headers = await signIn(made);
  const { token } = (await made.call('POST', '/api/security/regenerate-token', { headers })).read(
    regenerateToken.reply,
  );
  const audit = await made.call('GET', '/api/security/audit?limit=10', { headers: { 'x-api-token': token } });
  const { entries } = audit.read(listAudit.reply);
  expect(entries.map(({ event, user, success }) => [event, user, success])).toEqual([
    ['token_created', 'admin', true],
    ['login', 'admin', true],
    ['login', 'admin', false],
    ['setup', '', true],
  ]);
  for (const secret of ['hunter2-wrong', PASSWORD, token, made.apiToken]) expect(audit.text).not.toContain(secret);
});

test('429: the answer has the short time after which the next call is accepted', async () => {
  const made = await configured();
  const call = () => made.call('POST', '/api/login', { body: { username: 'u', password: 'p' }, from: '203.0.113.5' });
  let reply = await call();
  for (let i = 0; i < 20 && reply.status !== 429; i++) reply = await call();
  expect([reply.status, reply.json.code, reply.headers['retry-after']]).toEqual([429, 'rate_limited', '6']);
  await made.clock.advance(6000);
  expect((await call()).status).not.toBe(429);
});
