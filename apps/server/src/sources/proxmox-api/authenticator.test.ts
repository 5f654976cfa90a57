// How credentials are used, and how refused ones rest, against a real TLS server.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { fakeClock } from '../../lib/fake-clock.ts';
import { pbs } from '../pbs/kind.ts';
import { pmg } from '../pmg/kind.ts';
import { pve } from '../pve/kind.ts';
import { json, startTlsServer } from '../testing/tls-server.ts';
import type { Product } from './product.ts';
import { restMs } from './refusals.ts';
import { createSession, type SessionConfig } from './session.ts';

const signal = new AbortController().signal;
const START = Date.parse('2026-11-22T05:00:00Z');
const MINUTE = 60_000;
const byToken = { tokenName: 'belfry@pbs!monitor', tokenValue: 's3cret' };
const byPassword = { user: 'monitor', password: 'secret' };

function open(host: string, login: Partial<SessionConfig>, product: Product = pbs.product) {
  const clock = fakeClock(START);
  const session = createSession({ host, verifySSL: false, ...login }, product, clock);
  return {
    clock,
    get: (path: string) => session.read(signal).get(path),
    [Symbol.asyncDispose]: session.close,
  };
}
const refuse = (_: IncomingMessage, response: ServerResponse) => void response.writeHead(401).end();
/** As Backup Server writes an error: plain text that is labelled as JSON. */
const plain = (status: number, words: string) => (_: IncomingMessage, response: ServerResponse) =>
  void response.writeHead(status, { 'content-type': 'application/json;charset=UTF-8' }).end(words);

test('the pauses after refusals last minutes, and increase to an hour', () => {
  expect([1, 2, 3, 4, 5, 6, 7, 50].map((n) => restMs(n) / MINUTE)).toEqual([2, 4, 8, 16, 32, 60, 60, 60]);
});

test.each([
  ['token', byToken],
  ['password', byPassword],
])(
  'a refused %s makes only a few failed logins in a day, for any polling interval and number of calls',
  async (_, login) => {
    await using server = await startTlsServer(refuse);
    await using session = open(server.origin, login);
    const failures: number[] = [];
    for (let minute = 0; minute <= 180; minute++) {
      const answers = await Promise.all(['/status', '/version', '/nodes'].map(session.get));
      expect(answers).toMatchObject(answers.map(() => ({ ok: false, error: { kind: 'auth', status: 401 } })));
      if (server.requests.length > failures.length) failures.push(minute);
      expect(server.requests.length).toBe(failures.length);
      await session.clock.advance(MINUTE);
    }
    expect(failures).toEqual([0, 2, 6, 14, 30, 62, 122]);
  },
);

test('while refused credentials are paused, the error has the time of the next try', async () => {
  await using server = await startTlsServer(refuse);
  await using session = open(server.origin, byToken);
  const retryAt = START + 2 * MINUTE;
  expect(await session.get('/version')).toMatchObject({ ok: false, error: { retryAt } });
  await session.clock.advance(MINUTE);
  expect(await session.get('/version')).toMatchObject({ ok: false, error: { retryAt } });
});

test('a changed configuration and a connection test are tried at once, because each has its own session', async () => {
  await using server = await startTlsServer((request, response) =>
    request.headers.authorization?.endsWith(':right') ? json(response, 'in') : refuse(request, response),
  );
  await using before = open(server.origin, byToken);
  expect(await before.get('/version')).toMatchObject({ ok: false });
  await using after = open(server.origin, { ...byToken, tokenValue: 'right' });
  expect(await after.get('/version')).toEqual({ ok: true, value: 'in' });
});

test('a step of the wall clock neither ends nor extends a pause', async () => {
  await using server = await startTlsServer(refuse);
  await using session = open(server.origin, byToken);
  await session.get('/version');
  session.clock.step(60 * MINUTE);
  await session.get('/version');
  expect(server.requests).toHaveLength(1);
  session.clock.step(-120 * MINUTE);
  await session.clock.advance(2 * MINUTE);
  await session.get('/version');
  expect(server.requests).toHaveLength(2);
});

test('accepted credentials start with the shortest pause again', async () => {
  let isGood = false;
  await using server = await startTlsServer((request, response) =>
    isGood ? json(response, 'in') : refuse(request, response),
  );
  await using session = open(server.origin, byToken);
  await session.get('/version');
  await session.clock.advance(2 * MINUTE);
  await session.get('/version');
  isGood = true;
  await session.clock.advance(4 * MINUTE);
  expect(await session.get('/version')).toMatchObject({ ok: true });
  isGood = false;
  expect(await session.get('/version')).toMatchObject({
    error: { retryAt: START + 6 * MINUTE + 2 * MINUTE },
  });
});

test('with accepted credentials, waiting calls are sent after the first answer', async () => {
  let answered = 0;
  await using server = await startTlsServer((_, response) => {
    answered++;
    json(response, 'in');
  });
  await using session = open(server.origin, byToken);
  const answers = await Promise.all(Array.from({ length: 8 }, () => session.get('/version')));
  expect(answers.every((answer) => answer.ok)).toBe(true);
  expect(answered).toBe(8);
});

test('a host that accepts the login and refuses its tickets is called twice, and then paused', async () => {
  await using server = await startTlsServer((request, response) =>
    request.method === 'POST' ? json(response, { ticket: 'PBS:x::y' }) : refuse(request, response),
  );
  await using session = open(server.origin, byPassword);
  for (let i = 0; i < 5; i++) await session.get('/version');
  expect(server.requests.map((request) => request.method)).toEqual(['POST', 'GET', 'POST', 'GET']);
});

test.each([
  ['Backup Server', pbs.product, { ticket: 'PBS:!tfa!%7B%7D:x::y', CSRFPreventionToken: 'invalid' }, 'API token'],
  ['Proxmox VE', pve.product, { ticket: 'PVE:!tfa!%7B%7D:x::y', NeedTFA: 1 }, 'API token'],
  ['Proxmox VE 6', pve.product, { ticket: 'PVE:tfa!root@pam!x::y', NeedTFA: 1 }, 'API token'],
  ['Mail Gateway', pmg.product, { ticket: 'PMG:!tfa!%7B%7D:x::y' }, 'without a second factor'],
])(
  '%s: an account with a second factor gets an error with instructions, and its partial ticket is never used',
  async (_, product, data, words) => {
    await using server = await startTlsServer((_, response) => json(response, data));
    await using session = open(server.origin, byPassword, product);
    for (let i = 0; i < 5; i++)
      expect(await session.get('/version')).toMatchObject({
        ok: false,
        error: { kind: 'auth', message: expect.stringContaining(words) },
      });
    expect(server.requests.map((request) => request.method)).toEqual(['POST']);
  },
);

test('a login while the API daemon is down is an outage, not refused credentials, and causes no pause', async () => {
  await using server = await startTlsServer(plain(400, 'client error (Connect)'));
  await using session = open(server.origin, byPassword);
  for (let i = 0; i < 3; i++)
    expect(await session.get('/version')).toMatchObject({ ok: false, error: { kind: 'unreachable', status: 400 } });
  expect(server.requests).toHaveLength(3);
});

test('plain text labelled as JSON is read as the words of the host; a missing thing and a wrong call give different errors', async () => {
  await using server = await startTlsServer((request, response) =>
    request.url?.includes('gone')
      ? plain(400, 'ENOENT: No such file or directory')(request, response)
      : plain(400, "parameter verification failed - 'ns': wrong")(request, response),
  );
  await using session = open(server.origin, byToken);
  const gone = await session.get('/gone');
  expect(gone).toMatchObject({
    error: { kind: 'bad-status', isMissing: true, message: expect.stringContaining('ENOENT') },
  });
  const wrong = await session.get('/wrong');
  expect(wrong).toMatchObject({
    error: { kind: 'bad-status', message: expect.stringContaining('verification failed') },
  });
  expect(wrong).not.toHaveProperty('error.isMissing');
});

test('a login that is refused for one call alone, as by a node behind this host, costs that call and nothing else', async () => {
  await using server = await startTlsServer((request, response) =>
    request.url?.includes('/nodes/far/') ? refuse(request, response) : json(response, 'in'),
  );
  await using session = open(server.origin, byToken);
  await session.get('/version');
  const far = await session.get('/nodes/far/status');
  expect(far).toMatchObject({ ok: false, error: { kind: 'auth' } });
  expect(far).not.toHaveProperty('error.retryAt');
  expect(await session.get('/nodes/near/status')).toMatchObject({ ok: true });
});

test('a token that is no longer accepted is noticed after one more call, and is then paused', async () => {
  let isGood = true;
  await using server = await startTlsServer((request, response) =>
    isGood ? json(response, 'in') : refuse(request, response),
  );
  await using session = open(server.origin, byToken);
  await session.get('/version');
  isGood = false;
  for (let i = 0; i < 5; i++)
    expect(await session.get('/a')).toMatchObject({ error: { kind: 'auth', retryAt: expect.any(Number) } });
  expect(server.requests.map(({ url }) => url?.replace('/api2/json', ''))).toEqual(['/version', '/a', '/version']);
});
