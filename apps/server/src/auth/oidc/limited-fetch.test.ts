import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { limitedFetch } from './limited-fetch.ts';

async function provider(body: string | Buffer, headers: Record<string, string> = {}) {
  const server = createServer((_, response) => response.writeHead(200, headers).end(body)).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

test('an ordinary answer arrives as it is', async () => {
  const answer = await limitedFetch(await provider('{"issuer":"x"}', { 'content-type': 'application/json' }));
  expect([answer.status, answer.headers.get('content-type'), await answer.json()]).toEqual([
    ...[200, 'application/json'],
    { issuer: 'x' },
  ]);
});

test('an answer that unpacks to too much, or has brackets in brackets, is not read', async () => {
  const bomb = await provider(gzipSync(' '.repeat(20 << 20)), { 'content-encoding': 'gzip' });
  await expect(limitedFetch(bomb)).rejects.toThrow('limit of bytes');
  await expect(limitedFetch(await provider('['.repeat(100_000)))).rejects.toThrow('limit of depth');
});
