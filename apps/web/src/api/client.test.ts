import { expect, expectTypeOf, test } from 'vitest';
import { ApiError, createClient } from './client.ts';

const json = (value: unknown, init: ResponseInit = {}) => new Response(JSON.stringify(value), init);

/** Gives the answers in order, and records the requests and the waits. */
function clientWith(...answers: (Response | Error | 'hangs' | 'stops')[]) {
  const sent: { path: string; method: string; csrf: string | null; body: unknown }[] = [];
  const waits: number[] = [];
  const limits: number[] = [];
  const doubts: string[] = [];
  const clock = new AbortController();
  let cookie = 'theme=x; belfry_csrf=first';
  const client = createClient({
    async fetch(path, { method = '', headers, body, signal }) {
      sent.push({ path, method, csrf: new Headers(headers).get('x-csrf-token'), body });
      const answer = answers.shift();
      if (answer === 'hangs')
        return new Promise((_, fail) => signal?.addEventListener('abort', () => fail(signal.reason)));
      if (answer === 'stops')
        return new Response(
          new ReadableStream({ start: (own) => signal?.addEventListener('abort', () => own.error(signal.reason)) }),
        );
      if (answer === undefined || answer instanceof Error) throw answer ?? new Error('no more answers');
      cookie = answer.headers.get('x-cookie') ?? cookie;
      return answer;
    },
    cookies: () => cookie,
    unauthorized: () => void doubts.push(sent.at(-1)?.path ?? ''),
    wait: async (ms) => void waits.push(ms),
    timeout(ms) {
      limits.push(ms);
      return clock.signal;
    },
  });
  return { ...client, sent, waits, limits, clock, doubts };
}

test('names become requests: parameters escaped, absent query fields left out, bodies as JSON', async () => {
  const { call, sent } = clientWith(json({}), json({ entries: [] }));
  await call('PUT /api/config/nodes/:id', { params: { id: 'a/b' }, body: { name: 'x' } });
  await call('GET /api/security/audit', { query: { limit: 5, before: undefined }, signal: null });
  expect(sent[0]).toEqual({ path: '/api/config/nodes/a%2Fb', method: 'PUT', csrf: 'first', body: '{"name":"x"}' });
  expect(sent[1]).toEqual({ path: '/api/security/audit?limit=5', method: 'GET', csrf: null, body: undefined });
});

test('after a refused CSRF token the token is read again and the call is repeated once', async () => {
  const refusal = () =>
    json({ error: 'CSRF token missing' }, { status: 403, headers: { 'x-cookie': 'belfry_csrf=second' } });
  const { call, sent } = clientWith(refusal(), refusal());
  await expect(call('POST /api/config/nodes/:id/test', { params: { id: '1' } })).rejects.toThrow('CSRF');
  expect(sent.map(({ csrf }) => csrf)).toEqual(['first', 'second']);
});

test('another 403 is not tried again', async () => {
  const { call, sent } = clientWith(json({ error: 'You are not allowed to do this.' }, { status: 403 }));
  await expect(call('GET /api/config/nodes', { signal: null })).rejects.toMatchObject({
    status: 403,
  });
  expect(sent).toHaveLength(1);
});

test.each([
  ['as long as the server says', { 'Retry-After': '3' }, [3000]],
  ['also half a minute, as the server asks for after a burst', { 'Retry-After': '30' }, [30_000]],
  ['two seconds when it does not say', undefined, [2000]],
])('too many requests: waits %s, then tries once more', async (_, headers, expected) => {
  const { call, waits } = clientWith(new Response('', { status: 429, ...(headers && { headers }) }), json([]));
  expect(await call('GET /api/config/nodes', { signal: null })).toEqual([]);
  expect(waits).toEqual(expected);
});

test('a wait of more than a minute is reported at once instead of waited for', async () => {
  const { call, waits } = clientWith(json({ error: 'Slow down' }, { status: 429, headers: { 'Retry-After': '61' } }));
  await expect(call('GET /api/config/nodes', { signal: null })).rejects.toThrow('Slow down');
  expect(waits).toEqual([]);
});

test('a caller can end a call, and a call that is ended before is not sent', async () => {
  const { call, sent } = clientWith('hangs', json([]));
  const end = new AbortController();
  const ended = call('GET /api/config/nodes', { signal: end.signal });
  end.abort(new Error('the screen is gone'));
  await expect(ended).rejects.toThrow('the screen is gone');
  await expect(call('GET /api/config/nodes', { signal: end.signal })).rejects.toThrow('is gone');
  expect(sent).toHaveLength(1);
});

test('a read without a signal does not compile, and a change needs none', () => {
  const { call } = clientWith();
  type Second<F extends (...parts: never[]) => unknown> = Parameters<F>[1];
  expectTypeOf<Second<typeof call<'GET /api/config/nodes'>>>().toExtend<{ signal: AbortSignal | null }>();
  expectTypeOf<Second<typeof call<'GET /api/security/audit'>>>().toExtend<{ signal: AbortSignal | null }>();
  expectTypeOf<{ params: { id: string } }>().toExtend<Second<typeof call<'POST /api/config/nodes/:id/test'>>>();
});

test('an empty answer is null, a broken one is an error, no answer is status 0', async () => {
  const { call } = clientWith(new Response(''), new Response('<html>'), new TypeError('offline'));
  expect(await call('DELETE /api/config/nodes/:id', { params: { id: '1' } })).toBeNull();
  await expect(call('GET /api/config/nodes', { signal: null })).rejects.toThrow('Invalid JSON response from server');
  const lost = await call('GET /api/config/nodes', { signal: null }).catch((error: unknown) => error);
  expect(lost).toBeInstanceOf(ApiError);
  expect(lost).toMatchObject({ status: 0, message: 'Failed to connect to server' });
});

test('an incomplete answer is an error', async () => {
  const body = new ReadableStream({ start: (controller) => controller.error(new TypeError('reset')) });
  const { call } = clientWith(new Response(body));
  await expect(call('GET /api/config/nodes', { signal: null })).rejects.toMatchObject({ status: 0 });
});

test('a page that is left reads nothing more and gets no errors; its writes are still sent', async () => {
  const { call, status, abandonReads, sent } = clientWith('hangs', json({ status: 'success' }));
  const outcomes: string[] = [];
  const watch = (reading: Promise<unknown>) =>
    void reading.then(
      () => outcomes.push('answered'),
      () => outcomes.push('failed'),
    );
  watch(call('GET /api/config/nodes', { signal: null }));
  abandonReads();
  watch(call('GET /api/config/nodes', { signal: null }));
  watch(status('/api/state', { signal: null }));
  await call('DELETE /api/config/nodes/:id', { params: { id: '1' } });
  expect(outcomes).toEqual([]);
  expect(sent.map(({ method }) => method)).toEqual(['GET', 'DELETE']);
});

test('a server that does not answer within a minute is given up, for reads and for changes', async () => {
  const { call, status, limits, clock } = clientWith('hangs', 'hangs', 'hangs');
  const calls = [
    call('GET /api/config/nodes', { signal: null }),
    call('POST /api/config/nodes/:id/test', { params: { id: '1' } }),
  ];
  const answered = status('/api/state', { signal: null });
  clock.abort();
  for (const each of calls)
    await expect(each).rejects.toMatchObject({ status: 0, message: 'The server did not answer in time.' });
  expect(await answered).toBe(0);
  expect(limits).toEqual([60_000, 60_000, 60_000]);
});

test('an answer that stops in the middle is given up too', async () => {
  const { call, clock } = clientWith('stops');
  const reading = call('GET /api/config/nodes', { signal: null });
  setTimeout(() => clock.abort());
  await expect(reading).rejects.toMatchObject({ status: 0, message: 'The server did not answer in time.' });
});

const page = { headers: { 'content-type': 'text/html; charset=utf-8' } };
const elsewhere = Object.defineProperty(Response.error(), 'type', { value: 'opaqueredirect' });

test.each([
  ['a redirect', elsewhere, true],
  ['a page', new Response('<title>portal</title>', page), true],
  ['a page that refuses', new Response('<title>no</title>', { ...page, status: 403 }), true],
  ['a question for a password', new Response('', { status: 401 }), true],
  ['the server', json({ status: 'healthy' }), false],
  ['a server that refuses', json({ error: 'no', code: 'unknown_host' }, { status: 403 }), false],
  ['a proxy without its server', new Response('<title>Bad gateway</title>', { ...page, status: 502 }), false],
  ['nobody', new Error('offline'), false],
])('whether a proxy answers in place of the server: %s', async (_, answer, is) => {
  expect(await clientWith(answer).isIntercepted()).toBe(is);
});

test('an answer that is none of the server raises the doubt whether a session has ended', async () => {
  const ask = async (answer: Response | Error) => {
    const { call, doubts } = clientWith(answer);
    await call('GET /api/config/nodes', { signal: null }).catch(() => undefined);
    return doubts.length;
  };
  expect(await ask(new Response('<title>portal</title>', page))).toBe(1);
  expect(await ask(new Error('redirected to another origin'))).toBe(1);
  expect(await ask(json({ error: 'no' }, { status: 401 }))).toBe(1);
  expect(await ask(json([]))).toBe(0);
  expect(await ask(json({ error: 'no' }, { status: 403 }))).toBe(0);
});
