// Webhooks on the whole server, with a receiver that listens on this machine.
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type OutgoingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { listAudit } from '@belfry/schema/http/security';
import { listWebhooks, listWebhookTemplates } from '@belfry/schema/http/webhooks';
import { MASK } from '@belfry/schema/notifications/mask';
import { webhookServices as serviceKeys } from '@belfry/schema/notifications/webhook';
import { expect, onTestFinished, test } from 'vitest';
import { byToken } from '../../contract/testing/people.ts';
import { openApp, type Whole } from '../../contract/testing/whole-app.ts';
import { tempDir } from '../../db/testing/temp-store.ts';

const WEBHOOKS = '/api/notifications/webhooks';
const env = { BELFRY_NOTIFY_ALLOWED_NETWORKS: '127.0.0.0/8' };

interface Received {
  method: string;
  url: string;
  headers: Record<string, unknown>;
  body: string;
}

/** Answers each request with this status, and keeps what it got. */
async function receiver(status = 200, answer = 'thank you', sent: OutgoingHttpHeaders = {}) {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      received.push({ method, url, headers, body: Buffer.concat(chunks).toString() });
      response.writeHead(status, sent).end(answer);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  return { received, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

const hook = (change: object = {}) => ({ name: 'Hook', url: 'https://hooks.example/in', ...change });
const add = (app: Whole, change: object = {}) => app.call('POST', WEBHOOKS, { body: hook(change) });

test('a webhook is added, listed, changed and removed', async () => {
  const app = await openApp();
  expect((await app.call('GET', WEBHOOKS)).json).toEqual([]);
  const { status, json } = await add(app, { headers: { 'Content-Type': 'application/json', ' ': 'x' } });
  expect([status, json]).toMatchObject([
    200,
    {
      id: expect.stringMatching(/^\w+$/),
      name: 'Hook',
      method: 'POST',
      enabled: true,
      service: 'generic',
      template: '',
    },
  ]);
  expect(json.headers).toEqual({ 'Content-Type': 'application/json' });
  expect((await app.call('GET', WEBHOOKS)).json).toEqual([json]);
  const changed = await app.call('PUT', `${WEBHOOKS}/${json.id}`, { body: hook({ name: 'Other', enabled: false }) });
  expect(changed.json).toMatchObject({ id: json.id, name: 'Other', enabled: false });
  expect((await app.call('DELETE', `${WEBHOOKS}/${json.id}`)).json).toEqual({ status: 'success' });
  expect((await app.call('GET', WEBHOOKS)).json).toEqual([]);
  for (const method of ['PUT', 'DELETE'] as const)
    expect((await app.call(method, `${WEBHOOKS}/${json.id}`, { body: hook() })).status).toBe(404);
});

test('webhooks and their order survive a restart, sealed on the disk', async () => {
  const dataDir = tempDir();
  const app = await openApp(env, dataDir);
  for (const name of ['c', 'a', 'b']) await add(app, { name, headers: { Authorization: 'Bearer hush-hush' } });
  await app.stop();
  const again = await openApp(env, dataDir);
  expect((await again.call('GET', WEBHOOKS)).read(listWebhooks.reply).map(({ name }) => name)).toEqual(['c', 'a', 'b']);
  expect(JSON.stringify([...again.store.secrets.read('webhooks').values.values()])).toContain('hush-hush');
  for (const file of readdirSync(dataDir, { withFileTypes: true }))
    if (file.isFile()) expect(readFileSync(`${dataDir}/${file.name}`).includes('hush-hush')).toBe(false);
});

test('no answer and no line of the log has a secret, and a mask that comes back keeps it', async () => {
  const { received, url } = await receiver(500, 'no: hush-hush, token-0123456789abcdef');
  const app = await openApp(env);
  const secret = {
    url: `${url}/token-0123456789abcdef?key=hush-hush`,
    headers: { Authorization: 'Bearer hush-hush' },
    customFields: { password: 'hush-hush' },
    template: '{"p": "{{.CustomFields.password}}"}',
  };
  const added = await add(app, secret);
  expect(added.json).toMatchObject({
    url: `${url}/${MASK}?key=${MASK}`,
    headers: { Authorization: MASK },
    customFields: { password: MASK },
  });
  const { id } = added.json;
  const changed = await app.call('PUT', `${WEBHOOKS}/${id}`, { body: { ...added.json, name: 'Renamed' } });
  expect(changed.json).toEqual({ ...added.json, name: 'Renamed' });
  const tested = await app.call('POST', `${WEBHOOKS}/test`, { body: changed.json });
  expect(tested).toMatchObject({
    status: 400,
    json: { success: false, status: 500, response: `no: ${MASK}, ${MASK}` },
  });
  expect(received).toMatchObject([
    {
      url: '/token-0123456789abcdef?key=hush-hush',
      headers: { authorization: 'Bearer hush-hush' },
      body: '{"p": "hush-hush"}',
    },
  ]);
  const list = await app.call('GET', WEBHOOKS);
  const audit = await app.call('GET', listAudit.path);
  const all = JSON.stringify([added.json, changed.json, tested.json, list.json, audit.json, app.log]);
  expect(all).not.toMatch(/hush-hush|0123456789abcdef/);
  const unknown = await add(app, { headers: { Authorization: MASK } });
  expect(unknown).toMatchObject({ status: 400, json: { error: 'Enter the value of the header Authorization again.' } });
});

test('the test of a webhook gives the real answer', async () => {
  const good = await receiver(200, '{"id": "1"}');
  const app = await openApp(env);
  expect(
    (await app.call('POST', `${WEBHOOKS}/test`, { body: hook({ url: good.url, service: 'discord' }) })).json,
  ).toEqual({
    success: true,
    status: 200,
    response: '{"id": "1"}',
  });
  expect(JSON.parse(good.received[0]?.body ?? '')).toMatchObject({ embeds: [{ title: 'Test notification' }] });
  const nobody = await app.call('POST', `${WEBHOOKS}/test`, { body: hook({ url: 'http://127.0.0.1:9/' }) });
  expect(nobody).toMatchObject({ status: 400, json: { success: false, status: 0, error: expect.stringMatching(/./) } });
});

/** Where a message could go at each service. */
const paths: Partial<Record<(typeof serviceKeys)[number], string>> = {
  telegram: '/bot1:a/sendMessage?chat_id=1',
  ntfy: '/topic-secret',
};
const fields = { routing_key: 'k', app_token: 'a', user_token: 'u' };

test('a sign-in in front of a service, by redirect or in its place, is no success of a test, at no service', async () => {
  const portal = await receiver(200, '<!doctype html><title>Sign in</title>', { 'content-type': 'text/html' });
  const location = `${portal.url}/?rd=topic-secret`;
  const redirects = await Promise.all([302, 303, 307].map((status) => receiver(status, '', { location })));
  const app = await openApp(env);
  for (const service of serviceKeys)
    for (const { url } of [portal, ...redirects]) {
      const input = hook({ service, url: `${url}${paths[service] ?? '/in'}`, customFields: fields });
      const { status, json } = await app.call('POST', `${WEBHOOKS}/test`, { body: input });
      expect([service, url, status]).toEqual([service, url, 400]);
      expect(json.error).toMatch(
        url === portal.url ? /web page \("Sign in"\)/ : new RegExp(`It leads to ${portal.url}, `),
      );
      expect(JSON.stringify(json)).not.toContain('topic-secret');
    }
  expect(portal.received).toHaveLength(serviceKeys.length);
});

test.for<[string, object, RegExp]>([
  ['no name', { name: ' ' }, /name/i],
  ['no URL', { url: '' }, /url/i],
  ['another scheme', { url: 'ftp://h.example' }, /^Invalid webhook URL/],
  ['this machine', { url: 'https://[::1]/' }, /^Invalid webhook URL/],
  ['metadata of a cloud', { url: 'http://169.254.169.254/latest' }, /^Invalid webhook URL/],
  ['an unknown service', { service: 'fax' }, /./],
  ['a method without a body', { method: 'GET' }, /./],
  ['a header that ends the line', { headers: { a: 'b\r\nc: d' } }, /./],
  ['a header of the connection', { headers: { 'Content-Length': '1' } }, /./],
  ['Pushover without its tokens', { service: 'pushover' }, /^Pushover needs the custom field app_token/],
  ['PagerDuty with its key in a header', { service: 'pagerduty', headers: { routing_key: 'k' } }, /routing_key/],
  ['ntfy without a topic', { service: 'ntfy', url: 'https://ntfy.example/' }, /topic/],
  ['a template', { template: '{"a": "{{.Level}"}' }, /^Line 1, column 16: /],
  [
    'a template that makes no JSON',
    { template: '{"a": {{.Level}}' },
    /^Line 1, column 17: The result is not valid JSON/,
  ],
])('what is wrong is refused with a reason, and nothing is saved: %s', async ([, change, reason]) => {
  const app = await openApp();
  const { status, json } = await add(app, change);
  expect(status).toBe(400);
  expect(`${json.error} ${Object.values(json.details ?? {}).join(' ')}`).toMatch(reason);
  expect((await app.call('GET', WEBHOOKS)).json).toEqual([]);
});

test('a template that does not work is refused with its line and column', async () => {
  const app = await openApp();
  const template = '{\n  "a": "{{.Levl}}"\n}';
  expect((await add(app, { template })).json).toMatchObject({
    line: 2,
    column: 11,
    details: { template: expect.anything() },
  });
  const preview = (body: object) => app.call('POST', `${WEBHOOKS}/preview`, { body });
  expect(await preview({ template })).toMatchObject({ status: 400, json: { line: 2, column: 11 } });
  expect((await preview({ template: '{"a": "{{.Level}}"}' })).json).toMatchObject({ preview: '{"a": "warning"}' });
  expect((await preview({ service: 'ntfy', template: '"{{.Level}}"' })).json).toMatchObject({ preview: '"warning"' });
});

test('a preview shows the request that each service would get, also while its address is not complete', async () => {
  const app = await openApp();
  const preview = async (body: object) => {
    const { status, json } = await app.call('POST', `${WEBHOOKS}/preview`, { body: { template: '', ...body } });
    expect(status).toBe(200);
    return json;
  };
  for (const service of serviceKeys) {
    const body = String((await preview({ service, url: 'https://' })).preview);
    expect(JSON.parse(body)).toBeTypeOf('object');
    expect(body).toContain('example-vm');
  }
  const url = `https://user:${MASK}@ntfy.example/${MASK}`;
  expect(await preview({ service: 'ntfy', url })).toMatchObject({
    method: 'POST',
    url: `https://user:${MASK}@ntfy.example/`,
  });
  expect(await preview({ method: 'PUT', url: 'https://h.example/a' })).toMatchObject({
    method: 'PUT',
    url: 'https://h.example/a',
  });
  const own = await preview({ service: 'ntfy', url, template: 'now {{.Value}}' });
  expect(own).toEqual({ preview: 'now 92', method: 'POST', url });
});

test.for<[string, object, string]>([
  ['the URL', { url: 'ftp://h.example' }, 'url'],
  [
    'a chat that is missing in the URL',
    { service: 'telegram', url: 'https://api.telegram.org/bot1:a/sendMessage' },
    'url',
  ],
  [
    'a field that the service needs',
    { service: 'pushover', customFields: { user_token: 'u' } },
    'customFields.app_token',
  ],
  ['a template', { template: '{{' }, 'template'],
])('a refusal names the field: %s', async ([, change, field]) => {
  const { json } = await add(await openApp(), change);
  expect(json.details).toEqual({ [field]: expect.any(String) });
});

test('what a client of the reference product does not send stays as it is', async () => {
  const app = await openApp();
  const routing = { minLevel: 'critical', types: ['cpu'], instances: [], nodes: [], tags: [], hours: null };
  const { json } = await add(app, { routing, resolutions: false });
  const changed = await app.call('PUT', `${WEBHOOKS}/${json.id}`, { body: hook({ id: 'other' }) });
  expect(changed.json).toMatchObject({ id: json.id, routing, resolutions: false });
});

test('a webhook may have another destination as its stand-in, which stays until it is taken away', async () => {
  const app = await openApp();
  const { json: other } = await add(app);
  const standIn = { destination: `webhook:${other.id}`, minutes: 10 };
  const { json } = await add(app, { standIn });
  expect(json.standIn).toEqual(standIn);
  const change = async (more: object) =>
    (await app.call('PUT', `${WEBHOOKS}/${json.id}`, { body: hook({ name: 'Again', ...more }) })).json;
  expect((await change({})).standIn).toEqual(standIn);
  expect((await change({ standIn: { destination: 'email' } })).standIn).toEqual({ destination: 'email', minutes: 5 });
  expect((await change({ standIn: null })).standIn).toBeNull();
  for (const [destination, words] of [
    [`webhook:${json.id}`, 'A destination cannot stand in for itself.'],
    ['webhook:0123456789abcdef', 'There is no such destination that could stand in.'],
    ['push:1', 'There is no such destination that could stand in.'],
  ] as const)
    expect((await change({ standIn: { destination } })).details).toEqual({ 'standIn.destination': words });
  expect((await change({ standIn: { destination: 'email', minutes: 1441 } })).details).toEqual({
    'standIn.minutes': expect.stringContaining('1440'),
  });
});

test('there are instructions for each service, and the examples work', async () => {
  const app = await openApp();
  const templates = (await app.call('GET', listWebhookTemplates.path)).read(listWebhookTemplates.reply);
  expect(templates.map(({ service }) => service).sort()).toEqual([...serviceKeys].sort());
  for (const { service, payloadTemplate: template } of templates)
    if (template)
      expect((await app.call('POST', `${WEBHOOKS}/preview`, { body: { service, template } })).status).toBe(200);
});

test('the test of a stored webhook gives the real answer, and so does the test of the first one that is enabled', async () => {
  const app = await openApp(env);
  const tried = (body: object) => app.call('POST', '/api/notifications/test', { body: { method: 'webhook', ...body } });
  expect((await tried({})).status).toBe(404);
  const target = await receiver();
  const broken = await receiver(503, 'busy');
  const { json: off } = await add(app, { url: broken.url, enabled: false });
  await add(app, { url: target.url });
  expect((await tried({})).json).toMatchObject({ status: 'success', message: expect.stringContaining('thank you') });
  expect([target.received.length, broken.received.length]).toEqual([1, 0]);
  const refused = await tried({ webhookId: off.id });
  expect([refused.status, broken.received.length]).toEqual([400, 1]);
  expect((await tried({ webhookId: 'unknown' })).status).toBe(404);
});

test('an export has the webhooks with their secrets, and an import replaces those that are there', async () => {
  const [from, to] = [await openApp(env), await openApp(env)];
  await add(from, { name: 'Exported', headers: { Authorization: 'Bearer hush-hush' } });
  await add(to, { name: 'Before' });
  const passphrase = 'a long passphrase';
  const admin = await byToken('admin')(from);
  const { json } = await from.call('POST', '/api/config/export', { headers: admin, body: { passphrase } });
  const headers = await byToken('admin')(to);
  const done = await to.call('POST', '/api/config/import', { headers, body: { data: json.data, passphrase } });
  expect(done.status).toBe(200);
  expect((await to.call('GET', WEBHOOKS, { headers })).read(listWebhooks.reply).map(({ name }) => name)).toEqual([
    'Exported',
  ]);
  expect(JSON.stringify([...to.store.secrets.read('webhooks').values.values()])).toContain('hush-hush');
});

test('a viewer sees the scheme and the host of a webhook, and no short secret of its path; an administrator sees the path', async () => {
  const app = await openApp();
  const { id } = (await add(app, { url: 'https://hooks.example/T0/B0/s3cr' })).json;
  const shown = async (scope: 'read' | 'admin') => {
    const headers = await byToken(scope)(app);
    const one = await app.call('GET', `${WEBHOOKS}/${id}`, { headers });
    const [listed] = JSON.parse((await app.call('GET', WEBHOOKS, { headers })).text);
    return [one.json.url, listed.url];
  };
  const hidden = `https://hooks.example/${MASK}`;
  expect(await shown('read')).toEqual([hidden, hidden]);
  expect((await shown('admin'))[0]).toContain('/T0/B0/');
});
