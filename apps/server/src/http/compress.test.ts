import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { createLogger } from '../lib/logger.ts';
import { compressAnswers } from './compress.ts';
import { createServer } from './server.ts';

const large = { guests: Array.from({ length: 200 }, (_, i) => ({ id: `dc-${i}`, name: `guest-${i}` })) };

async function get(url: string, encoding?: string) {
  const app = createServer(createLogger('silent'));
  await compressAnswers(app);
  app.get('/api/large', async () => large);
  app.get('/api/small', async () => ({ ok: true }));
  app.get('/api/broken', (_, reply) => reply.code(400).send(large));
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
