import { once } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { createCertificate } from '@belfry/lab/certificate';
import { expect, test } from 'vitest';
import { createSend } from './send.ts';

interface Got {
  url: string | undefined;
  headers: http.IncomingHttpHeaders;
  body: string;
}

/** Records what was posted and answers as configured. */
async function listen(answer: (response: http.ServerResponse) => void, tls?: { key: string; cert: string }) {
  const got: Got[] = [];
  const take: http.RequestListener = async (request, response) => {
    const chunks = await request.toArray();
    got.push({ url: request.url, headers: request.headers, body: Buffer.concat(chunks).toString() });
    answer(response);
  };
  const server = tls ? https.createServer(tls, take) : http.createServer(take);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    got,
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
const status =
  (code: number, headers: http.OutgoingHttpHeaders = {}, text = '') =>
  (response: http.ServerResponse) => {
    response.writeHead(code, headers).end(text);
  };
/** Of Belfry. */
const RECEIPT = '{"success":true,"hostId":"h","message":"Report received"}';
const target = (url: string) => ({ url, token: 'tok', insecure: false });

test('a report arrives as JSON under the server’s own path, with the token in both headers', async () => {
  await using server = await listen(status(200, {}, RECEIPT));
  const send = createSend(target(`${server.url}/base`));
  expect(await send('{"ü":1}')).toEqual({ kind: 'accepted' });
  expect(server.got[0]).toMatchObject({
    url: '/base/api/agents/docker/report',
    body: '{"ü":1}',
    headers: {
      'content-type': 'application/json',
      'x-api-token': 'tok',
      authorization: 'Bearer tok',
      'user-agent': expect.stringMatching(/^belfry-docker-agent\/\d/),
    },
  });
});

test('a refusal carries its status, the beginning of its text, and how long to wait', async () => {
  await using server = await listen(status(429, { 'Retry-After': '7' }, 'x'.repeat(100_000)));
  expect(await createSend(target(server.url))('{}')).toEqual({
    kind: 'refused',
    status: 429,
    text: 'x'.repeat(500),
    retryAfterMs: 7000,
  });
});

test('a redirect is refused and not followed, so the token goes only to the configured address', async () => {
  await using elsewhere = await listen(status(200));
  await using server = await listen(status(307, { Location: `${elsewhere.url}/api/agents/docker/report` }));
  expect(await createSend(target(server.url))('{}')).toEqual({
    ...{ kind: 'redirected', status: 307, to: elsewhere.url },
  });
  expect(elsewhere.got).toEqual([]);
});

test.for(['<html>Sign in</html>', '', '{}', '{"success":false}', '[true]', 'success'])(
  'an answer of 200 is no receipt unless Belfry says that it took the report: %s',
  async (answer) => {
    await using server = await listen(status(200, {}, answer));
    expect(await createSend(target(server.url))('{}')).toEqual({ kind: 'stranger', status: 200, text: answer });
  },
);

test('a redirect is told with its address, without a query that may hold a secret', async () => {
  for (const [location, to] of [
    ['https://belfry.example/api/agents/docker/report', 'https://belfry.example'],
    ['https://belfry.example/base/api/agents/docker/report?x=tok', 'https://belfry.example/base'],
    ['https://sso.example/login?rd=tok', 'https://sso.example/login'],
    ['/login', undefined],
  ] as const) {
    await using server = await listen(status(301, { Location: location }));
    const outcome = { kind: 'redirected', status: 301, to: to ?? `${server.url}/login` };
    expect(await createSend(target(server.url))('{}')).toEqual(outcome);
  }
});

test('a server that does not listen, hangs, or stops in the middle is unreachable with a reason', async () => {
  await using hanging = await listen(() => {});
  await using dying = await listen((response) => {
    response.writeHead(200, { 'Content-Length': 10 });
    response.write('x', () => response.destroy());
  });
  const gone = await listen(() => {});
  await gone[Symbol.asyncDispose]();
  expect(await createSend(target(gone.url))('{}')).toEqual({ kind: 'unreachable', reason: 'ECONNREFUSED' });
  expect(await createSend(target(hanging.url), 100)('{}')).toMatchObject({
    kind: 'unreachable',
    reason: expect.stringContaining('no answer'),
  });
  expect(await createSend(target(dying.url))('{}')).toMatchObject({ kind: 'unreachable' });
});

test('a server that comes back is reached by the same sender', async () => {
  const first = await listen(status(200, {}, RECEIPT));
  const send = createSend(target(first.url));
  expect(await send('{}')).toEqual({ kind: 'accepted' });
  await first[Symbol.asyncDispose]();
  expect(await send('{}')).toMatchObject({ kind: 'unreachable' });
  const port = Number(new URL(first.url).port);
  const again = http.createServer((request, response) => request.resume().on('end', () => response.end(RECEIPT)));
  again.listen(port, '127.0.0.1');
  await once(again, 'listening');
  expect(await send('{}')).toEqual({ kind: 'accepted' });
  again.closeAllConnections();
  again.close();
});

test('an unknown certificate is refused by default, and accepted with --insecure or with its fingerprint', async () => {
  const certificate = await createCertificate('belfry', '127.0.0.1');
  await using server = await listen(status(200, {}, RECEIPT), certificate);
  const refused = await createSend(target(server.url))('{}');
  expect(refused).toMatchObject({ kind: 'unreachable', reason: expect.stringContaining('--fingerprint') });
  expect(await createSend({ ...target(server.url), insecure: true })('{}')).toEqual({ kind: 'accepted' });
  const pinned = createSend({ ...target(server.url), fingerprint: certificate.fingerprint });
  expect(await pinned('{}')).toEqual({ kind: 'accepted' });
  expect(await pinned('{}')).toEqual({ kind: 'accepted' });
});

test('with another certificate than the pinned one not a byte of the request is sent, insecure or not', async () => {
  await using server = await listen(status(200), await createCertificate('belfry', '127.0.0.1'));
  const send = createSend({ ...target(server.url), insecure: true, fingerprint: 'ab'.repeat(32) });
  expect(await send('{}')).toMatchObject({ reason: expect.stringContaining('certificate is another one') });
  expect(server.got).toEqual([]);
});
