import { Readable } from 'node:stream';
import { gunzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { JsonText } from '../lib/json-text.ts';
import { createLogger } from '../lib/logger.ts';
import { compressAnswers } from './compress.ts';
import { sendText } from './reply.ts';
import { createServer } from './server.ts';

const large = { guests: Array.from({ length: 200 }, (_, i) => ({ id: `dc-${i}`, name: `guest-${i}` })) };

async function get(url: string, encoding?: string) {
  const app = createServer(createLogger('silent'));
  compressAnswers(app);
  app.get('/api/large', async () => large);
  app.get('/api/small', async () => ({ ok: true }));
  app.get('/api/broken', (_, reply) => reply.code(400).send(large));
  app.get('/api/streamed', (_, reply) => reply.type('text/csv').send(Readable.from(['line\n'.repeat(1000)])));
  app.get('/api/text', (_, reply) => sendText(reply, new JsonText([Buffer.from(JSON.stringify(large))])));
  app.get('/api/picture', (_, reply) => reply.type('image/png').send(Buffer.alloc(5000)));
  return app.inject({ url, ...(encoding && { headers: { 'accept-encoding': encoding } }) });
}

test('a large answer is compressed for a client that accepts it, and says so to caches', async () => {
  const { headers, rawPayload } = await get('/api/large', 'br, gzip');
  expect(headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' });
  expect(headers['content-type']).toContain('application/json');
  expect(JSON.parse(gunzipSync(rawPayload).toString())).toEqual(large);
  expect(rawPayload.length * 5).toBeLessThan(JSON.stringify(large).length);
});

test('a client that does not accept it, and a small answer, get plain JSON', async () => {
  for (const encoding of [undefined, 'identity', 'gzip;q=0']) {
    const { headers, body } = await get('/api/large', encoding);
    expect([headers['content-encoding'], JSON.parse(body)]).toEqual([undefined, large]);
  }
  const { headers, body } = await get('/api/small', 'gzip');
  expect([headers['content-encoding'], body]).toEqual([undefined, '{"ok":true}']);
});

test('a large refusal is compressed too', async () => {
  const { statusCode, headers, rawPayload } = await get('/api/broken', 'gzip');
  expect([statusCode, headers['content-encoding']]).toEqual([400, 'gzip']);
  expect(JSON.parse(gunzipSync(rawPayload).toString())).toEqual(large);
});

test('a text that is encoded already is compressed, with its length', async () => {
  const { headers, rawPayload } = await get('/api/text', 'gzip;q=0.5, *;q=0');
  expect(headers).toMatchObject({ 'content-encoding': 'gzip', 'content-length': `${rawPayload.length}` });
  expect(JSON.parse(gunzipSync(rawPayload).toString())).toEqual(large);
});

test('a stream is compressed while it is sent', async () => {
  const { headers, rawPayload } = await get('/api/streamed', '*');
  expect(headers['content-encoding']).toBe('gzip');
  expect(gunzipSync(rawPayload).toString()).toBe('line\n'.repeat(1000));
});

test('a picture is sent as it is', async () => {
  const { headers, rawPayload } = await get('/api/picture', 'gzip');
  expect([headers['content-encoding'], headers.vary, rawPayload.length]).toEqual([undefined, undefined, 5000]);
});

test('an answer touches no class of fetch, because the first one that is used loads all of it', async () => {
  const before = Object.getOwnPropertyDescriptor(globalThis, 'Response');
  let touched = 0;
  Object.defineProperty(globalThis, 'Response', { configurable: true, get: () => touched++ });
  onTestFinished(() => void (before && Object.defineProperty(globalThis, 'Response', before)));
  await get('/api/streamed', 'gzip');
  await get('/api/large', 'gzip');
  expect(touched).toBe(0);
});
