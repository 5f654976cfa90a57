// Against real TLS servers: trusted certificates, timeouts, size limits, and kinds of failures.

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { type Answer, startTlsServer } from '../sources/testing/tls-server.ts';
import { systemClock } from './clock.ts';
import { fakeClock } from './fake-clock.ts';
import { createHttpClient, type HttpClientOptions, type Trust } from './http-client.ts';

const hello: Answer = (_, response) => void response.end('hello');
const never: Answer = () => {};

function client(trust: Trust, options: Partial<HttpClientOptions> = {}) {
  const http = createHttpClient({ clock: systemClock, trust: () => trust, ...options });
  const get = (origin: string, timeoutMs = 5000, signal = new AbortController().signal) =>
    http.send({ method: 'GET', origin, path: '/x', headers: { authorization: 'secret' }, timeoutMs, signal });
  return { ...http, get, [Symbol.asyncDispose]: http.close };
}
const off: Trust = { mode: 'off' };

test('the pinned certificate is accepted, in any notation of its fingerprint', async () => {
  await using server = await startTlsServer(hello);
  const { fingerprint } = server.certificate;
  for (const written of [fingerprint, fingerprint.toLowerCase().replaceAll(':', '')]) {
    await using http = client({ mode: 'pinned', fingerprint: written });
    expect(await http.get(server.origin)).toMatchObject({ ok: true, value: { status: 200, body: 'hello' } });
  }
});

test('another certificate than the pinned one is refused before a byte of the request is sent, and both are named', async () => {
  await using server = await startTlsServer(hello);
  await using http = client({ mode: 'pinned', fingerprint: 'ab'.repeat(32) });
  const result = await http.get(server.origin);
  expect(result).toMatchObject({ ok: false, error: { kind: 'tls' } });
  expect(result).toHaveProperty('error.message', expect.stringContaining(server.certificate.fingerprint));
  expect(result).toHaveProperty('error.message', expect.stringContaining('AB:AB:AB'));
  expect(server.connections()).toBe(1);
  expect(server.requests).toEqual([]);
});

test('a certificate that changes while the host restarts is noticed at the next connection', async () => {
  const first = await startTlsServer(hello);
  await using http = client({ mode: 'pinned', fingerprint: first.certificate.fingerprint });
  expect(await http.get(first.origin)).toMatchObject({ ok: true });
  await first.stop();
  await using second = await startTlsServer(hello, Number(new URL(first.origin).port));
  expect(await http.get(first.origin)).toMatchObject({ ok: false, error: { kind: 'tls' } });
  expect(second.requests).toEqual([]);
});

test('connections are kept for later requests', async () => {
  await using server = await startTlsServer(hello);
  await using http = client({ mode: 'pinned', fingerprint: server.certificate.fingerprint });
  for (let i = 0; i < 10; i++) await http.get(server.origin);
  expect(server.requests).toHaveLength(10);
  expect(server.connections()).toBeLessThanOrEqual(2);
});

test('a self-signed certificate is refused with verification, and accepted without it', async () => {
  await using server = await startTlsServer(hello);
  await using strict = client({ mode: 'verify' });
  expect(await strict.get(server.origin)).toMatchObject({ ok: false, error: { kind: 'tls' } });
  expect(server.requests).toEqual([]);
  await using lax = client(off);
  expect(await lax.get(server.origin)).toMatchObject({ ok: true });
});

test('plain HTTP is never used, and a host that answers with it is a tls failure', async () => {
  const server = createServer((_, response) => response.end('plain')).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await using http = client(off);
  expect(await http.get(`http://127.0.0.1:${port}`)).toMatchObject({ ok: false, error: { kind: 'tls' } });
  expect(await http.get(`https://127.0.0.1:${port}`)).toMatchObject({ ok: false, error: { kind: 'tls' } });
  server.closeAllConnections();
  server.close();
});

test('a host that does not exist is unreachable', async () => {
  const server = await startTlsServer(hello);
  await server.stop();
  await using http = client(off);
  expect(await http.get(server.origin)).toMatchObject({ ok: false, error: { kind: 'unreachable' } });
  expect(await http.get('https://no-such-host.invalid:8006')).toMatchObject({
    ok: false,
    error: { kind: 'unreachable' },
  });
});

test('a host that accepts the connection and does not answer is a timeout, after the deadline of the request', async () => {
  const asked = Promise.withResolvers<void>();
  await using server = await startTlsServer(() => asked.resolve());
  const clock = fakeClock();
  await using http = client(off, { clock });
  const pending = http.get(server.origin, 5000);
  await asked.promise;
  await clock.advance(4999);
  expect(await Promise.race([pending, Promise.resolve('still waiting')])).toBe('still waiting');
  await clock.advance(1);
  expect(await pending).toMatchObject({ ok: false, error: { kind: 'timeout' } });
});

test('an answer that stops in the middle is also a timeout', async () => {
  const clock = fakeClock();
  const begun = Promise.withResolvers<void>();
  await using server = await startTlsServer((_, response) => {
    response.writeHead(200, { 'content-length': 100 });
    response.write('half', () => begun.resolve());
  });
  await using http = client(off, { clock });
  const pending = http.get(server.origin, 1000);
  await begun.promise;
  await clock.advance(1000);
  expect(await pending).toMatchObject({ ok: false, error: { kind: 'timeout' } });
});

test('the caller can abort a request', async () => {
  const asked = Promise.withResolvers<void>();
  await using server = await startTlsServer(() => asked.resolve());
  await using http = client(off);
  const caller = new AbortController();
  const pending = http.get(server.origin, 60_000, caller.signal);
  await asked.promise;
  caller.abort();
  expect(await pending).toMatchObject({ ok: false, error: { kind: 'timeout' } });
});

test('a body larger than the limit is aborted, whether its size is announced or not', async () => {
  await using server = await startTlsServer((request, response) => {
    if (request.headers.accept === 'announced') response.setHeader('content-length', 1_000_000);
    response.on('error', () => {});
    for (let i = 0; i < 100; i++) response.write(Buffer.alloc(10_000));
    response.end();
  });
  await using http = client(off, { maxBodyBytes: 100_000 });
  expect(await http.get(server.origin)).toMatchObject({ ok: false, error: { kind: 'bad-payload' } });
  expect(http.bytes()).toBeLessThan(300_000);
});

test.each([
  ['bytes', 'x'.repeat(3 << 20), '2 MiB'],
  ['depth', '['.repeat(1000), '20 lists'],
  ['values', `[${'{},'.repeat(600_000)}0]`, '50000 values'],
])('an answer over its budget of %s is given up while it arrives, and the call is named', async (_, body, named) => {
  await using server = await startTlsServer((_request, response) => {
    response.on('error', () => {});
    response.write(body);
    // The answer never ends: nobody may wait for its end.
    response.write(' ');
  });
  await using http = client(off);
  const json = { bytes: 2 << 20, depth: 20, values: 50_000 };
  const signal = new AbortController().signal;
  const asked = await http.send({
    method: 'GET',
    origin: server.origin,
    path: '/x?y',
    timeoutMs: 60_000,
    signal,
    json,
  });
  expect(asked).toMatchObject({ ok: false, error: { kind: 'bad-payload' } });
  expect(asked).toHaveProperty(
    'error.message',
    expect.stringContaining(`${server.origin} to /x has more than ${named}`),
  );
});

test('a large answer within its budget is parsed elsewhere, and two of one host never at once', async () => {
  await using server = await startTlsServer((_, response) => void response.end(`["${'x'.repeat(2 << 20)}"]`));
  let [running, most] = [0, 0];
  await using http = client(off, {
    async parse(bytes) {
      most = Math.max(most, ++running);
      await new Promise((done) => setImmediate(done));
      running--;
      return { json: bytes.length };
    },
  });
  const json = { bytes: 4 << 20, depth: 2, values: 10 };
  const request = { method: 'GET', origin: server.origin, path: '/', timeoutMs: 60_000, json, lanes: ['a'] } as const;
  const all = await Promise.all([1, 2, 3].map(() => http.send({ ...request, signal: new AbortController().signal })));
  for (const answer of all) expect(answer).toMatchObject({ ok: true, value: { parsed: { value: (2 << 20) + 4 } } });
  expect(most).toBe(1);
});

test('a compressed answer is not unpacked, because nobody asked for one', async () => {
  await using server = await startTlsServer((_, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(' '.repeat(10 << 20)));
  });
  await using http = client(off, { maxBodyBytes: 100_000 });
  const answer = await http.get(server.origin);
  expect(answer).toMatchObject({ ok: true });
  expect(http.bytes()).toBeLessThan(100_000);
});

test('an incomplete answer is a bad payload', async () => {
  await using server = await startTlsServer((_, response) => {
    response.writeHead(200, { 'content-length': 100 });
    response.write('half', () => response.destroy());
  });
  await using http = client(off);
  expect(await http.get(server.origin)).toMatchObject({ ok: false, error: { kind: 'bad-payload' } });
});

test('something that is not HTTP is a bad payload', async () => {
  await using server = await startTlsServer((request) => void request.socket.end('SSH-2.0-OpenSSH_9.2\r\n'));
  await using http = client(off);
  expect(await http.get(server.origin)).toMatchObject({ ok: false, error: { kind: 'bad-payload' } });
});

test.each([200, 401, 403, 429, 500, 595])('status %i is a reply, not a failure', async (status) => {
  await using server = await startTlsServer((_, response) => void response.writeHead(status, 'the reason').end());
  await using http = client(off);
  expect(await http.get(server.origin)).toMatchObject({ ok: true, value: { status, reason: 'the reason' } });
});

test('the number of simultaneous requests to all hosts is limited', async () => {
  let open = 0;
  let most = 0;
  const slow: Answer = (_, response) => {
    most = Math.max(most, ++open);
    setImmediate(() => {
      open--;
      response.end();
    });
  };
  await using one = await startTlsServer(slow);
  await using two = await startTlsServer(slow);
  await using http = client(off, { concurrency: 3 });
  await Promise.all(Array.from({ length: 20 }, (_, i) => http.get(i % 2 ? one.origin : two.origin)));
  expect(most).toBeLessThanOrEqual(3);
  expect(http.calls()).toBe(20);
});

test('a request whose caller aborts it while it waits is never sent', async () => {
  await using server = await startTlsServer(never);
  await using http = client(off, { concurrency: 1 });
  const first = new AbortController();
  const second = new AbortController();
  const busy = http.get(server.origin, 60_000, first.signal);
  const waiting = http.get(server.origin, 60_000, second.signal);
  second.abort();
  first.abort();
  expect(await waiting).toMatchObject({ ok: false, error: { kind: 'timeout' } });
  await busy;
  expect(http.calls()).toBeLessThanOrEqual(1);
});
