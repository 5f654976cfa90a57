// Two calls at the same moment: one of them is first, and no change is lost or made twice.
import { listNodes } from '@belfry/schema/http/nodes';
import { expect, test } from 'vitest';
import { PASSWORD, signIn } from '../auth/testing/administrator.ts';
import { configuredApp, openApp, wholeApp } from './testing/whole-app.ts';

const statuses = (replies: readonly { status: number }[]) => replies.map(({ status }) => status).sort();

test('of two first setups at once, one creates the account and the other gets a conflict', async () => {
  const app = await wholeApp();
  const token = app.bootstrapToken();
  const setUp = (username: string) =>
    app.call('POST', '/api/security/quick-setup', { body: { username, password: PASSWORD, bootstrapToken: token } });
  const replies = await Promise.all([setUp('ann'), setUp('bob')]);
  expect(replies.map(({ json }) => json.skipped ?? false).sort()).toEqual([false, true]);
  expect(app.store.users.list()).toHaveLength(1);
  expect(app.store.apiTokens.list()).toHaveLength(1);
});

test('of two changes of the password at once, one succeeds and ends all sessions', async () => {
  const app = await configuredApp();
  const [one, two] = [await signIn(app), await signIn(app, '192.0.2.11')];
  const change = (headers: Record<string, string>, newPassword: string) =>
    app.call('POST', '/api/security/change-password', { headers, body: { currentPassword: PASSWORD, newPassword } });
  const [first, second, three] = await Promise.all([
    change(one, 'another password 1'),
    change(two, 'another password 2'),
    signIn(app, '192.0.2.12'),
  ]);
  expect([first, second].filter(({ status }) => status === 200)).toHaveLength(1);
  for (const headers of [one, two, three]) expect((await app.call('GET', '/api/state', { headers })).status).toBe(401);
});

test('of two tokens or two hosts with the same name added at once, one is added', async () => {
  const app = await configuredApp();
  const headers = { 'x-api-token': app.token };
  const token = () => app.call('POST', '/api/security/tokens', { headers, body: { name: 'agent', scope: 'report' } });
  expect(statuses(await Promise.all([token(), token()]))).toEqual([201, 409]);
  const host = (address: string) => {
    const body = { type: 'pbs', name: 'x', host: address, user: 'u', password: 'p' };
    return app.call('POST', '/api/config/nodes', { headers, body });
  };
  expect(statuses(await Promise.all([host('127.0.0.1:1'), host('127.0.0.1:2')]))).toEqual([201, 409]);
  expect((await app.call('GET', '/api/config/nodes', { headers })).read(listNodes.reply)).toHaveLength(1);
});

test('settings and notes that are changed at once are all kept', async () => {
  const app = await openApp();
  const settings = [{ theme: 'dark' }, { connectionTimeout: 7 }, { pvePollingInterval: 33 }];
  const notes = [{ description: 'mine' }, { tags: ['x'] }, { customUrl: 'https://a.lan' }];
  await Promise.all([
    ...settings.map((body) => app.call('PUT', '/api/config/system', { body })),
    ...notes.map((body) => app.call('PUT', '/api/guests/metadata/dc-100', { body })),
  ]);
  expect((await app.call('GET', '/api/config/system')).json).toMatchObject(Object.assign({}, ...settings));
  expect((await app.call('GET', '/api/guests/metadata/dc-100')).json).toMatchObject(Object.assign({}, ...notes));
});

test('a token that is revoked while it is used is refused from the answer on, and is not back after a restart', async () => {
  const app = await configuredApp();
  const headers = { 'x-api-token': app.token };
  const made = await app.call('POST', '/api/security/tokens', { headers, body: { name: 'agent', scope: 'read' } });
  const own = { 'x-api-token': String(made.json.token) };
  const state = async () => (await app.call('GET', '/api/state', { headers: own })).status;
  const revoke = () => app.call('DELETE', `/api/security/tokens/${made.json.id}`, { headers });
  const [, first, second] = await Promise.all([state(), revoke(), revoke()]);
  expect([statuses([first, second]), await state()]).toEqual([[200, 404], 401]);
  await app.stop();
  const again = await wholeApp({ dataDir: app.dataDir });
  expect((await again.call('GET', '/api/state', { headers: own })).status).toBe(401);
});
