import { listViews, MAX_VIEWS, renameView, saveView } from '@belfry/schema/http/views';
import { expect, test } from 'vitest';
import { bySession, byToken } from '../../contract/testing/people.ts';
import { configuredApp, type Whole } from '../../contract/testing/whole-app.ts';

const address = { screen: '/proxmox/overview', params: { search: 'tags:web', sort: '-cpu' } };
type Headers = Record<string, string>;

const list = async ({ call }: Whole, headers: Headers) =>
  (await call('GET', '/api/views', { headers })).read(listViews.reply);
const save = ({ call }: Whole, headers: Headers, body: object) => call('POST', '/api/views', { headers, body });

test('a saved view is listed by name, renamed and deleted', async () => {
  const whole = await configuredApp();
  const headers = await bySession('viewer')(whole);
  const made = await save(whole, headers, { ...address, name: ' Web servers ' });
  expect(made.status).toBe(201);
  const view = made.read(saveView.reply);
  expect(view).toMatchObject({ ...address, name: 'Web servers' });
  await save(whole, headers, { screen: '/docker', params: {}, name: 'All containers' });
  expect((await list(whole, headers)).map(({ name }) => name)).toEqual(['All containers', 'Web servers']);
  const renamed = await whole.call('PATCH', `/api/views/${view.id}`, { headers, body: { name: 'Web' } });
  expect(renamed.read(renameView.reply)).toMatchObject({ ...address, id: view.id, name: 'Web' });
  expect((await whole.call('DELETE', `/api/views/${view.id}`, { headers })).status).toBe(200);
  expect((await list(whole, headers)).map(({ name }) => name)).toEqual(['All containers']);
});

test('nobody sees, renames or deletes the views of somebody else, not even an administrator or a token', async () => {
  const whole = await configuredApp();
  const owner = await bySession('viewer')(whole);
  const { id } = (await save(whole, owner, { ...address, name: 'mine' })).read(saveView.reply);
  const others = [await bySession('operator')(whole), await bySession('admin')(whole), await byToken('admin')(whole)];
  for (const headers of others) {
    expect(await list(whole, headers)).toEqual([]);
    expect((await whole.call('PATCH', `/api/views/${id}`, { headers, body: { name: 'x' } })).status).toBe(404);
    expect((await whole.call('DELETE', `/api/views/${id}`, { headers })).status).toBe(404);
    expect((await save(whole, headers, { ...address, name: 'mine' })).status).toBe(201);
  }
  expect((await list(whole, owner)).map(({ name }) => name)).toEqual(['mine']);
});

test('a name is used once per user: 409 for a second view, and for a rename', async () => {
  const whole = await configuredApp();
  const headers = await bySession('viewer')(whole);
  await save(whole, headers, { ...address, name: 'a' });
  const { id } = (await save(whole, headers, { ...address, name: 'b' })).read(saveView.reply);
  expect((await save(whole, headers, { ...address, name: 'a' })).status).toBe(409);
  expect((await whole.call('PATCH', `/api/views/${id}`, { headers, body: { name: 'a' } })).status).toBe(409);
  expect((await whole.call('PATCH', `/api/views/${id}`, { headers, body: { name: 'b' } })).status).toBe(200);
});

test.each(['/guests/dc-100', '/datastores/pbs-main%2Fstore', '/docker/containers/docker%3Aa%2Fname%3Aweb'])(
  'the page of a resource can be a view: %s',
  async (screen) => {
    const whole = await configuredApp();
    const headers = await bySession('viewer')(whole);
    expect((await save(whole, headers, { screen, params: { range: '7d' }, name: 'x' })).status).toBe(201);
    expect(await list(whole, headers)).toMatchObject([{ screen }]);
  },
);

test('a user has a limited number of views', async () => {
  const whole = await configuredApp();
  const headers = await bySession('viewer')(whole);
  const owner = JSON.stringify(['oidc', 'viewer']);
  for (let n = 0; n < MAX_VIEWS; n++) await whole.store.savedViews.add(owner, { ...address, name: `view ${n}` });
  expect(await list(whole, headers)).toHaveLength(MAX_VIEWS);
  const refused = await save(whole, headers, { ...address, name: 'one more' });
  expect([refused.status, refused.json.error]).toEqual([409, expect.stringContaining(String(MAX_VIEWS))]);
});

test.each([
  ['another host', { screen: '//evil.example', params: {} }],
  ['another host behind a backslash', { screen: '/\\evil.example', params: {} }],
  ['a scheme', { screen: 'javascript:alert(1)', params: {} }],
  ['a path that leaves', { screen: '/../api', params: {} }],
  ['a path that leads to its parent', { screen: '/guests/..', params: {} }],
  ['parameters in the path', { screen: '/docker?x=1', params: {} }],
  ['a parameter that is no text', { screen: '/docker', params: { a: 1 } }],
  ['a name that no screen has', { screen: '/docker', params: { 'a b': '' } }],
  ['a long value', { screen: '/docker', params: { a: 'x'.repeat(501) } }],
  [
    'many parameters',
    { screen: '/docker', params: Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`a${'b'.repeat(n)}`, ''])) },
  ],
])('%s is not a view: 400', async (_, body) => {
  const whole = await configuredApp();
  expect((await save(whole, await bySession('viewer')(whole), { ...body, name: 'x' })).status).toBe(400);
});

test('without a sign-in everybody has the same views', async () => {
  const whole = await configuredApp({ more: { authDisabled: true } });
  expect((await save(whole, {}, { ...address, name: 'wall' })).status).toBe(201);
  expect((await list(whole, {})).map(({ name }) => name)).toEqual(['wall']);
});
