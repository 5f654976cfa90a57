// Authentication and the reading of answers, against a real TLS server.
import { X509Certificate } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { iso } from '../../lib/clock.ts';
import { fakeClock } from '../../lib/fake-clock.ts';
import { pve } from '../pve/kind.ts';
import { json, startTlsServer, type TlsServer } from '../testing/tls-server.ts';
import { TICKET_RENEW_MS } from './authenticator.ts';
import { createSession, type SessionConfig } from './session.ts';

const signal = new AbortController().signal;
const byToken = { tokenName: 'belfry@pve!monitor', tokenValue: 's3cret' };
const byPassword = { user: 'root', password: 'pässword&' };

function open(host: string, login: Partial<SessionConfig>) {
  const clock = fakeClock();
  const session = createSession({ host, verifySSL: false, ...login }, pve.product, clock);
  return {
    ...session,
    clock,
    get: (path: string) => session.read(signal).get(path),
    [Symbol.asyncDispose]: session.close,
  };
}

/** A host that hands out numbered tickets and accepts the newest one. */
function ticketHost() {
  let issued = 0;
  let good = 0;
  const forms: string[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    if (request.url === '/api2/json/access/ticket') {
      let form = '';
      for await (const chunk of request) form += chunk;
      forms.push(form);
      good = ++issued;
      json(response, { ticket: `PVE:root@pam:${issued}::x=`, username: 'root@pam' });
    } else if (request.headers.cookie === `PVEAuthCookie=${encodeURIComponent(`PVE:root@pam:${good}::x=`)}`)
      json(response, 'in');
    else response.writeHead(401, 'permission denied - invalid PVE ticket').end();
  };
  return {
    answer: (request: IncomingMessage, response: ServerResponse) => void answer(request, response),
    forms,
    /** Makes every ticket handed out so far worthless. */
    forget: () => {
      good = -1;
    },
  };
}

test('a token goes with every request, in the form of the product', async () => {
  await using server = await startTlsServer((_, response) => json(response, { version: '9.2' }));
  await using session = open(server.origin, byToken);
  expect(await session.get('/version')).toEqual({ ok: true, value: { version: '9.2' } });
  expect(server.requests).toMatchObject([
    { url: '/api2/json/version', headers: { authorization: 'PVEAPIToken=belfry@pve!monitor=s3cret' } },
  ]);
});

test('a password is exchanged for a ticket once for any number of waiting calls', async () => {
  const host = ticketHost();
  await using server = await startTlsServer(host.answer);
  await using session = open(server.origin, byPassword);
  const answers = await Promise.all(Array.from({ length: 10 }, () => session.get('/version')));
  expect(answers).toEqual(answers.map(() => ({ ok: true, value: 'in' })));
  expect(host.forms.map((f) => Object.fromEntries(new URLSearchParams(f)))).toEqual([
    { username: 'root@pam', password: 'pässword&' },
  ]);
});

test('a ticket is renewed at four fifths of its two hours, before it is refused', async () => {
  const host = ticketHost();
  await using server = await startTlsServer(host.answer);
  await using session = open(server.origin, byPassword);
  await session.get('/version');
  await session.clock.advance(TICKET_RENEW_MS - 1);
  await session.get('/version');
  expect(host.forms).toHaveLength(1);
  await session.clock.advance(1);
  expect(await session.get('/version')).toMatchObject({ ok: true });
  expect(host.forms).toHaveLength(2);
  expect(TICKET_RENEW_MS).toBe(96 * 60_000);
});

test.for([3_600_000, -3_600_000])(
  'a step of the clock by %d ms renews a ticket neither sooner nor later',
  async (step) => {
    const host = ticketHost();
    await using server = await startTlsServer(host.answer);
    await using session = open(server.origin, byPassword);
    await session.get('/version');
    session.clock.step(step);
    await session.clock.advance(TICKET_RENEW_MS - 1);
    await session.get('/version');
    expect(host.forms).toHaveLength(1);
    await session.clock.advance(1);
    await session.get('/version');
    expect(host.forms).toHaveLength(2);
  },
);

test('a ticket that is refused before its expiry is replaced once, and the call is repeated once', async () => {
  const host = ticketHost();
  await using server = await startTlsServer(host.answer);
  await using session = open(server.origin, byPassword);
  await session.get('/version');
  host.forget();
  const answers = await Promise.all([session.get('/a'), session.get('/b'), session.get('/c')]);
  expect(answers.every((a) => a.ok)).toBe(true);
  expect(host.forms).toHaveLength(2);
});

test('a host that refuses every ticket is an auth error after two tries', async () => {
  await using server = await startTlsServer((request, response) => {
    if (request.method === 'POST') json(response, { ticket: 'useless' });
    else response.writeHead(401).end();
  });
  await using session = open(server.origin, byPassword);
  expect(await session.get('/version')).toMatchObject({ ok: false, error: { kind: 'auth', status: 401 } });
  expect(server.requests.filter((r) => r.method === 'GET')).toHaveLength(2);
});

test.each([
  [401, 'auth'],
  [403, 'forbidden'],
  [429, 'rate-limited'],
  [500, 'bad-status'],
  [595, 'bad-status'],
] as const)('status %i is the error %s, with the status and without the secret', async (status, kind) => {
  await using server = await startTlsServer((_, response) => void response.writeHead(status, 'because').end());
  await using session = open(server.origin, byToken);
  const answer = await session.get('/version');
  expect(answer).toMatchObject({ ok: false, error: { kind, status } });
  expect(JSON.stringify(answer)).not.toContain('s3cret');
});

test.each([
  ['a web page', '<html>Please sign in</html>'],
  ['half an answer', '{"data":[{"id":"qem'],
  ['nothing', ''],
  ['another JSON', '{"items":[]}'],
  ['null', 'null'],
])('%s with status 200 is a bad payload', async (_, body) => {
  await using server = await startTlsServer((_, response) => void response.writeHead(200).end(body));
  await using session = open(server.origin, byToken);
  expect(await session.get('/version')).toMatchObject({ ok: false, error: { kind: 'bad-payload' } });
});

test('an invalid host is an error with that reason, not an exception', async () => {
  await using session = open('http://pve1', byToken);
  const answer = await session.get('/version');
  expect(answer).toMatchObject({
    ok: false,
    error: { kind: 'unreachable', message: expect.stringContaining('http://pve1') },
  });
});

const memberAnswer = (request: IncomingMessage, response: ServerResponse) =>
  json(response, request.url?.endsWith('/version') ? { version: '9.2' } : 'second');

/** The cluster names the server as a member, with that certificate. Returns when the member was tried. */
async function follow(session: ReturnType<typeof open>, server: TlsServer, { fingerprint } = server.certificate) {
  session.setMembers([{ origin: server.origin, trust: { mode: 'pinned', fingerprint, by: 'cluster' } }]);
  await expect
    .poll(async () => {
      await session.clock.advance(0);
      return session.endpoints().length;
    })
    .toBe(2);
}

test('an address with another certificate than the cluster names gets no credentials, and is not used for failover', async () => {
  for (const login of [byToken, byPassword]) {
    await using main = await startTlsServer((_, response) => void response.writeHead(500).end());
    await using stranger = await startTlsServer(memberAnswer);
    await using session = open(main.origin, login);
    await follow(session, stranger, main.certificate);
    expect(await session.get('/cluster/resources')).toMatchObject({ ok: false, error: { status: 500 } });
    expect(stranger.requests).toEqual([]);
    expect(session.endpoints()[1]?.unproven).toContain('No credentials were sent');
  }
});

test.each([
  ['answers 404', (response: ServerResponse) => void response.writeHead(404).end()],
  ['answers 401', (response: ServerResponse) => void response.writeHead(401).end()],
  ['shows a web page', (response: ServerResponse) => void response.writeHead(200).end('<html>')],
  ['names no version', (response: ServerResponse) => json(response, { hello: 'world' })],
])('a member that %s is not verified, so it is not used for failover', async (_, answer) => {
  await using main = await startTlsServer((_, response) => void response.writeHead(500).end());
  await using member = await startTlsServer((_, response) => answer(response));
  await using session = open(main.origin, byToken);
  await follow(session, member);
  await session.get('/cluster/resources');
  expect(member.requests.map((request) => request.url)).toEqual(['/api2/json/version']);
  expect(session.endpoints()[1]?.unproven).toContain(member.origin);
});

test.each([404, 302])('a call answered with %i is answered by the next member', async (status) => {
  await using first = await startTlsServer((_, response) => void response.writeHead(status).end());
  await using second = await startTlsServer(memberAnswer);
  await using session = open(first.origin, byToken);
  await follow(session, second);
  expect(await session.get('/cluster/resources')).toEqual({ ok: true, value: 'second' });
});

test('an error names the host that is configured, whichever member was asked', async () => {
  await using first = await startTlsServer((_, response) => void response.writeHead(404).end());
  await using second = await startTlsServer(memberAnswer);
  await using session = open(first.origin, byToken);
  await follow(session, second);
  await session.get('/cluster/resources');
  await second.stop();
  const answer = await session.get('/cluster/resources');
  expect(answer).toMatchObject({ ok: false, error: { message: expect.stringContaining(`of ${first.origin}`) } });
});

test('a call that fails on one member is answered by the next, and a cycle stays with the one that answered', async () => {
  await using first = await startTlsServer((_, response) => void response.writeHead(500).end());
  await using second = await startTlsServer(memberAnswer);
  await using session = open(first.origin, byToken);
  await follow(session, second);
  const reader = session.read(signal);
  expect(await reader.get('/a')).toEqual({ ok: true, value: 'second' });
  expect(await reader.get('/b')).toEqual({ ok: true, value: 'second' });
  expect(first.requests.map((r) => r.url)).toEqual(['/api2/json/a']);
  expect(session.endpoints().map((e) => e.healthy)).toEqual([false, true]);
});

test('an unreachable node behind a working member does not count as a failure of that member', async () => {
  await using server = await startTlsServer((_, response) => void response.writeHead(595).end());
  await using session = open(server.origin, byToken);
  const answer = await session.read(signal).get('/nodes/pve2/status', { blameless: true });
  expect(answer).toMatchObject({ ok: false, error: { kind: 'bad-status', status: 595 } });
  expect(session.endpoints()).toMatchObject([{ host: server.origin, healthy: true }]);
});

test('an address says when its certificate is valid, and how wrong its clock is', async () => {
  await using server = await startTlsServer((_, response) => {
    response.setHeader('date', new Date(600_000).toUTCString());
    json(response, 'in');
  });
  await using session = open(server.origin, byToken);
  await session.get('/version');
  const { validFrom, validTo } = new X509Certificate(server.certificate.cert);
  const certificate = { validFrom: iso(Date.parse(validFrom)), validTo: iso(Date.parse(validTo)) };
  expect(session.endpoints()).toEqual([{ host: server.origin, healthy: true, certificate, clockAheadSeconds: 600 }]);
});
