// A user can see and end only their own sessions; the name alone does not identify a user.
import { hash, randomUUID } from 'node:crypto';
import type { Role } from '@belfry/schema/http/security';
import { listSessions, type SessionMethod } from '@belfry/schema/http/sessions';
import { createToken } from '@belfry/schema/http/tokens';
import { expect, inject, test } from 'vitest';
import { PASSWORD, signIn } from '../../auth/testing/administrator.ts';
import { configured, networks } from '../../auth/testing/auth-server.ts';
import { migrations } from '../../db/migrations/list.ts';
import { openDatabase } from '../../db/open.ts';
import { START, tempDir, tempStore } from '../../db/testing/temp-store.ts';

const proxy = {
  secret: 'proxy-secret',
  userHeader: 'x-user',
  roleHeader: 'x-roles',
  roleSeparator: '|',
  adminRole: 'admin',
  operatorRole: 'operator',
  logoutUrl: '/bye',
};

async function place() {
  const made = await configured({ config: { proxy, trustedProxies: networks('192.0.2.99') } });
  const admin = await signIn(made);
  const sessionOf = async (method: SessionMethod, subject: string, role: Role) => {
    const token = randomUUID();
    const session = { id: randomUUID(), user: 'admin', subject, role, method, ip: '192.0.2.30', userAgent: '' };
    const times = { createdAt: START, lastUsedAt: START, expiresAt: START + 3_600_000 };
    await made.store.sessions.add({ ...session, ...times }, hash('sha256', token, 'buffer'));
    return token;
  };
  /** Headers with the CSRF token that belongs to them. */
  const complete = async (headers: Record<string, string>, from?: string) => {
    const { cookies } = await made.call('GET', '/api/security/status', { headers, ...(from && { from }) });
    return { ...headers, 'x-csrf-token': cookies.belfry_csrf ?? '' };
  };
  const list = async (headers: Record<string, string>, from?: string) =>
    (await made.call('GET', '/api/security/sessions', { headers, ...(from && { from }) })).read(listSessions.reply);
  const end = async (id: string | undefined, headers: Record<string, string>, from?: string) =>
    (await made.call('DELETE', `/api/security/sessions/${id}`, { headers, ...(from && { from }) })).status;
  const victim = (await list(admin)).find(({ current }) => current)?.id;
  return { ...made, admin, victim, sessionOf, complete, list, end };
}

test('a single sign-on viewer named admin can see and end their own sessions, and none of the local admin', async () => {
  const { sessionOf, complete, list, end, victim, call, admin } = await place();
  const viewer = await complete({ cookie: `belfry_session=${await sessionOf('oidc', 'idp pat', 'viewer')}` });
  await sessionOf('oidc', 'idp pat', 'viewer');
  await sessionOf('oidc', 'idp another admin', 'viewer');
  const own = await list(viewer);
  expect(own.map(({ method, current }) => [method, current]).sort()).toEqual([
    ['oidc', false],
    ['oidc', true],
  ]);
  expect(await end(victim, viewer)).toBe(404);
  expect((await call('GET', '/api/state', { headers: admin })).status).toBe(200);
  expect(await end(own.find(({ current }) => !current)?.id, viewer)).toBe(200);
});

test('a read token and a proxy user named admin have no sessions, and cannot end any', async () => {
  const { apiToken, call, complete, list, end, victim, admin } = await place();
  const body = { name: 'admin', scope: 'read' };
  const made = await call('POST', '/api/security/tokens', { headers: { 'x-api-token': apiToken }, body });
  const token = { 'x-api-token': made.read(createToken.reply).token };
  const proxied = await complete({ 'x-proxy-secret': 'proxy-secret', 'x-user': 'admin' }, '192.0.2.99');
  expect(await list(token)).toEqual([]);
  expect(await list(proxied, '192.0.2.99')).toEqual([]);
  expect([await end(victim, token), await end(victim, proxied, '192.0.2.99')]).toEqual([404, 404]);
  expect((await call('GET', '/api/state', { headers: admin })).status).toBe(200);
});

test('a new password ends the sessions of that account, and not the sessions of other users with the same name', async () => {
  const { sessionOf, call, admin } = await place();
  const other = { cookie: `belfry_session=${await sessionOf('oidc', 'admin', 'viewer')}` };
  const body = { currentPassword: PASSWORD, newPassword: 'another long one' };
  expect((await call('POST', '/api/security/change-password', { headers: admin, body })).status).toBe(200);
  expect((await call('GET', '/api/state', { headers: admin })).status).toBe(401);
  expect((await call('GET', '/api/state', { headers: other })).status).toBe(200);
});

test('an administrator can see and end all sessions', async () => {
  const { sessionOf, list, end, admin } = await place();
  await sessionOf('oidc', 'idp pat', 'viewer');
  const found = (await list(admin)).find(({ method }) => method === 'oidc');
  expect(await end(found?.id, admin)).toBe(200);
});

test('sessions without an owner, from an old version: sessions of the local account stay, sessions of single sign-on end', async ({
  skip,
}) => {
  skip(inject('postgres') !== undefined, 'a database of PostgreSQL has never had that version');
  const dir = tempDir();
  const old = openDatabase(`${dir}/belfry.db`);
  const before = migrations.findIndex((step) => step.includes('ADD COLUMN subject'));
  for (const step of migrations.slice(0, before)) old.exec(step);
  old.exec(`PRAGMA user_version = ${before}`);
  const add = old.prepare(`INSERT INTO sessions
    (id, token_hash, user, role, method, created_at, last_used_at, expires_at, ip, user_agent)
    VALUES (?, ?, 'admin', 'admin', ?, 1, 1, 2, '', '')`);
  add.run('local', new Uint8Array([1]), 'password');
  add.run('elsewhere', new Uint8Array([2]), 'oidc');
  old.close();
  const kept = (await tempStore({ dataDir: dir })).sessions.list();
  expect(kept.map(({ id, method, subject }) => [id, method, subject])).toEqual([['local', 'password', 'admin']]);
});
