// The broker of MQTT on the whole server.
import { MASK } from '@belfry/schema/notifications/mask';
import { expect, test, vi } from 'vitest';
import { bySession, byToken } from '../../contract/testing/people.ts';
import { openApp } from '../../contract/testing/whole-app.ts';
import { tempDir } from '../../db/testing/temp-store.ts';
import { brokers, PASSWORD, subscribe, USER } from '../services/mqtt/testing/brokers.ts';

const MQTT = '/api/notifications/mqtt';
const env = { BELFRY_NOTIFY_ALLOWED_NETWORKS: '127.0.0.0/8' };

test('the broker has the machines within seconds, and its status topic says whether Belfry runs', async () => {
  const { port } = await brokers.aedes();
  const dataDir = tempDir();
  const whole = await openApp(env, dataDir);
  const body = { enabled: true, host: '127.0.0.1', port, tls: false, username: USER, password: PASSWORD };
  const admin = await bySession('admin')(whole);
  expect((await whole.call('PUT', MQTT, { headers: admin, body })).status).toBe(200);
  const { topics } = await subscribe(port);
  const soon = (check: () => void) => vi.waitFor(check, { timeout: 10_000 });
  await soon(() => expect(topics.get('belfry/machines/belfry/problem')).toBe('OFF'));
  await soon(() => expect(topics.get('belfry/status')).toBe('online'));
  await whole.stop();
  await soon(() => expect(topics.get('belfry/status')).toBe('offline'));
});

test('the password is never answered, stays where the mask comes back, and is not sent to another broker', async () => {
  const whole = await openApp(env);
  const [admin, viewer, read] = await Promise.all([
    bySession('admin')(whole),
    bySession('viewer')(whole),
    byToken('read')(whole),
  ]);
  const body = { enabled: false, host: '127.0.0.1', port: 1, tls: false, username: 'u', password: 'very secret' };
  const put = (change: object) => whole.call('PUT', MQTT, { headers: admin, body: { ...body, ...change } });
  await put({});
  const { text, json } = await whole.call('GET', MQTT, { headers: viewer });
  expect([text.includes('very secret'), json.password, json.connected]).toEqual([false, MASK, false]);
  expect((await put({ password: MASK, topic: 'other' })).status).toBe(200);
  expect((await whole.call('GET', MQTT, { headers: read })).json).toMatchObject({ password: MASK, topic: 'other' });
  const elsewhere = await put({ password: MASK, host: '127.0.0.2' });
  expect([elsewhere.status, Object.keys(elsewhere.json.details ?? {})]).toEqual([400, ['password']]);
  expect((await whole.call('PUT', MQTT, { headers: viewer, body })).status).toBe(403);
});

test('a broker on this machine is refused while its network is not named, and so are topics that mean something else', async () => {
  const whole = await openApp({});
  const headers = await bySession('admin')(whole);
  const put = (body: object) =>
    whole.call('PUT', MQTT, { headers, body: { enabled: true, host: 'mqtt.example', ...body } });
  expect(Object.keys((await put({ host: '127.0.0.1' })).json.details ?? {})).toEqual(['host']);
  expect(Object.keys((await put({ host: '' })).json.details ?? {})).toEqual(['host']);
  for (const topic of ['a/#', '+', 'a b', '/a', 'a/', '$SYS', 'a\u0000b', 'a\u009bb', 'a\ud800b'])
    expect(Object.keys((await put({ topic })).json.details ?? {})).toEqual(['topic']);
});

test('an export has the broker with its password, and an import puts it into force', async () => {
  const body = { enabled: false, host: 'mqtt.example', port: 8883, username: 'u', password: 'very secret' };
  const [from, to] = [await openApp({}), await openApp({})];
  await from.call('PUT', MQTT, { headers: await bySession('admin')(from), body });
  const passphrase = 'a long passphrase';
  const admin = await byToken('admin')(from);
  const { json } = await from.call('POST', '/api/config/export', { headers: admin, body: { passphrase } });
  const imported = { data: json.data, passphrase };
  const done = await to.call('POST', '/api/config/import', { headers: await byToken('admin')(to), body: imported });
  expect(done.status).toBe(200);
  const { json: found } = await to.call('GET', MQTT, { headers: await bySession('viewer')(to) });
  expect(found).toMatchObject({ host: 'mqtt.example', username: 'u', password: MASK });
});
