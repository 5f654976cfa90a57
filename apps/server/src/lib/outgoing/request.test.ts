// Attacks on outbound requests, with real servers and sockets on loopback.
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { setDefaultCACertificates } from 'node:tls';
import { createCertificate } from '@belfry/lab/certificate';
import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../clock.ts';
import { fakeClock } from '../fake-clock.ts';
import { parseNetworks } from '../networks.ts';
import { createConnect } from './connect.ts';
import { createOutgoing, type OutgoingDeps } from './outgoing.ts';
import { createPolicy } from './policy.ts';
import { createRequest, type OutgoingRequest } from './request.ts';

interface Seen extends Pick<IncomingMessage, 'method' | 'url' | 'headers'> {
  body: string;
}

async function listening(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** A server and what it was asked. */
async function target(answer: RequestListener = (_, response) => void response.end('done')) {
  const seen: Seen[] = [];
  const server = createServer(async (request, response) => {
    const { method, url, headers } = request;
    let body = '';
    for await (const chunk of request) body += chunk;
    seen.push({ method, url, headers, body });
    answer(request, response);
  });
  const port = await listening(server);
  return { seen, port, url: `http://127.0.0.1:${port}` };
}

function outgoing(named = '127.0.0.0/8', deps: Partial<OutgoingDeps> = {}) {
  const networks = parseNetworks(named);
  if (!networks.ok) throw new Error(networks.error);
  const out = createOutgoing({ allowPrivate: () => true, named: networks.value, clock: systemClock, ...deps });
  const { signal } = new AbortController();
  const post = (url: string, more: Partial<OutgoingRequest> = {}) =>
    out.request({ method: 'POST', url, body: 'text', signal, ...more });
  return { ...out, post };
}

test('a request arrives with its method, path, headers and body, and user and password of the address become basic authentication', async () => {
  const server = await target((_, response) => void response.writeHead(202, { 'Retry-After': '7' }).end('grüße'));
  const answer = await outgoing().post(`http://ann:p%40ss@127.0.0.1:${server.port}/a?b=c`, { headers: { 'X-A': '1' } });
  expect(answer).toMatchObject({ ok: true, value: { status: 202, body: 'grüße', headers: { 'retry-after': '7' } } });
  expect(server.seen).toMatchObject([{ method: 'POST', url: '/a?b=c', body: 'text' }]);
  expect(server.seen[0]?.headers).toMatchObject({
    host: `127.0.0.1:${server.port}`,
    'x-a': '1',
    authorization: `Basic ${Buffer.from('ann:p@ss').toString('base64')}`,
  });
});

test('loopback is refused in every notation while it is not named, and nothing arrives', async () => {
  const server = await target();
  const { post } = outgoing('');
  for (const host of [
    '127.0.0.1',
    '127.9.9.9',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '0x7f000001',
    '2130706433',
    '017700000001',
    '0.0.0.0',
    '[::]',
    'localhost',
    '[64:ff9b::7f00:1]',
    '[::127.0.0.1]',
  ]) {
    const answer = await post(`http://${host}:${server.port}/`);
    expect([host, answer]).toMatchObject([host, { ok: false, error: { refused: true, sent: false } }]);
  }
  expect(server.seen).toEqual([]);
});

test('a metadata service is refused by address and by name, whatever is named', async () => {
  const { post, problemOfUrl } = outgoing('0.0.0.0/0 ::/0', { resolve: async () => ['127.0.0.1'] });
  for (const host of ['169.254.169.254', '[fd00:ec2::254]', 'metadata.google.internal', '100.100.100.200']) {
    const url = `http://${host}/latest/meta-data/`;
    expect(await post(url)).toMatchObject({ ok: false, error: { refused: true } });
    expect(problemOfUrl(url)).toMatchObject({ id: 'address.metadata' });
  }
});

test('every address of a name is checked: one that is not allowed refuses the name', async () => {
  const server = await target();
  const { post } = outgoing('127.0.0.1', { resolve: async () => ['127.0.0.1', '169.254.0.9'] });
  const answer = await post(`http://hook.example:${server.port}/`);
  expect(answer).toMatchObject({
    ok: false,
    error: { refused: true, message: expect.stringContaining('169.254.0.9') },
  });
  expect(server.seen).toEqual([]);
});

test('an answer of DNS that changes after the check has no effect: the connection goes to the checked address', async () => {
  const server = await target();
  const answers = [['127.0.0.1'], ['169.254.169.254']];
  let asked = 0;
  const { post } = outgoing('127.0.0.0/8', { resolve: async () => answers[asked++] ?? [] });
  const url = `http://rebind.example:${server.port}/`;
  expect(await post(url)).toMatchObject({ ok: true, value: { status: 200 } });
  expect([asked, server.seen[0]?.headers.host]).toEqual([1, `rebind.example:${server.port}`]);
  // No connection is kept, so the next request is checked again.
  expect(await post(url)).toMatchObject({ ok: false, error: { refused: true } });
  expect(server.seen).toHaveLength(1);
});

test('a setting that was changed holds for the next request', async () => {
  const server = await target();
  let isAllowed = true;
  const { post } = outgoing('127.0.0.0/8', { allowPrivate: () => isAllowed, resolve: async () => ['10.255.255.1'] });
  isAllowed = false;
  expect(await post(`https://nas.example:${server.port}/`)).toMatchObject({
    ok: false,
    error: { refused: true, message: expect.stringContaining('private network') },
  });
});

test.each([
  'http://169.254.169.254/latest/meta-data/',
  'http://metadata.google.internal/',
  'http://[fd00:ec2::254]/',
  'file:///etc/passwd',
  'gopher://127.0.0.1:25/',
  'http://0xa9fea9fe/',
])('a redirect to %s is refused', async (location) => {
  const server = await target((_, response) => void response.writeHead(307, { location }).end());
  const answer = await outgoing().post(`${server.url}/token-in-path`);
  expect(answer).toMatchObject({ ok: false, error: { refused: true } });
  expect(JSON.stringify(answer)).not.toContain('token-in-path');
});

test.each(['http', 'https'])(
  'a public service does not lead into another network by a redirect to %s, although that network is allowed',
  async (scheme) => {
    const inside = await target();
    const location = `${scheme}://nas.example:${inside.port}/admin`;
    const service = await target((_, response) => void response.writeHead(307, { location }).end());
    const policy = createPolicy({ allowPrivate: () => true, named: { includes: () => true } });
    const connect = createConnect(policy, async () => ['127.0.0.1']);
    const { signal } = new AbortController();
    const request = createRequest({
      clock: systemClock,
      /** The service is reached at an address that looks public. */
      async connect(to, given) {
        const socket = await connect(to, given);
        if (to.host === 'hook.example') Object.defineProperty(socket, 'remoteAddress', { value: '93.184.215.14' });
        return socket;
      },
    });
    const post = (url: string) => request({ method: 'POST', url, body: 'text', signal });
    expect(await post(`http://hook.example:${service.port}/`)).toMatchObject({ ok: false, error: { refused: true } });
    expect([service.seen.length, inside.seen]).toEqual([1, []]);
    expect(await post(`http://nas.example:${inside.port}/`)).toMatchObject({ ok: true });
  },
);

test.each([301, 302, 303, 307, 308])(
  'a redirect to another machine is not followed and names it, without its path: status %i',
  async (status) => {
    const portal = await target();
    const location = `${portal.url}/login?rd=secret`;
    const first = await target((_, response) => void response.writeHead(status, { location }).end());
    const answer = await outgoing().post(`${first.url}/secret`);
    expect(answer).toMatchObject({
      ok: false,
      error: { sent: false, message: expect.stringContaining(`It leads to ${portal.url}, and Belfry does not follow`) },
    });
    expect(JSON.stringify(answer)).not.toContain('secret');
    expect(portal.seen).toEqual([]);
  },
);

test('a redirect to the same name over https is followed with the message, and without credentials', async () => {
  const certificate = await createCertificate('service', '127.0.0.1');
  setDefaultCACertificates([certificate.cert]);
  onTestFinished(() => setDefaultCACertificates([]));
  const seen: IncomingMessage[] = [];
  const last = createTlsServer(certificate, (request, response) => {
    seen.push(request);
    response.end('done');
  });
  const port = await listening(last);
  const location = `https://127.0.0.1:${port}/new`;
  const first = await target((_, response) => void response.writeHead(301, { location }).end());
  const headers = { Authorization: 'Bearer secret', 'X-Gotify-Key': 'secret', 'Content-Type': 'application/json' };
  expect(await outgoing().post(first.url, { headers })).toMatchObject({ ok: true, value: { status: 200 } });
  expect(first.seen[0]?.headers).toMatchObject({ authorization: 'Bearer secret' });
  expect(seen).toMatchObject([{ method: 'POST', url: '/new', headers: { 'content-type': 'application/json' } }]);
  expect(JSON.stringify(seen[0]?.headers)).not.toContain('secret');
});

test('a slow answer is waited for as long as the caller says, while a machine that cannot be reached is not', async () => {
  const asked = Promise.withResolvers<ServerResponse>();
  const server = await target((_, response) => asked.resolve(response));
  const clock = fakeClock();
  const pending = outgoing('127.0.0.0/8', { clock }).post(server.url, { answerMs: 180_000 });
  const response = await asked.promise;
  await clock.advance(179_000);
  response.end('late');
  expect(await pending).toMatchObject({ ok: true, value: { body: 'late' } });
  expect(server.seen).toHaveLength(1);
  const request = createRequest({ clock, connect: (_, signal) => aborted(signal) });
  const { signal } = new AbortController();
  const unreachable = request({ method: 'POST', url: server.url, signal, answerMs: 180_000 });
  await clock.advance(30_000);
  expect(await unreachable).toMatchObject({ ok: false, error: { sent: false } });
});

/** Never opens a connection. */
const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }));

test('a redirect within the origin keeps the headers, and 303 is followed with GET', async () => {
  const server = await target(({ url }, response) =>
    url === '/a' ? void response.writeHead(303, { location: '/b' }).end() : void response.end('there'),
  );
  const answer = await outgoing().post(`${server.url}/a`, { headers: { 'x-key': 'k' } });
  expect(answer).toMatchObject({ ok: true, value: { body: 'there' } });
  expect(server.seen[1]).toMatchObject({ method: 'GET', url: '/b', body: '', headers: { 'x-key': 'k' } });
});

test('the fourth redirect is not followed', async () => {
  const server = await target((_, response) => void response.writeHead(302, { location: '/again' }).end());
  expect(await outgoing().post(server.url)).toMatchObject({
    ok: false,
    error: { message: expect.stringContaining('redirects more than 3 times') },
  });
  expect(server.seen).toHaveLength(4);
});

test('an answer of 10 MB is cut after 64 KiB, and its status counts', async () => {
  const server = await target((_, response) => void response.end('x'.repeat(10 << 20)));
  const answer = await outgoing().post(server.url);
  expect(answer.ok && [answer.value.status, answer.value.body.length]).toEqual([200, 64 * 1024]);
});

test('a host that accepts and never answers ends after its time, and says that the message may have arrived', async () => {
  const asked = Promise.withResolvers<void>();
  const server = await target(() => asked.resolve());
  const clock = fakeClock();
  const pending = outgoing('127.0.0.0/8', { clock }).post(`${server.url}/secret`);
  await asked.promise;
  await clock.advance(30_000);
  expect(await pending).toMatchObject({
    ok: false,
    error: { message: `127.0.0.1:${server.port} did not answer in time.`, sent: true },
  });
});

test('an answer whose body hangs is judged by its status', async () => {
  const head = Promise.withResolvers<void>();
  const noteHead = () => head.resolve();
  subscribe('undici:request:headers', noteHead);
  onTestFinished(() => void unsubscribe('undici:request:headers', noteHead));
  const server = await target((_, response) => void response.writeHead(200, { 'content-length': 100 }).write('half'));
  const clock = fakeClock();
  const pending = outgoing('127.0.0.0/8', { clock }).post(server.url, { timeoutMs: 10_000 });
  await head.promise;
  await new Promise((done) => setImmediate(done));
  await clock.advance(10_000);
  expect(await pending).toMatchObject({ ok: true, value: { status: 200 } });
});

test('a caller can give up a request', async () => {
  const asked = Promise.withResolvers<void>();
  const server = await target(() => asked.resolve());
  const given = new AbortController();
  const pending = outgoing().post(server.url, { signal: given.signal });
  await asked.promise;
  given.abort();
  expect(await pending).toMatchObject({
    ok: false,
    error: { sent: true, message: expect.stringContaining('given up') },
  });
});

test('a host that refuses, closes at once or does not speak HTTP is a failure with that reason', async () => {
  const closed = createTcpServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
  const garbage = createTcpServer((socket) => socket.end('220 mail.example ESMTP\r\n')).listen(0, '127.0.0.1');
  onTestFinished(() => {
    closed.close();
    garbage.close();
  });
  await Promise.all([once(closed, 'listening'), once(garbage, 'listening')]);
  const gone = await target();
  const { post } = outgoing('127.0.0.0/8', {
    resolve: () => Promise.reject(Object.assign(new Error('no'), { code: 'ENOTFOUND' })),
  });
  const words = async (url: string) => {
    const answer = await post(url);
    return answer.ok ? 'ok' : answer.error.message;
  };
  const portOf = (server: typeof closed) => (server.address() as AddressInfo).port;
  expect(await words(`http://127.0.0.1:${portOf(closed)}/`)).toMatch(/closed the connection without a complete answer/);
  expect(await words(`http://127.0.0.1:${portOf(garbage)}/`)).toMatch(/without a complete answer/);
  expect(await words('http://127.0.0.1:1/')).toMatch(/cannot be reached \(ECONNREFUSED\)/);
  expect(await words('https://hook.example/')).toMatch(/could not be resolved \(ENOTFOUND\)/);
  expect(gone.seen).toEqual([]);
});

test('a certificate that does not fit fails with its reason before anything is sent; one that fits is used with the name of the host', async () => {
  const fits = await createCertificate('hook.example', '192.0.2.1');
  const names: unknown[] = [];
  const server = createTlsServer({ key: fits.key, cert: fits.cert }, (request, response) => {
    names.push([
      request.headers.host,
      request.socket instanceof Object && 'servername' in request.socket && request.socket.servername,
    ]);
    response.end('done');
  });
  const port = await listening(server);
  const resolve = async () => ['127.0.0.1'];
  const message = async (host: string) => {
    const answer = await outgoing('127.0.0.0/8', { resolve }).post(`https://${host}:${port}/secret`);
    return answer.ok ? answer.value.body : answer.error.message;
  };
  expect(await message('hook.example')).toBe(
    `The certificate of hook.example:${port} is not trusted: it is signed by nobody but itself (DEPTH_ZERO_SELF_SIGNED_CERT). Nothing was sent.`,
  );
  setDefaultCACertificates([fits.cert]);
  expect(await message('other.example')).toMatch(/is for another name \(ERR_TLS_CERT_ALTNAME_INVALID\)/);
  expect(names).toEqual([]);
  expect(await message('hook.example')).toBe('done');
  expect(names).toEqual([[`hook.example:${port}`, 'hook.example']]);
});

test('plain http to a public address is refused before anything is sent', async () => {
  const { post } = outgoing('', { resolve: async () => ['93.184.215.14'] });
  expect(await post('http://example.com/hook')).toMatchObject({
    ok: false,
    error: { refused: true, message: expect.stringContaining('only encrypted connections are allowed') },
  });
});
