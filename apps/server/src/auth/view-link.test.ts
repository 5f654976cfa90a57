// A link to a view shows the live data, and can do nothing else.
import { createHash } from 'node:crypto';
import { createViewLink, listViewLinks, openViewLink } from '@belfry/schema/http/view-links';
import { expect, test } from 'vitest';
import { fakeClock } from '../lib/fake-clock.ts';
import { signIn } from './testing/administrator.ts';
import { configured } from './testing/auth-server.ts';

const view = { screen: '/proxmox/overview', params: { status: 'running' } };

async function place(options: Parameters<typeof configured>[0] = {}) {
  const made = await configured(options);
  const admin = await signIn(made);
  const create = (body: object) => made.call('POST', '/api/security/view-links', { headers: admin, body });
  const link = (await create({ ...view, name: 'wall' })).read(createViewLink.reply);
  const open = (secret: string, headers: Record<string, string> = {}) =>
    made.call('POST', '/api/view-links/open', { headers, body: { secret } });
  const list = async () =>
    (await made.call('GET', '/api/security/view-links', { headers: admin })).read(listViewLinks.reply);
  return { ...made, admin, create, link, open, list };
}

test('the secret of a link is exchanged for a cookie that scripts cannot read, and for the view', async () => {
  const { open, link } = await place();
  const opened = await open(link.secret);
  expect(opened.read(openViewLink.reply)).toEqual({ ...view, name: 'wall' });
  expect(String(opened.headers['set-cookie'])).toMatch(
    /^belfry_link=bf_\w+; Path=\/; Max-Age=\d+; SameSite=Lax; HttpOnly$/,
  );
  expect(opened.cookies).toEqual({ belfry_link: link.secret });
});

test('the holder of a link may call nothing but what the page of the live data needs', async () => {
  const { call, link } = await place();
  const headers = { cookie: `belfry_link=${link.secret}` };
  const status = async (method: 'GET' | 'PUT', probe: string) =>
    (await call(method, `/api/probe/${probe}`, { headers })).status;
  expect([await status('GET', 'watcher'), await status('GET', 'public')]).toEqual([200, 200]);
  for (const access of ['viewer', 'scraper', 'operator', 'admin', 'agent'])
    expect([access, await status('GET', access), await status('PUT', access)]).toEqual([access, 403, 403]);
  expect((await call('GET', '/api/state', { headers })).status).toBe(403);
  const own = (await call('GET', '/api/security/status', { headers })).json;
  expect(own).toMatchObject({ method: 'link', username: 'wall', isAdmin: false, view });
  for (const key of ['clientIP', 'authUsername', 'apiTokenHint', 'role']) expect(own).not.toHaveProperty(key);
});

test('the secret of a link is no API token, and an API token is no secret of a link', async () => {
  const { call, link, apiToken, open } = await place();
  for (const headers of [{ 'x-api-token': link.secret }, { authorization: `Bearer ${link.secret}` }])
    expect((await call('GET', '/api/probe/watcher', { headers })).status).toBe(401);
  expect((await open(apiToken)).status).toBe(404);
  expect((await call('GET', '/api/probe/watcher', { headers: { cookie: `belfry_link=${apiToken}` } })).status).toBe(
    401,
  );
});

test('after the revocation the cookie and the link are refused', async () => {
  const { call, open, link, admin, list } = await place();
  const headers = { cookie: `belfry_link=${link.secret}` };
  expect((await call('GET', '/api/probe/watcher', { headers })).status).toBe(200);
  expect((await call('DELETE', `/api/security/view-links/${link.id}`, { headers: admin })).status).toBe(200);
  expect((await call('GET', '/api/probe/watcher', { headers })).status).toBe(401);
  expect((await open(link.secret)).status).toBe(404);
  expect(await list()).toEqual([]);
  expect((await call('DELETE', `/api/security/view-links/${link.id}`, { headers: admin })).status).toBe(404);
});

test('a link that expires is refused from then on; it stays listed until it is revoked', async () => {
  const clock = fakeClock(Date.UTC(2026, 0, 1));
  const made = await place({ clock });
  const { call, create, open } = made;
  const link = (await create({ ...view, name: 'fair', expiresInDays: 1 })).read(createViewLink.reply);
  expect(link.expiresAt).toBe('2026-01-02T00:00:00.000Z');
  const headers = { cookie: `belfry_link=${link.secret}` };
  expect((await call('GET', '/api/probe/watcher', { headers })).status).toBe(200);
  await clock.advance(86_400_000);
  expect((await call('GET', '/api/probe/watcher', { headers })).status).toBe(401);
  expect((await open(link.secret)).status).toBe(404);
  // the session of the administrator is over too
  const admin = await signIn(made);
  const list = (await call('GET', '/api/security/view-links', { headers: admin })).read(listViewLinks.reply);
  expect(list.map(({ name, expiresAt }) => [name, expiresAt])).toEqual(
    expect.arrayContaining([
      ['fair', '2026-01-02T00:00:00.000Z'],
      ['wall', null],
    ]),
  );
  expect((await call('DELETE', `/api/security/view-links/${link.id}`, { headers: admin })).status).toBe(200);
});

test('links are listed with their last use and without their secrets; a name is used once', async () => {
  const { call, create, link, list } = await place();
  expect(await list()).toMatchObject([{ ...view, name: 'wall', createdBy: 'admin', lastUsedAt: null }]);
  await call('GET', '/api/probe/watcher', { headers: { cookie: `belfry_link=${link.secret}` } });
  const [listed] = await list();
  expect(listed?.lastUsedAt).not.toBeNull();
  expect(JSON.stringify(listed)).not.toContain(link.secret);
  expect((await create({ ...view, name: 'wall' })).status).toBe(409);
});

test('who is signed in stays who they are: no cookie, and their rights do not change', async () => {
  const { call, open, link, admin } = await place();
  expect((await open(link.secret, admin)).headers['set-cookie']).toBeUndefined();
  const both = { ...admin, cookie: `${admin.cookie}; belfry_link=${link.secret}` };
  expect((await call('GET', '/api/probe/admin', { headers: both })).status).toBe(200);
});

test('a logout removes the cookie of a link too', async () => {
  const { call, link } = await place();
  const left = await call('POST', '/api/logout', { headers: { cookie: `belfry_link=${link.secret}` } });
  expect(String(left.headers['set-cookie'])).toContain('belfry_link=; Path=/; Max-Age=0');
});

test('where nobody signs in, a link takes no rights away', async () => {
  const { call, store } = await configured({ config: { disabled: true } });
  const secret = 'bf_of-a-link';
  const hash = createHash('sha256').update(secret).digest();
  await store.viewLinks.add({ ...view, name: 'wall', createdBy: 'admin', hash, expiresAt: null });
  const opened = await call('POST', '/api/view-links/open', { body: { secret } });
  expect([opened.status, opened.headers['set-cookie']]).toEqual([200, undefined]);
  const headers = { cookie: `belfry_link=${secret}` };
  expect((await call('GET', '/api/probe/admin', { headers })).status).toBe(200);
});

test('the making, the revocation and a wrong secret are in the audit log; the secret is in no log', async () => {
  const { call, open, link, admin, store, lines } = await place();
  await open(link.secret);
  await open('bf_wrong');
  await call('DELETE', `/api/security/view-links/${link.id}`, { headers: admin });
  const entries = await store.audit.list(50);
  const events = entries.map(({ event, details }) => `${event}: ${details}`);
  expect(events).toContain('view_link_created: wall, /proxmox/overview');
  expect(events).toContain('view_link_revoked: wall');
  expect(entries.find(({ details }) => details.includes('link to a view'))).toMatchObject({ event: 'token_invalid' });
  expect(JSON.stringify(entries) + lines.join('\n')).not.toContain(link.secret);
});

test('only administrators make, see and revoke links', async () => {
  const { call, link } = await place();
  const headers = { cookie: `belfry_link=${link.secret}` };
  for (const [method, path] of [
    ['GET', ''],
    ['POST', ''],
    ['DELETE', `/${link.id}`],
  ] as const)
    expect((await call(method, `/api/security/view-links${path}`, { headers })).status).toBe(403);
});
