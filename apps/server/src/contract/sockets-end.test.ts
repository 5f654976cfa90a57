// A socket closes at once when its session or token ends; other sockets stay open.
import { createHash } from 'node:crypto';
import { listSessions } from '@belfry/schema/http/sessions';
import { listTokens } from '@belfry/schema/http/tokens';
import { listViewLinks } from '@belfry/schema/http/view-links';
import { expect, test } from 'vitest';
import { PASSWORD, signIn } from '../auth/testing/administrator.ts';
import { START } from '../db/testing/temp-store.ts';
import { fakeClock } from '../lib/fake-clock.ts';
import { byLink, bySession, byToken } from './testing/people.ts';
import { type Client, connect, upgrade } from './testing/socket.ts';
import { configuredApp, type Whole } from './testing/whole-app.ts';

const secretHash = ({ cookie = '' }: Record<string, string>) =>
  createHash('sha256')
    .update(cookie.split('=')[1] ?? '')
    .digest();

/** The WebSocket close code for a policy violation. */
const NO_LONGER_ALLOWED = 1008;

const answers = async ({ socket, find }: Client): Promise<void> => {
  socket.send(JSON.stringify({ type: 'ping', data: { timestamp: 1 } }));
  await find(({ type }) => type === 'pong');
};

async function sessionId({ call }: Whole, headers: Record<string, string>): Promise<string | undefined> {
  const sessions = (await call('GET', '/api/security/sessions', { headers })).read(listSessions.reply);
  return sessions.find(({ current }) => current)?.id;
}

test('a logout closes the sockets of its session and no others', async () => {
  const whole = await configuredApp();
  const [leaving, staying] = [await signIn(whole), await signIn(whole)];
  const [gone, second, other] = [
    await connect(whole, leaving),
    await connect(whole, leaving),
    await connect(whole, staying),
  ];
  await whole.call('POST', '/api/logout', { headers: leaving });
  expect(await Promise.all([gone.closed, second.closed])).toEqual([NO_LONGER_ALLOWED, NO_LONGER_ALLOWED]);
  await answers(other);
  expect(await upgrade(whole, leaving)).toBe(401);
});

test('the sockets of a session close when an admin revokes it', async () => {
  const whole = await configuredApp();
  const [admin, revoked] = [await signIn(whole), await bySession('viewer')(whole)];
  const [own, theirs] = [await connect(whole, admin), await connect(whole, revoked)];
  const id = await sessionId(whole, revoked);
  expect((await whole.call('DELETE', `/api/security/sessions/${id}`, { headers: admin })).status).toBe(200);
  expect(await theirs.closed).toBe(NO_LONGER_ALLOWED);
  await answers(own);
});

test('a changed password closes the sockets of its user, including sockets opened with Basic, but not the sockets of tokens', async () => {
  const whole = await configuredApp();
  const headers = await signIn(whole);
  const basic = { authorization: `Basic ${Buffer.from(`admin:${PASSWORD}`).toString('base64')}` };
  const sockets = [await connect(whole, headers), await connect(whole, basic)];
  const byApiToken = await connect(whole, { 'x-api-token': whole.token });
  const body = { currentPassword: PASSWORD, newPassword: 'another long one' };
  expect((await whole.call('POST', '/api/security/change-password', { headers, body })).status).toBe(200);
  for (const { closed } of sockets) expect(await closed).toBe(NO_LONGER_ALLOWED);
  await answers(byApiToken);
});

test('the sockets of an API token close when it is revoked or regenerated', async () => {
  const whole = await configuredApp();
  const admin = await signIn(whole);
  const read = await byToken('read')(whole);
  const [reader, byDefault] = [await connect(whole, read), await connect(whole, { 'x-api-token': whole.token })];
  const tokens = (await whole.call('GET', '/api/security/tokens', { headers: admin })).read(listTokens.reply);
  const id = tokens.find(({ scope }) => scope === 'read')?.id;
  await whole.call('DELETE', `/api/security/tokens/${id}`, { headers: admin });
  expect(await reader.closed).toBe(NO_LONGER_ALLOWED);
  await answers(byDefault);
  await whole.call('POST', '/api/security/regenerate-token', { headers: admin });
  expect(await byDefault.closed).toBe(NO_LONGER_ALLOWED);
});

test('a rotation of all credentials closes every socket', async () => {
  const whole = await configuredApp();
  const headers = await signIn(whole);
  const sockets = [await connect(whole, headers), await connect(whole, { 'x-api-token': whole.token })];
  const body = { username: 'chief', force: true, currentPassword: PASSWORD };
  expect((await whole.call('POST', '/api/security/quick-setup', { headers, body })).status).toBe(200);
  for (const { closed } of sockets) expect(await closed).toBe(NO_LONGER_ALLOWED);
});

test('the sockets of an expired API token close at the next periodic check, without any request', async () => {
  const clock = fakeClock(START);
  const whole = await configuredApp({ clock });
  const [hash, name] = [createHash('sha256').update('bf_short').digest(), 'short'];
  await whole.store.apiTokens.add({
    name,
    scope: 'read',
    hash,
    hint: '',
    createdBy: 'admin',
    expiresAt: START + 10_000,
  });
  const client = await connect(whole, { 'x-api-token': 'bf_short' });
  await clock.advance(15_000);
  expect(await client.closed).toBe(NO_LONGER_ALLOWED);
});

test('the sockets of a link to a view that expires close at the next periodic check', async () => {
  const clock = fakeClock(START);
  const whole = await configuredApp({ clock });
  const hash = createHash('sha256').update('bf_fair').digest();
  const link = { name: 'fair', screen: '/docker', params: {}, createdBy: 'admin' };
  await whole.store.viewLinks.add({ ...link, hash, expiresAt: START + 10_000 });
  const client = await connect(whole, { cookie: 'belfry_link=bf_fair' });
  await clock.advance(15_000);
  expect(await client.closed).toBe(NO_LONGER_ALLOWED);
});

test('the sockets of a link to a view close when it is revoked, and no others', async () => {
  const whole = await configuredApp();
  const [admin, wall, other] = [await signIn(whole), await byLink(whole), await byLink(whole)];
  const [ended, staying] = [await connect(whole, wall), await connect(whole, other)];
  const links = (await whole.call('GET', '/api/security/view-links', { headers: admin })).read(listViewLinks.reply);
  const [id] = links
    .filter(({ name }) => name === whole.store.viewLinks.byHash(secretHash(wall))?.name)
    .map((l) => l.id);
  expect((await whole.call('DELETE', `/api/security/view-links/${id}`, { headers: admin })).status).toBe(200);
  expect(await ended.closed).toBe(NO_LONGER_ALLOWED);
  await answers(staying);
  expect(await upgrade(whole, wall)).toBe(401);
});

test('a new API token that ends all others ends the links to views too', async () => {
  const whole = await configuredApp();
  const [admin, wall] = [await signIn(whole), await byLink(whole)];
  const screen = await connect(whole, wall);
  const body = { endOthers: true };
  expect((await whole.call('POST', '/api/security/regenerate-token', { headers: admin, body })).status).toBe(200);
  expect(await screen.closed).toBe(NO_LONGER_ALLOWED);
});
