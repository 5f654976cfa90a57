// Browsers that receive notifications, on the whole server.
import { createECDH, randomBytes } from 'node:crypto';
import { listPushBrowsers } from '@belfry/schema/http/push-browsers';
import { SessionInfo } from '@belfry/schema/http/sessions';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { createPasswordHasher } from '../../auth/password-hash.ts';
import { PASSWORD } from '../../auth/testing/administrator.ts';
import { bySession, byToken } from '../../contract/testing/people.ts';
import { configuredApp, type Whole, wholeApp } from '../../contract/testing/whole-app.ts';
import { openTestStore } from '../../db/testing/temp-store.ts';
import { systemClock } from '../../lib/clock.ts';
import { createLogger } from '../../lib/logger.ts';

const hashOf = async (password: string) => (await createPasswordHasher().hash(password)) ?? '';
const PUSH = '/api/notifications/push';

function subscription(endpoint = `https://push.example/${randomBytes(8).toString('hex')}`) {
  const ecdh = createECDH('prime256v1');
  ecdh.generateKeys();
  const keys = { p256dh: ecdh.getPublicKey('base64url'), auth: randomBytes(16).toString('base64url') };
  return { endpoint, keys, name: 'Phone' };
}
const list = async ({ call }: Whole, headers: Record<string, string>) =>
  listPushBrowsers.reply.parse((await call('GET', PUSH, { headers })).json);

test('users see and change their own browsers only, an administrator those of all', async () => {
  const whole = await configuredApp();
  const [viewer, operator, admin] = await Promise.all(
    (['viewer', 'operator', 'admin'] as const).map((role) => bySession(role)(whole)),
  );
  if (!viewer || !operator || !admin) throw new Error('no callers');
  const added = await whole.call('POST', PUSH, { headers: viewer, body: subscription() });
  expect([added.status, added.json.service]).toEqual([200, 'push.example']);
  const id = String(added.json.id);
  expect([(await list(whole, viewer)).length, await list(whole, operator), (await list(whole, admin)).length]).toEqual([
    1,
    [],
    1,
  ]);
  const change = { name: 'Tablet', enabled: false };
  const put = (headers: Record<string, string>) => whole.call('PUT', `${PUSH}/${id}`, { headers, body: change });
  expect([(await put(operator)).status, (await put(viewer)).status]).toEqual([404, 200]);
  const remove = (headers: Record<string, string>) => whole.call('DELETE', `${PUSH}/${id}`, { headers });
  expect([(await remove(operator)).status, (await remove(admin)).status, await list(whole, viewer)]).toEqual([
    404,
    204,
    [],
  ]);
});

test('no answer has the address or the keys of a subscription, and all browsers subscribe with the same public key', async () => {
  const whole = await configuredApp();
  const headers = await bySession('viewer')(whole);
  const given = subscription('https://push.example/secret-address');
  const { text } = await whole.call('POST', PUSH, { headers, body: given });
  const listed = await whole.call('GET', PUSH, { headers });
  for (const secret of ['secret-address', given.keys.auth, given.keys.p256dh])
    expect([text, listed.text].join()).not.toContain(secret);
  const key = async () => (await whole.call('GET', `${PUSH}/key`, { headers })).json.publicKey;
  expect([Buffer.from(String(await key()), 'base64url').length, await key()]).toEqual([65, await key()]);
});

test('a token cannot subscribe, and a subscription that cannot work is refused by the name of its field', async () => {
  const whole = await configuredApp();
  const refused = await whole.call('POST', PUSH, { headers: await byToken('read')(whole), body: subscription() });
  expect(refused.status).toBe(403);
  const headers = await bySession('viewer')(whole);
  const wrong = { ...subscription('http://push.example/x'), keys: { p256dh: 'x', auth: 'y' } };
  const { status, json } = await whole.call('POST', PUSH, { headers, body: wrong });
  expect([status, Object.keys(json.details ?? {}).sort()]).toEqual([400, ['endpoint', 'keys.auth', 'keys.p256dh']]);
});

test.each([
  'https://127.0.0.1:1/x',
  'https://10.0.0.1/x',
  'https://[::ffff:192.168.1.1]/x',
  'https://[fd00::1]/x',
  'https://169.254.169.254/x',
])(
  'the address of a push service is public, also where notifications may go to private networks: %s',
  async (address) => {
    const whole = await configuredApp({ env: { BELFRY_NOTIFY_ALLOWED_NETWORKS: '127.0.0.0/8 10.0.0.0/8' } });
    const headers = await bySession('viewer')(whole);
    const { status, json } = await whole.call('POST', PUSH, { headers, body: subscription(address) });
    expect([status, Object.keys(json.details ?? {})]).toEqual([400, ['endpoint']]);
  },
);

test('the reason why a test of a browser fails is for administrators: in the audit log, and in their own answer', async () => {
  const whole = await configuredApp();
  const tried = async (role: 'viewer' | 'operator' | 'admin') => {
    const headers = await bySession(role)(whole);
    const { json } = await whole.call('POST', PUSH, { headers, body: subscription('https://localhost:1/x') });
    return (await whole.call('POST', `${PUSH}/${json.id}/test`, { headers })).json;
  };
  const sentence = { id: 'browser.failed' };
  const neutral = 'The push service has not accepted the message. An administrator can see why in the audit log.';
  expect(await tried('viewer')).toEqual({ success: false, response: neutral, sentence });
  expect(await whole.store.audit.list(1)).toMatchObject([
    {
      event: 'notification_tested',
      success: false,
      user: 'viewer',
      details: expect.stringMatching(/localhost leads to/),
    },
  ]);
  expect(await tried('operator')).toEqual({ success: false, response: neutral, sentence });
  expect(await tried('admin')).toMatchObject({
    response: expect.stringMatching(/localhost leads to/),
    sentence: { id: 'address.onlyPublic' },
  });
});

const storedIn = ({ store }: Pick<Whole, 'store'>) => JSON.stringify(store.settings.get('notify/push', z.unknown()));

async function withBrowserOf(name: string, whole: Whole) {
  await whole.store.users.put({ name, passwordHash: await hashOf(PASSWORD), role: 'viewer' });
  const authorization = `Basic ${Buffer.from(`${name}:${PASSWORD}`).toString('base64')}`;
  expect((await whole.call('POST', PUSH, { headers: { authorization }, body: subscription() })).status).toBe(200);
}

test('the browser of a removed account gets nothing more and is forgotten', async () => {
  const whole = await configuredApp();
  const { users } = whole.store;
  const stored = () => storedIn(whole);
  for (const name of ['ann', 'bob']) {
    await users.put({ name, passwordHash: await hashOf(PASSWORD), role: 'viewer' });
    const authorization = `Basic ${Buffer.from(`${name}:${PASSWORD}`).toString('base64')}`;
    expect((await whole.call('POST', PUSH, { headers: { authorization }, body: subscription() })).status).toBe(200);
  }
  await users.remove('ann');
  await expect.poll(stored).not.toContain('"ann"');
  expect(stored()).toContain('"bob"');
});

test('the browser of an account that was removed while Belfry was stopped is forgotten at the start', async () => {
  const whole = await configuredApp();
  const { dataDir } = whole;
  await withBrowserOf('ann', whole);
  await withBrowserOf('bob', whole);
  await whole.stop();
  await whole.store.close();
  const outside = await openTestStore({ dataDir, clock: systemClock, log: createLogger('silent') });
  await outside.users.remove('ann');
  await outside.close();
  const again = await wholeApp({ dataDir });
  await expect.poll(() => storedIn(again)).not.toContain('"ann"');
  expect(storedIn(again)).toContain('"bob"');
});

test('a password that was changed ends the browsers of its account, but not those of a session that goes on', async () => {
  const whole = await configuredApp();
  await withBrowserOf('ann', whole);
  const added = await whole.call('POST', PUSH, {
    headers: await bySession('viewer')(whole),
    body: subscription('https://push.example/other'),
  });
  expect(added.status).toBe(200);
  await new Promise((done) => setTimeout(done, 2));
  await whole.store.users.setPassword('ann', await hashOf('another password'));
  await expect.poll(() => storedIn(whole)).not.toContain('"ann"');
  expect(storedIn(whole)).toContain('"viewer"');
});

test('when an administrator ends a session, the browsers of that person stay only where their own session goes on', async () => {
  const whole = await configuredApp();
  const [admin, phone, tablet] = [
    await bySession('admin')(whole),
    await bySession('viewer')(whole),
    await bySession('viewer')(whole),
  ];
  for (const [name, headers] of [['Phone', phone] as const, ['Tablet', tablet] as const])
    await whole.call('POST', PUSH, { headers, body: { ...subscription(), name } });
  const sessions = await whole.call('GET', '/api/security/sessions', { headers: phone });
  const own = sessions.read(z.array(SessionInfo)).find(({ current }) => current);
  const ended = await whole.call('DELETE', `/api/security/sessions/${own?.id}`, { headers: admin });
  expect(ended.status).toBe(200);
  await expect.poll(() => storedIn(whole)).not.toContain('"Phone"');
  expect(storedIn(whole)).toContain('"Tablet"');
});

test('signing out in one browser leaves the notifications of the others, also when those sessions are over', async () => {
  const whole = await configuredApp();
  const [phone, laptop] = [await bySession('viewer')(whole), await bySession('viewer')(whole)];
  await whole.call('POST', PUSH, { headers: phone, body: subscription() });
  await whole.store.sessions.purge(Date.now() + 3_000_000, Date.now() - 1000);
  expect((await whole.call('POST', '/api/logout', { headers: laptop })).status).toBe(200);
  expect(storedIn(whole)).toContain('"Phone"');
});
