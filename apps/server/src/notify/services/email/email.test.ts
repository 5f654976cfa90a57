// E-mail against a mail server in the same process. postfix.test.ts has the same against Postfix.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Server } from 'node:net';
import { setDefaultCACertificates } from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import { fakeClock } from '../../../lib/fake-clock.ts';
import { mailServer } from './testing/mail-server.ts';
import { depsOf, mailerTo } from './testing/sending.ts';

async function listening(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

test('a relay without credentials and encryption gets text and HTML for every recipient', async () => {
  const { received, port } = await mailServer({ disabledCommands: ['STARTTLS', 'AUTH'] });
  const { mail, target } = mailerTo({
    port,
    tls: false,
    to: ['ann@example.com', 'Bob <bob@example.com>'],
    replyTo: 'ops@example.com',
  });
  expect(await mail()).toEqual({ ok: true, status: 250, words: '250 accepted as 4711' });
  expect(target).toBe(`ann@example.com, Bob <bob@example.com> via mail.example:${port}`);
  expect(received).toMatchObject([
    {
      from: 'belfry@example.com',
      to: ['ann@example.com', 'bob@example.com'],
      secure: false,
      mail: {
        subject: '[Belfry] CRITICAL web-1 - CPU usage',
        from: { name: 'Belfry', address: 'belfry@example.com' },
        replyTo: [{ address: 'ops@example.com' }],
        text: expect.stringContaining('Value:    93 % (threshold 80 %)'),
        html: expect.stringContaining('93 % (threshold 80 %)'),
      },
    },
  ]);
  expect(received[0]?.raw).toContain('\r\nSubject: [Belfry] CRITICAL web-1 - CPU usage\r\n');
  const headers = Object.fromEntries((received[0]?.mail.headers ?? []).map(({ key, value }) => [key, value]));
  expect(headers).toMatchObject({
    'auto-submitted': 'auto-generated',
    'x-belfry-level': 'critical',
    'x-belfry-event': 'raised',
    'x-belfry-types': 'cpu',
    'x-priority': '1 (Highest)',
    date: 'Sun, 01 Mar 2026 12:00:00 +0000',
  });
});

test.each(['PLAIN', 'LOGIN'])('a password is sent by %s, and only over STARTTLS', async (method) => {
  const { received, port, certificate } = await mailServer({ authMethods: [method] });
  setDefaultCACertificates([certificate.cert]);
  const { mail } = mailerTo({ port, startTLS: true, username: 'ann' }, { password: 'pass wörd' });
  expect(await mail()).toMatchObject({ ok: true });
  expect(received).toMatchObject([{ secure: true, auth: { method, username: 'ann', password: 'pass wörd' } }]);
});

test('port 465 would be encrypted from the start, whatever else is set', async () => {
  const { received, port, certificate } = await mailServer({ secure: true });
  setDefaultCACertificates([certificate.cert]);
  const deps = depsOf();
  const connect: typeof deps.connect = (target, signal) => deps.connect({ ...target, port }, signal);
  const { mail } = mailerTo({ port: 465, tls: false }, {}, { ...deps, connect });
  expect(await mail()).toMatchObject({ ok: true });
  expect(received).toMatchObject([{ secure: true }]);
});

test('STARTTLS that is required is never skipped, and TLS alone uses it where it is offered', async () => {
  const plain = await mailServer({ disabledCommands: ['STARTTLS'] });
  expect(await mailerTo({ port: plain.port, startTLS: true }).mail()).toMatchObject({
    ok: false,
    words: expect.stringMatching(/answered to STARTTLS, which the settings require: 5/),
  });
  expect(plain.received).toEqual([]);
  expect(await mailerTo({ port: plain.port, username: 'ann' }, { password: 'secret' }).mail()).toMatchObject({
    ok: false,
  });
  expect(plain.received).toEqual([]);
  expect(await mailerTo({ port: plain.port }).mail()).toMatchObject({ ok: true });
  const offered = await mailServer();
  setDefaultCACertificates([offered.certificate.cert]);
  expect(await mailerTo({ port: offered.port }).mail()).toMatchObject({ ok: true });
  expect(offered.received).toMatchObject([{ secure: true }]);
});

test('with credentials, nothing goes to a server that offers no sign-in', async () => {
  const { received, port, certificate } = await mailServer({ disabledCommands: ['AUTH'] });
  setDefaultCACertificates([certificate.cert]);
  const { mail } = mailerTo({ port, startTLS: true, username: 'ann' }, { password: 'secret' });
  expect(await mail()).toEqual({
    ok: false,
    words: expect.stringContaining('offers no sign-in on this connection, and credentials are set'),
    retryAfterMs: 5000,
  });
  expect(received).toEqual([]);
});

test('a password does not go over a public network without encryption', async () => {
  const { mail } = mailerTo(
    { port: 25, tls: false, username: 'ann' },
    { password: 'secret' },
    depsOf({}, '93.184.215.14', ''),
  );
  expect(await mail()).toMatchObject({
    ok: false,
    words: expect.stringContaining('only encrypted connections are allowed'),
  });
});

test('a mail server on this machine is refused while its network is not named', async () => {
  const { received, port } = await mailServer();
  expect(await mailerTo({ port }, {}, depsOf({}, '127.0.0.1', '')).mail()).toMatchObject({
    ok: false,
    words: expect.stringContaining('BELFRY_NOTIFY_ALLOWED_NETWORKS'),
  });
  expect(received).toEqual([]);
});

test('a certificate that is not trusted is refused with the reason', async () => {
  const { received, port, certificate } = await mailServer();
  setDefaultCACertificates([]);
  expect(await mailerTo({ port, startTLS: true }).mail()).toMatchObject({
    ok: false,
    words: expect.stringContaining('it is signed by nobody but itself (DEPTH_ZERO_SELF_SIGNED_CERT)'),
  });
  setDefaultCACertificates([certificate.cert]);
  expect(await mailerTo({ port, startTLS: true, server: 'other.example' }).mail()).toMatchObject({
    ok: false,
    words: expect.stringContaining('it is for another name'),
  });
  expect(received).toEqual([]);
});

/** The address of a provider that exchanges refresh tokens, and what it was asked. */
async function tokenServer(answer: () => [status: number, body: unknown]) {
  const asked: Record<string, string>[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    asked.push(Object.fromEntries(new URLSearchParams(body)));
    const [status, reply] = answer();
    response.writeHead(status).end(JSON.stringify(reply));
  });
  return { asked, tokenUrl: `http://127.0.0.1:${await listening(server)}/token` };
}

test('XOAUTH2 signs in with an access token', async () => {
  const { received, port, certificate } = await mailServer({ authMethods: ['XOAUTH2'] });
  setDefaultCACertificates([certificate.cert]);
  const { mail } = mailerTo(
    { port, startTLS: true, auth: 'xoauth2', username: 'ann@example.com' },
    { password: 'token-1' },
  );
  expect(await mail()).toMatchObject({ ok: true });
  expect(received).toMatchObject([
    { auth: { method: 'XOAUTH2', username: 'ann@example.com', accessToken: 'token-1' } },
  ]);
});

test('XOAUTH2 exchanges a refresh token, keeps the access token for its time, and renews one that is refused', async () => {
  const clock = fakeClock();
  let issued = 0;
  const { asked, tokenUrl } = await tokenServer(() => [200, { access_token: `token-${++issued}`, expires_in: 3600 }]);
  const revoked = new Set<string | undefined>();
  const seen: (string | undefined)[] = [];
  const { port, certificate } = await mailServer({
    authMethods: ['XOAUTH2'],
    onAuth({ accessToken }, _session, callback) {
      seen.push(accessToken);
      if (revoked.has(accessToken)) callback(null, { data: { status: '401', schemes: 'bearer' } });
      else callback(null, { user: 'ann' });
    },
  });
  setDefaultCACertificates([certificate.cert]);
  const settings = { port, startTLS: true, auth: 'xoauth2', username: 'ann', tokenUrl, clientId: 'belfry' } as const;
  const { mail } = mailerTo(settings, { refreshToken: 'refresh', clientSecret: 'hush' }, depsOf({ clock }));
  expect(await mail()).toMatchObject({ ok: true });
  expect(await mail()).toMatchObject({ ok: true });
  expect(asked).toEqual([
    { grant_type: 'refresh_token', refresh_token: 'refresh', client_id: 'belfry', client_secret: 'hush' },
  ]);
  await clock.advance(3_600_000);
  expect(await mail()).toMatchObject({ ok: true });
  revoked.add('token-2');
  expect(await mail()).toMatchObject({ ok: true });
  expect(seen).toEqual(['token-1', 'token-1', 'token-2', 'token-2', 'token-3']);
});

test('a refresh token that the provider refuses is a failure with its reason and without the token', async () => {
  const { tokenUrl } = await tokenServer(() => [
    400,
    { error: 'invalid_grant', error_description: 'very-secret expired' },
  ]);
  const { port, certificate } = await mailServer({ authMethods: ['XOAUTH2'] });
  setDefaultCACertificates([certificate.cert]);
  const { mail } = mailerTo(
    { port, startTLS: true, auth: 'xoauth2', username: 'ann', tokenUrl },
    { refreshToken: 'very-secret' },
  );
  const result = await mail();
  expect(result).toMatchObject({
    ok: false,
    words: expect.stringContaining('no access token for the refresh token (invalid_grant: *** expired).'),
  });
  expect(result.ok || result.refused).toBeUndefined();
});

test('a wrong password is a failure that can be repaired, and the password is not in the words', async () => {
  const { port, certificate } = await mailServer({
    onAuth: ({ password }, _session, callback) => callback(new Error(`bad password ${password}`)),
  });
  setDefaultCACertificates([certificate.cert]);
  const { mail } = mailerTo({ port, startTLS: true, username: 'ann', maxRetries: 0 }, { password: 'hunter22' });
  expect(await mail()).toEqual({
    ok: false,
    status: 535,
    words: `mail.example:${port} answered to the sign-in: 535 bad password ***`,
  });
});

const refusing = (code: number) => ({
  onRcptTo({ address }: { address: string }, _session: unknown, callback: (error?: Error) => void) {
    if (address.startsWith('no-'))
      callback(Object.assign(new Error(`no such user ${address}`), { responseCode: code }));
    else callback();
  },
});

test('a recipient that is refused is named, and the others get the message', async () => {
  const { received, port } = await mailServer({ ...refusing(550), disabledCommands: ['STARTTLS'] });
  const { mail } = mailerTo({ port, to: ['no-one@example.com', 'ann@example.com'] });
  expect(await mail()).toEqual({
    ok: true,
    status: 250,
    words: '250 accepted as 4711 Refused: no-one@example.com (550 no such user no-one@example.com)',
  });
  expect(received).toMatchObject([{ to: ['ann@example.com'] }]);
});

test('a message that every recipient refuses for ever is refused; with a temporary error another attempt follows', async () => {
  const forEver = await mailServer({ ...refusing(550), disabledCommands: ['STARTTLS'] });
  const result = await mailerTo({ port: forEver.port, to: ['no-one@example.com'] }).mail();
  expect(result).toMatchObject({ ok: false, status: 550, refused: true });
  const later = await mailServer({ ...refusing(451), disabledCommands: ['STARTTLS'] });
  const again = await mailerTo({ port: later.port, to: ['no-one@example.com'], retryDelay: 7 }).mail();
  expect(again).toMatchObject({ ok: false, status: 451, retryAfterMs: 7000 });
  expect(again.ok || again.refused).toBeUndefined();
});

test('the first retries come after the delay of the settings, later ones as the outbox says', async () => {
  const { port } = await mailServer({ ...refusing(451), disabledCommands: ['STARTTLS'] });
  const { mail } = mailerTo({ port, to: ['no-one@example.com'], maxRetries: 2, retryDelay: 9 });
  const results = [await mail(), await mail(), await mail()];
  expect(results.map((result) => !result.ok && result.retryAfterMs)).toEqual([9000, 9000, undefined]);
});

test('a server that says nothing ends after 30 s', async () => {
  const asked = Promise.withResolvers<void>();
  const port = await listening(createTcpServer(() => asked.resolve()));
  const clock = fakeClock();
  const pending = mailerTo({ port }, {}, depsOf({ clock })).mail();
  await asked.promise;
  await clock.advance(30_000);
  expect(await pending).toMatchObject({ ok: false, words: `mail.example:${port} did not answer in time.` });
});

test('a server that takes the message and closes without an answer may have accepted it', async () => {
  const { port } = await mailServer({
    disabledCommands: ['STARTTLS'],
    onData(stream, session) {
      stream.resume().on('end', () => {
        for (const connection of sockets) connection.destroy();
        void session;
      });
    },
  });
  const sockets = new Set<{ destroy(): void }>();
  const deps = depsOf();
  const connect: typeof deps.connect = async (target, signal) => {
    const socket = await deps.connect(target, signal);
    sockets.add(socket);
    return socket;
  };
  expect(await mailerTo({ port }, {}, { ...deps, connect }).mail()).toMatchObject({ ok: false, lost: true });
});
