// Two administrators who edit the same thing: the second save says what it is based on, and is refused with the present state.
import { endpoints } from '@belfry/schema/http/endpoints';
import { expect, test } from 'vitest';
import { signIn } from '../auth/testing/administrator.ts';
import type { CallRoute } from '../http/testing/call.ts';
import { configuredApp, openApp } from './testing/whole-app.ts';

const WINDOW = {
  name: 'Updates',
  targets: [{ kind: 'node', value: 'dc-pve1' }],
  schedule: { kind: 'weekly', weekdays: [1], start: '22:00', minutes: 60, timeZone: 'Europe/Berlin' },
};
const WEBHOOK = { name: 'chat', url: 'https://chat.example/hook/secret-token', method: 'POST', service: 'generic' };
const SUBSCRIPTION = {
  ...{ endpoint: 'https://push.example/1', name: 'Desk' },
  keys: { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) },
};

interface Stored {
  path: string;
  /** Two bodies of a PUT that make a difference. */
  bodies: readonly [object, object];
}
const idOf = async (call: CallRoute, path: string, body: object) =>
  String((await call('POST', path, { body })).json.id);

/** All that can be saved with the revision that it is based on, except browsers, which need a user who signed in. */
async function stored(call: CallRoute): Promise<readonly Stored[]> {
  const minutes = { target: { kind: 'node', value: 'dc-pve1' }, reason: 'new disks', minutes: 60 };
  return [
    { path: '/api/alerts/config', bodies: [{ nodeDefaults: { cpu: 71 } }, { nodeDefaults: { memory: 72 } }] },
    { path: '/api/notifications/email', bodies: [{ from: 'a@home.example' }, { from: 'b@home.example' }] },
    { path: '/api/notifications/mqtt', bodies: [{ topic: 'one' }, { topic: 'two' }] },
    {
      path: '/api/notifications/settings',
      bodies: [{ allowPrivateNetworks: false }, { heartbeat: { url: 'https://a.example/1' } }],
    },
    {
      path: '/api/history/exports/prometheus',
      bodies: [{ intervalSeconds: 60 }, { intervalSeconds: 90 }],
    },
    { path: '/api/history/remote', bodies: [{ maxQueueHours: 60 }, { maxQueueHours: 90 }] },
    {
      path: `/api/alerts/maintenance/${await idOf(call, '/api/alerts/maintenance', WINDOW)}`,
      bodies: [
        { ...WINDOW, name: 'Patches' },
        { ...WINDOW, enabled: false },
      ],
    },
    {
      path: `/api/alerts/silences/${await idOf(call, '/api/alerts/silences', minutes)}`,
      bodies: [{ reason: 'new fans' }, { reason: 'new cables' }],
    },
    {
      path: `/api/notifications/webhooks/${await idOf(call, '/api/notifications/webhooks', WEBHOOK)}`,
      bodies: [
        { ...WEBHOOK, name: 'chat of the night' },
        { ...WEBHOOK, enabled: false },
      ],
    },
  ];
}
const tagOf = async (call: CallRoute, path: string) => String((await call('GET', path)).headers.etag);

test('everything versioned is in this test', async () => {
  const { call } = await openApp();
  const paths = (await stored(call)).map(({ path }) =>
    path.replace(/[0-9a-f-]{16,}/, ':id').replace('/prometheus', '/:format'),
  );
  const versioned = endpoints.filter((endpoint) => endpoint.versioned).map(({ path }) => path);
  expect(versioned.sort()).toEqual([...paths, '/api/notifications/push/:id'].sort());
});

test('a save that is based on an older state is refused with the present one, and succeeds with its ETag', async () => {
  const { call } = await openApp();
  for (const { path, bodies } of await stored(call)) {
    const base = await tagOf(call, path);
    expect(base, path).toMatch(/^"[\w-]{43}"$/);
    const save = (body: object, revision: string) => call('PUT', path, { body, headers: { 'if-match': revision } });
    expect((await save(bodies[0], base)).status, path).toBe(200);
    const now = await call('GET', path);
    expect(now.headers.etag, path).not.toBe(base);

    const refused = await save(bodies[1], base);
    expect(refused, path).toMatchObject({ status: 412, json: { code: 'changed_meanwhile', status_code: 412 } });
    expect(refused.json.current, path).toEqual(now.json);
    expect(refused.headers.etag, path).toBe(now.headers.etag);
    expect((await call('GET', path)).json, path).toEqual(now.json);

    expect((await save(bodies[1], String(refused.headers.etag))).status, path).toBe(200);
    expect((await call('GET', path)).json, path).not.toEqual(now.json);
  }
});

test('of two saves at the same moment with the same ETag exactly one is made', async () => {
  const { call } = await openApp();
  for (const { path, bodies } of await stored(call)) {
    const base = await tagOf(call, path);
    const replies = await Promise.all(bodies.map((body) => call('PUT', path, { body, headers: { 'if-match': base } })));
    expect(replies.map(({ status }) => status).sort(), path).toEqual([200, 412]);
  }
});

test('a save without an ETag is made as before, and the last one wins', async () => {
  const { call } = await openApp();
  for (const { path, bodies } of await stored(call))
    for (const body of bodies) expect((await call('PUT', path, { body })).status, path).toBe(200);
});

test('an ETag survives what proxies make of it: a weak one, one with the name of a compression', async () => {
  const { call } = await openApp();
  const path = '/api/alerts/config';
  const save = async (shape: (tag: string) => string, cpu: number) => {
    const headers = { 'if-match': shape(await tagOf(call, path)) };
    return (await call('PUT', path, { body: { nodeDefaults: { cpu } }, headers })).status;
  };
  expect(await save((tag) => `W/${tag}`, 60)).toBe(200);
  expect(await save((tag) => tag.replace(/"$/, '-gzip"'), 61)).toBe(200);
  expect(await save((tag) => `"another", ${tag}`, 62)).toBe(200);
  expect(await save(() => '*', 63)).toBe(200);
  expect(await save(() => '"another"', 64)).toBe(412);
});

test('a removal accepts an ETag too, and what is gone is not found', async () => {
  const { call } = await openApp();
  const id = await idOf(call, '/api/alerts/maintenance', WINDOW);
  const path = `/api/alerts/maintenance/${id}`;
  const base = await tagOf(call, path);
  await call('PUT', path, { body: { ...WINDOW, name: 'Patches' } });
  const headers = { 'if-match': base };
  expect((await call('DELETE', path, { headers })).status).toBe(412);
  expect((await call('DELETE', path, { headers: { 'if-match': await tagOf(call, path) } })).status).toBe(204);
  expect((await call('DELETE', path, { headers })).status).toBe(404);
  expect((await call('PUT', path, { headers, body: WINDOW })).status).toBe(404);
});

test('a browser is saved with the ETag of what its own user sees', async () => {
  const app = await configuredApp();
  const headers = await signIn(app);
  const added = await app.call('POST', '/api/notifications/push', { headers, body: SUBSCRIPTION });
  const path = `/api/notifications/push/${String(added.json.id)}`;
  const base = (await app.call('GET', path, { headers })).headers.etag;
  const save = (name: string) => {
    const { endpoint: _, keys: __, ...rest } = SUBSCRIPTION;
    return app.call('PUT', path, { headers: { ...headers, 'if-match': String(base) }, body: { ...rest, name } });
  };
  expect((await save('Desk 2')).status).toBe(200);
  expect(await save('Desk 3')).toMatchObject({ status: 412, json: { current: { name: 'Desk 2' } } });
});
