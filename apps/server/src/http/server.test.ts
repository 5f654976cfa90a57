// What the server does for every endpoint, one case per documented status.
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { promisify } from 'node:util';
import { type Endpoint, ErrorBody, endpoint } from '@belfry/schema/http/endpoint';
import { expect, onTestFinished, test, vi } from 'vitest';
import * as z from 'zod';
import { JsonText } from '../lib/json-text.ts';
import { createLogger } from '../lib/logger.ts';
import type { Gate } from './gate.ts';
import { createMount } from './mount.ts';
import { createServer } from './server.ts';
import { serveWeb } from './static.ts';
import { openGate } from './testing/gate.ts';

const save = endpoint('POST /api/things/:id', {
  summary: 'Save',
  access: 'operator',
  params: z.object({ id: z.coerce.number() }),
  query: z.object({ dry: z.string().optional() }),
  body: z.object({ name: z.string(), size: z.object({ max: z.number() }).optional() }).optional(),
  reply: z.object({ id: z.number(), name: z.string().optional() }),
  status: 201,
});
const broken = endpoint('GET /api/broken', { summary: '', access: 'public', reply: z.object({}) });

async function server(gate: Gate = openGate) {
  const lines: string[] = [];
  const app = createServer(createLogger('info', (line) => lines.push(line)));
  const mount = createMount(app, gate);
  mount(save, ({ params, body }) => ({ id: params.id, ...(body && { name: body.name }) }));
  mount(broken, () => {
    throw new Error('secret path /etc/belfry');
  });
  await serveWeb(app, '/nowhere', [save, broken]);
  const post = (payload: unknown, url = '/api/things/7', headers: Record<string, string> = {}) =>
    app.inject({ method: 'POST', url, headers, payload: payload as object });
  return { app, post, lines };
}

const json = { 'content-type': 'application/json' };
const expectError = (reply: { statusCode: number; json(): unknown }, status: number, code: string) => {
  expect([reply.statusCode, ErrorBody.parse(reply.json())]).toEqual([
    status,
    expect.objectContaining({ code, status_code: status }),
  ]);
};

test('201: the handler gets what the endpoint declares, parsed', async () => {
  const { post } = await server();
  const reply = await post({ name: 'x' });
  expect([reply.statusCode, reply.json()]).toEqual([201, { id: 7, name: 'x' }]);
});

test('an empty body with a JSON content type counts as no body; a trailing slash is ignored', async () => {
  const { post } = await server();
  expect((await post('', '/api/things/7/', json)).json()).toEqual({ id: 7 });
});

test('400: invalid fields are named, in the path, the query and the body', async () => {
  const { post } = await server();
  const reply = await post({ size: { max: 'x' } }, '/api/things/no?dry=1&dry=2');
  expectError(reply, 400, 'validation_error');
  expect(Object.keys(reply.json().details).sort()).toEqual(['dry', 'id', 'name', 'size.max']);
});

test('400: an unknown field named like a property of every object is refused as unknown', async () => {
  const strict = endpoint('POST /api/strict/:constructor', {
    ...save,
    params: z.object({ constructor: z.coerce.number() }),
    query: z.strictObject({}),
    body: z.strictObject({}),
    reply: z.object({}),
  });
  const app = createServer(createLogger('silent'));
  let handled = 0;
  createMount(app, openGate)(strict, () => {
    handled++;
    return {};
  });
  const wrongFields = async (url: string, payload: string) => {
    const reply = await app.inject({ method: 'POST', url, headers: json, payload });
    expectError(reply, 400, 'validation_error');
    return Object.keys(reply.json().details);
  };
  expect(await wrongFields('/api/strict/1', '{"constructor":1}')).toEqual(['constructor']);
  expect(await wrongFields('/api/strict/1', '{"toString":1}')).toEqual(['toString']);
  expect(await wrongFields('/api/strict/x', '{}')).toEqual(['constructor']);
  expect(await wrongFields('/api/strict/1?__proto__=1', '{}')).toEqual(['__proto__']);
  expect(await wrongFields('/api/strict/1?valueOf=1', '{}')).toEqual(['valueOf']);
  expect(handled).toBe(0);
});

test('400: a body that is not JSON, or that would change a prototype', async () => {
  const { post } = await server();
  expectError(await post('{"name":', undefined, json), 400, 'invalid_json');
  expectError(await post('{"__proto__":{}}', undefined, json), 400, 'invalid_json');
});

test('401: the caller is not signed in; 403: the caller lacks the role', async () => {
  expectError(await (await server(async () => undefined)).post({ name: 'x' }), 401, 'unauthorized');
  const viewer = await server(async () => ({ name: 'v', roles: ['viewer'] }));
  expectError(await viewer.post({ name: 'x' }), 403, 'forbidden');
});

test('access is checked before the body is read', async () => {
  const { post } = await server(async () => undefined);
  expectError(await post('{"name":', undefined, json), 401, 'unauthorized');
});

test('404 and 405: an unknown API path is answered in JSON, and a wrong method with the allowed ones', async () => {
  const { app } = await server();
  expectError(await app.inject('/api/nothing'), 404, 'not_found');
  expectError(await app.inject('/api/'), 404, 'not_found');
  const reply = await app.inject({ method: 'DELETE', url: '/api/things/7' });
  expectError(reply, 405, 'method_not_allowed');
  expect(reply.headers.allow).toBe('POST');
});

test('413 and 415: a body is too large, or has another type', async () => {
  const { post } = await server();
  expectError(await post({ name: 'x'.repeat(64 << 10) }), 413, 'too_large');
  expectError(await post('<name/>', undefined, { 'content-type': 'text/xml' }), 415, 'unsupported_media_type');
});

test('413: what everybody may send is small, and an endpoint without a body reads less', async () => {
  const app = createServer(createLogger('silent'));
  const mount = createMount(app, openGate);
  const reply = z.object({});
  mount(endpoint('POST /api/none', { ...broken, reply }), () => ({}));
  mount(endpoint('POST /api/some', { ...broken, body: z.unknown(), reply }), () => ({}));
  const post = (url: string, bytes: number) =>
    app.inject({ method: 'POST', url, headers: json, payload: `"${'x'.repeat(bytes - 2)}"` });
  expectError(await post('/api/none', (4 << 10) + 1), 413, 'too_large');
  expect((await post('/api/none', 4 << 10)).statusCode).toBe(200);
  expectError(await post('/api/some', (8 << 10) + 1), 413, 'too_large');
  expect((await post('/api/some', 8 << 10)).statusCode).toBe(200);
  expectError(await post('/nowhere', (4 << 10) + 1), 413, 'too_large');
});

test('413: brackets in brackets are refused before they are parsed, and so are values beyond counting', async () => {
  const large = endpoint('POST /api/large', { ...save, bodyLimitBytes: 16 << 20, params: z.object({}) });
  const app = createServer(createLogger('silent'));
  createMount(app, openGate)(large, () => ({ id: 1 }));
  const post = (payload: string) => app.inject({ method: 'POST', url: '/api/large', headers: json, payload });
  const deep = (most: number) => `{"name":"x","more":${'['.repeat(most)}${']'.repeat(most)}}`;
  expect((await post(deep(31))).statusCode).toBe(201);
  const parse = vi.spyOn(JSON, 'parse');
  onTestFinished(() => parse.mockRestore());
  for (const body of [deep(32), deep(1 << 20), '['.repeat(1 << 20), `[${'{},'.repeat(4 << 20)}0]`]) {
    parse.mockClear();
    const refused = await post(body);
    expect(parse).not.toHaveBeenCalled();
    expectError(refused, 413, 'too_complex');
  }
});

test('408: a request whose head or body takes too long is ended, and a large one has more time', async () => {
  const app = createServer(createLogger('silent'), { limits: { requestMs: 400, bytesPerMs: 1000, checkEveryMs: 50 } });
  const mount = createMount(app, openGate);
  mount(endpoint('POST /api/small', { ...save, params: z.object({}) }), () => ({ id: 1 }));
  const large = endpoint('POST /api/large', { ...save, params: z.object({}), bodyLimitBytes: 60_000_000 });
  mount(large, () => ({ id: 2 }));
  await app.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(() => app.close());
  const { port } = app.server.address() as AddressInfo;
  /** Sends the head, and then a byte at a time until there is an answer. */
  const drip = async (head: string) => {
    const socket = connect(port, '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    socket.on('error', () => {});
    let answer = '';
    socket.on('data', (data) => {
      answer += data;
    });
    socket.write(head);
    const dripping = setInterval(() => socket.write(' '), 20);
    onTestFinished(() => clearInterval(dripping));
    await expect.poll(() => answer).not.toBe('');
    clearInterval(dripping);
    return answer.split('\r\n', 1)[0];
  };
  const head = (path: string, bytes: number) =>
    `POST ${path} HTTP/1.1\r\nHost: here\r\nContent-Type: application/json\r\nContent-Length: ${bytes}\r\n\r\n`;
  expect(await drip('POST /api/small HTTP/1.1\r\nHost: here\r\nX: ')).toContain(' 408 ');
  expect(await drip(head('/api/small', 1000))).toContain(' 408 ');
  // 40 bytes after more than the time of a small request
  expect(await drip(head('/api/large', 40))).toContain(' 201 ');
});

test('of calls with a high cost a caller gets two at a time, and 429 when too many wait', async () => {
  const app = createServer(createLogger('silent'));
  const named: Gate = async ({ headers }) => ({ name: `${headers.from}`, roles: ['viewer'] });
  const gate = Promise.withResolvers<void>();
  let [running, most] = [0, 0];
  const costly = endpoint('GET /api/costly', { ...broken, access: 'viewer', cost: 'high' });
  createMount(app, named)(costly, async () => {
    most = Math.max(most, ++running);
    await gate.promise;
    running--;
    return {};
  });
  const ask = (from: string) => app.inject({ url: '/api/costly', headers: { from } });
  const mine = Array.from({ length: 50 }, () => ask('me'));
  const refused = await Promise.race(mine);
  expectError(refused, 429, 'rate_limited');
  expect(refused.headers['retry-after']).toBe('2');
  expect(most).toBe(2);
  const other = ask('you');
  await expect.poll(() => most).toBe(3);
  gate.resolve();
  expect((await other).statusCode).toBe(200);
  const statuses = (await Promise.all(mine)).map(({ statusCode }) => statusCode);
  expect(statuses.filter((status) => status === 200)).toHaveLength(42);
  expect(most).toBe(3);
});

test('500: what went wrong goes to the log and not to the caller', async () => {
  const { app, lines } = await server();
  const reply = await app.inject('/api/broken');
  expectError(reply, 500, 'internal_error');
  expect(reply.body).not.toContain('belfry');
  expect(lines.join()).toContain('secret path /etc/belfry');
  expect(lines.join()).toContain(String(reply.headers['x-request-id']));
});

test('every answer has the security headers, errors too, and allows only our own scripts', async () => {
  const { app } = await server();
  for (const url of ['/', '/api/nothing', '/api/broken', '/assets/x.js', '/%']) {
    const { headers } = await app.inject(url);
    expect(headers).toMatchObject({ 'x-frame-options': 'DENY', 'x-content-type-options': 'nosniff' });
    expect(headers['content-security-policy']).toContain("script-src 'self';");
    expect(headers['content-security-policy']).not.toMatch(/unsafe/);
  }
});

test('an endpoint without an access rule is not mounted', () => {
  const mount = createMount(createServer(createLogger('silent')), openGate);
  const forgotten: Endpoint = { ...broken };
  Reflect.deleteProperty(forgotten, 'access');
  expect(() => mount(forgotten, () => ({}))).toThrow('/api/broken does not say who may call it');
});

test('an answer that the client does not read is ended, and shares the buffers of one text', async () => {
  const app = createServer(createLogger('silent'), { idleMs: 300 });
  const text = new JsonText(Array.from({ length: 32 }, () => Buffer.alloc(1 << 20, ' ')));
  createMount(app, openGate)({ ...broken, path: '/api/long' }, () => text);
  await app.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(() => app.close());
  const { port } = app.server.address() as AddressInfo;
  const open = () => promisify(app.server.getConnections.bind(app.server))();
  const before = process.memoryUsage().external;
  const unread = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const socket = connect(port, '127.0.0.1').pause();
      socket.on('error', () => {});
      onTestFinished(() => void socket.destroy());
      await once(socket, 'connect');
      socket.write('GET /api/long HTTP/1.1\r\nHost: here\r\n\r\n');
      return socket;
    }),
  );
  expect(unread).toHaveLength(20);
  await expect.poll(open).toBe(20);
  expect(process.memoryUsage().external - before).toBeLessThan(20 * (4 << 20));
  await expect.poll(open).toBe(0);
  const reply = await app.inject('/api/long');
  expect([reply.headers['content-length'], reply.body.length]).toEqual([`${32 << 20}`, 32 << 20]);
});
