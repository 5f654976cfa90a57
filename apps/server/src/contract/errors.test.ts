// Hostile requests to every route of the whole app: each gets a short error in the standard shape, without details.
import { connect } from 'node:net';
import { type Endpoint, ErrorBody } from '@belfry/schema/http/endpoint';
import { endpoints } from '@belfry/schema/http/endpoints';
import { expect, test } from 'vitest';
import type { Reply } from '../http/testing/call.ts';
import { byToken } from './testing/people.ts';
import { configuredApp, type Whole } from './testing/whole-app.ts';

/** Patterns of a stack trace, a path, a query and a library in a text. */
const inside =
  /\n\s+at |node_modules|\.[cm]?[jt]s\b|file:\/\/|\/(src|home|tmp|work|usr|var|data)\/|sqlite|\bzod\b|fastify|FST_/i;

const deep = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`;
const hostile: [name: string, body: string, type?: string][] = [
  ['cut off', '{"a":'],
  ['no JSON', 'undefined'],
  ['a prototype', '{"__proto__":{"admin":true}}'],
  ['a constructor', '{"constructor":{"prototype":{"admin":true}}}'],
  ...['toString', 'constructor', 'hasOwnProperty'].map((name): [string, string] => [
    `a field named ${name}`,
    JSON.stringify({ [name]: 1 }),
  ]),
  ['null', 'null'],
  ['a number', '1e999'],
  ['a list', '[{}]'],
  ['a text', '"../../etc/passwd"'],
  [
    'all kinds of wrong',
    JSON.stringify({ username: {}, password: [], type: 7, host: null, 'no such field': '<script>' }),
  ],
  [
    'a thousand unknown fields',
    JSON.stringify(Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [`x${i}`, i]))),
  ],
  ['an endless name', JSON.stringify({ ['x'.repeat(100_000)]: 1 })],
  ['NUL and half a surrogate', '{"username":"\\u0000\\ud800","password":"\\u0000","host":"\\u0000","data":"\\u0000"}'],
  ['deep', deep(20_000)],
  ['no UTF-8', Buffer.from([0x7b, 0xff, 0xfe, 0x7d]).toString('latin1')],
  ['of another type', '<?xml version="1.0"?>', 'text/xml'],
  ['a form', 'username=admin&password=x', 'application/x-www-form-urlencoded'],
];

function check(what: string, { status, json, text }: Reply): void {
  if (status < 400) return;
  expect([what, status]).toEqual([what, expect.toSatisfy((code: number) => code < 500)]);
  const { error, code, status_code } = ErrorBody.parse(json);
  expect([what, status_code, code]).toEqual([what, status, expect.stringMatching(/^[a-z_]+$/)]);
  expect([what, error.length]).toEqual([what, expect.toSatisfy((length: number) => length > 0 && length < 200)]);
  expect([what, inside.exec(text.replaceAll(/"details":\{.*\}/g, ''))?.[0]]).toEqual([what, undefined]);
  expect([what, text.length]).toEqual([what, expect.toSatisfy((length: number) => length < 5000)]);
}

/** A new token for each call: one of them may end the others. */
const send = async (app: Whole, { method, path }: Endpoint, id: string, body: string, type: string, nth: number) =>
  app.call(method, path.replace(/:\w+/g, id), {
    headers: { ...(await byToken('admin')(app)), 'content-type': type },
    body,
    from: `10.${nth >> 16}.${(nth >> 8) & 255}.${nth & 255}`,
  });

test('a hostile body gets a short error in the standard shape, without internal details', async () => {
  const app = await configuredApp();
  let nth = 0;
  for (const endpoint of endpoints.filter(({ body }) => body)) {
    for (const [name, body, type = 'application/json'] of hostile) {
      const reply = await send(app, endpoint, 'x', body, type, nth++);
      check(`${endpoint.method} ${endpoint.path} with ${name}`, reply);
    }
  }
  // After every request the app still runs, and no caller got more rights.
  expect((await app.call('GET', '/api/health')).status).toBe(200);
  expect((await app.call('GET', '/api/state')).status).toBe(401);
  expect(({} as { admin?: unknown }).admin).toBeUndefined();
});

test('a hostile path or query gets the same', async () => {
  const app = await configuredApp();
  const ids = [
    '..%2f..%2fetc%2fpasswd',
    '%00',
    '%',
    "x'--",
    '%F0%9F%92%A9',
    'x'.repeat(500),
    '__proto__',
    'constructor',
    '*',
  ];
  let nth = 0;
  for (const endpoint of endpoints.filter(({ params, method }) => params && method !== 'POST')) {
    for (const id of ids)
      check(`${endpoint.path} of ${id}`, await send(app, endpoint, id, '{}', 'application/json', nth++));
  }
  const headers = await byToken('admin')(app);
  for (const { path } of endpoints.filter(({ method, query }) => method === 'GET' && query))
    for (const query of ['toString=1', 'constructor=1', '__proto__=1'])
      check(`${path}?${query}`, await app.call('GET', `${path.replace(/:\w+/g, 'x')}?${query}`, { headers }));
  const queries = ['limit=-1', 'limit=1e9', 'limit[]=1', 'limit=1&limit=2', 'before=x', 'before=%00', '__proto__[x]=1'];
  for (const query of queries) check(query, await app.call('GET', `/api/security/audit?${query}`, { headers }));
  for (const url of ['/api/%', '/api//', '//api/state', '/api/state/..%2f', '/api/\u0001'])
    check(url, await app.call('GET', url));
});

test('unknown fields are refused by their names, wherever they are', async () => {
  const app = await configuredApp();
  const headers = { 'x-api-token': app.token };
  const body = { type: 'pve', host: 'h', tokenName: 'a@b!c', tokenValue: 'x', colour: 1, shape: 2 };
  const { status, json } = await app.call('POST', '/api/config/nodes', { headers, body });
  expect([status, json.code, json.details]).toEqual([
    400,
    'validation_error',
    { colour: 'unknown field', shape: 'unknown field' },
  ]);
  expect(json.error).toBe('colour: unknown field; shape: unknown field');
});

test('error messages can be shown to users', async () => {
  const app = await configuredApp();
  const headers = { 'x-api-token': app.token };
  const said = async (url: string, body: object) => (await app.call('POST', url, { headers, body })).json.error;
  expect(await said('/api/config/nodes', { type: 'pve' })).toContain('Host is required');
  expect(await said('/api/config/nodes', { type: 'pve', host: 'h' })).toBe('Username and password are required');
  expect(await said('/api/config/export', { passphrase: 'x' })).toBe('The passphrase must have at least 12 characters');
  const passwords = { currentPassword: 'x', newPassword: 'short' };
  expect(await said('/api/security/change-password', passwords)).toBe('Password must be at least 8 characters');
});

test('a refusal says by name what it says in English, for a page in another language', async () => {
  const app = await configuredApp();
  const headers = { 'x-api-token': app.token };
  const refused = async (url: string, body: object) => (await app.call('POST', url, { headers, body })).json;
  const name = '{name} {"id":"node.notFound"}';
  await refused('/api/security/tokens', { name, scope: 'read' });
  const sentence = { id: 'token.nameTaken', values: { name } };
  const taken = `There is a token named ${name} already.`;
  expect(await refused('/api/security/tokens', { name, scope: 'read' })).toMatchObject({
    error: taken,
    message: taken,
    sentence,
  });
  expect(await refused('/api/config/export', { passphrase: 'x' })).toMatchObject({
    sentence: { id: 'validation_error' },
    details: { passphrase: 'The passphrase must have at least 12 characters' },
    reasons: { passphrase: { id: 'input.passphraseLength', values: { limit: 12 } } },
  });
});

test('413 for a body over the limit of its route: a mebibyte, or more for an import and a report', async () => {
  const app = await configuredApp();
  const headers = { 'x-api-token': app.token };
  const status = async (url: string, megabytes: number) =>
    (await app.call('POST', url, { headers, body: { data: 'x'.repeat(megabytes << 20), passphrase: 'x' } })).json;
  expect(await status('/api/login', 1)).toMatchObject({ code: 'too_large', status_code: 413 });
  expect(await status('/api/config/import', 2)).toMatchObject({ code: 'bad_request' });
  expect(await status('/api/config/import', 17)).toMatchObject({ code: 'too_large', status_code: 413 });
});

test('data that is not HTTP gets an answer without details, and the connection ends', async () => {
  const { host } = await configuredApp();
  for (const rubbish of ['\x16\x03\x01\x02\x00\x01\x00\x01', 'GET / HTTP/9.9\r\n\r\n', `GET /${'x'.repeat(100_000)}`]) {
    const socket = connect(Number(host.split(':')[1]), '127.0.0.1');
    socket.on('error', () => {});
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk;
    });
    socket.write(rubbish);
    await new Promise((done) => socket.on('close', done));
    expect(text).toMatch(/^(HTTP\/1.1 4\d\d |$)/);
    expect(text).not.toMatch(inside);
  }
});
