// Browsers that receive notifications, on the whole server.
import { createECDH, randomBytes } from 'node:crypto';
import { listPushBrowsers } from '@belfry/schema/http/push-browsers';
import { expect, test } from 'vitest';
import { bySession, byToken } from '../../contract/testing/people.ts';
import { configuredApp, type Whole } from '../../contract/testing/whole-app.ts';

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

test('the test of a browser gives the real result: an address on this machine is never called', async () => {
  const whole = await configuredApp();
  const headers = await bySession('viewer')(whole);
  const body = subscription('https://127.0.0.1:1/x');
  const { json } = await whole.call('POST', PUSH, { headers, body });
  const tried = await whole.call('POST', `${PUSH}/${json.id}/test`, { headers });
  expect(tried.json).toMatchObject({ success: false, response: expect.stringMatching(/127\.0\.0\.1/) });
});
