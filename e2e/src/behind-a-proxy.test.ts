// Belfry behind the reverse proxies of the guide, with TLS, with a name of its own and below a path: the examples of the guide are what runs
// here. A client does what a browser does: it reads the page and its files, signs in, and opens the live connection.
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { type IncomingMessage, request as plainRequest } from 'node:http';
import { createServer as createSecureServer, type RequestOptions, request } from 'node:https';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { PASSWORD, setUp } from './administrator.ts';
import { freePort, type RunningProduct, startProduct } from './product.ts';
import {
  type Certificate,
  exampleOf,
  makeCertificate,
  NAMES,
  noParty,
  type Party,
  type Place,
  parties,
  startParty,
} from './proxies.ts';

let certificate: Certificate;
let port: number;
const products = new Map<Place, RunningProduct>();
const prefixes: Readonly<Record<Place, string>> = { 'A name of its own': '', 'Below a path': '/belfry' };
const places = Object.keys(prefixes) as Place[];

beforeAll(async () => {
  certificate = makeCertificate();
  port = await freePort();
  for (const place of places) {
    // with a name of its own, what the proxy says must suffice
    const below = { BELFRY_PUBLIC_URL: `https://${NAMES[place]}:${port}/belfry/` };
    const env = { BELFRY_TRUSTED_PROXIES: '127.0.0.1', ...(prefixes[place] !== '' && below) };
    const product = await startProduct(env);
    products.set(place, product);
    await setUp(product);
  }
});
afterAll(async () => {
  for (const product of products.values()) await product.stop();
  rmSync(certificate.dir, { recursive: true, force: true });
});

const upstreamOf = (place: Place): string => new URL((products.get(place) as RunningProduct).url).host;

interface Answer {
  status: number;
  headers: IncomingMessage['headers'];
  body: string;
}

/** What a browser at this place sends through the proxy. */
function browserAt(place: Place) {
  const origin = `https://${NAMES[place]}:${port}`;
  const options = (path: string, headers: Record<string, string>, method = 'GET'): RequestOptions => ({
    ...{ method, path, port, ca: certificate.cert, servername: NAMES[place], host: '127.0.0.1' },
    headers: { host: `${NAMES[place]}:${port}`, ...headers },
    agent: false,
  });
  async function ask(path: string, headers: Record<string, string> = {}, body?: object): Promise<Answer> {
    const json = { 'content-type': 'application/json', origin, 'sec-fetch-site': 'same-origin' };
    const sent = request(options(path, body ? { ...json, ...headers } : headers, body ? 'POST' : 'GET'));
    sent.end(body && JSON.stringify(body));
    const [reply] = (await once(sent, 'response')) as [IncomingMessage];
    return { status: reply.statusCode ?? 0, headers: reply.headers, body: await text(reply) };
  }
  /** What the live connection says first, or the refusal. */
  async function live(path: string, cookie: string): Promise<string> {
    const upgrade = { connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' };
    const key = { 'sec-websocket-key': Buffer.from('0123456789abcdef').toString('base64') };
    const sent = request(options(path, { ...upgrade, ...key, origin, cookie }));
    sent.end();
    const answered = once(sent, 'response').then(async ([reply]) => `${reply.statusCode} ${await text(reply)}`);
    const upgraded = once(sent, 'upgrade').then(async ([_, socket, head]) => {
      let heard = String(head);
      socket.on('data', (chunk: Buffer) => (heard += chunk.toString()));
      while (!heard.includes('initialState') && !socket.destroyed) await once(socket, 'data');
      socket.destroy();
      return heard;
    });
    return Promise.race([answered, upgraded]);
  }
  return { ask, live };
}

async function expectAllIsRight(place: Place): Promise<void> {
  const prefix = prefixes[place];
  const { ask, live } = browserAt(place);
  const page = await ask(`${prefix}/alerts/overview`);
  expect([page.status, page.headers['content-type']]).toEqual([200, expect.stringContaining('text/html')]);
  const files = [...page.body.matchAll(/href="([^"]+\.(?:js|svg))"/g)].map(([, file = '']) => file);
  expect(files.length).toBeGreaterThan(2);
  for (const file of files) {
    expect(file.startsWith(`${prefix}/`)).toBe(true);
    expect([file, (await ask(file)).status]).toEqual([file, 200]);
  }
  expect((await ask(`${prefix}/api/state`)).status).toBe(401);

  const login = await ask(`${prefix}/api/login`, {}, { username: 'admin', password: PASSWORD });
  expect([login.status, login.body]).toEqual([200, expect.any(String)]);
  const set = login.headers['set-cookie'] ?? [];
  const guard = prefix === '' ? '__Host-' : '__Secure-';
  expect(set[0]).toMatch(new RegExp(`^${guard}belfry_session=\\w+; Path=${prefix || '/'};.*Secure`));
  expect(set[1]).toMatch(new RegExp(`^belfry_csrf=.*; Path=${prefix || '/'};.*Secure`));
  expect(login.headers['strict-transport-security']).toContain('max-age');
  const cookie = set.map((each) => each.split(';', 1)[0]).join('; ');
  expect((await ask(`${prefix}/api/state`, { cookie })).status).toBe(200);
  // ids may have slashes, which some proxies refuse or decode
  const unknown = await ask(`${prefix}/api/alerts/a%2Fb/explain`, { cookie });
  expect([unknown.status, JSON.parse(unknown.body)]).toEqual([
    404,
    expect.objectContaining({ code: expect.any(String) }),
  ]);
  expect(await live(`${prefix}/ws`, cookie)).toContain('initialState');
  expect(
    (await ask(`${prefix}/api/logout`, { cookie, 'x-csrf-token': /belfry_csrf=([^;]+)/.exec(cookie)?.[1] ?? '' }, {}))
      .status,
  ).toBe(200);
}

const run = async (party: Party, place: Place, example?: string): Promise<void> => {
  const stop = await startParty(party, place, { port, upstream: upstreamOf(place), certificate }, example);
  onTestFinished(stop);
  await expectAllIsRight(place);
};

/** A submission tries nginx, and the night each program. */
const tried = process.env.BELFRY_WHOLE ? parties : parties.slice(0, 1);

for (const place of places) {
  describe(place, () => {
    for (const party of tried)
      test(`the example of the guide for ${party.program} serves pages, sign-in and live data`, async (ctx) => {
        const missing = noParty(party);
        if (missing) ctx.skip(missing);
        await run(party, place);
      });
  });
}

test('a proxy that removes the path serves the same', async (ctx) => {
  const [nginx] = parties as [Party];
  const missing = noParty(nginx);
  if (missing) ctx.skip(missing);
  const place = 'Below a path';
  await run(nginx, place, exampleOf('nginx', place).replace('127.0.0.1:7655;', '127.0.0.1:7655/;'));
});

/** Traefik is in no Debian package: a plain proxy that follows its example and sends its headers. */
test.for(places)('with the headers of Traefik, whose scheme is wss for upgrades: %s', async (place) => {
  const example = exampleOf('Traefik', place);
  expect(example).toContain(`Host(\`${NAMES[place]}\`)`);
  expect(example.includes('PathPrefix(`/belfry`)')).toBe(place === 'Below a path');
  const upstream = /url: http:\/\/(\S+)/.exec(example)?.[1]?.replace('127.0.0.1:7655', upstreamOf(place)) ?? '';
  const tls = { cert: certificate.cert, key: readFileSync(`${certificate.dir}/belfry.key`) };
  const headersOf = ({ headers }: IncomingMessage, proto: string) => ({
    ...headers,
    ...{ 'x-forwarded-proto': proto, 'x-forwarded-for': '192.0.2.7', 'x-real-ip': '192.0.2.7' },
    ...{ 'x-forwarded-host': headers.host, 'x-forwarded-port': `${port}` },
  });
  const passOn = (incoming: IncomingMessage, proto: string) => {
    const { method, url: path } = incoming;
    const [host, upstreamPort] = upstream.split(':');
    return incoming.pipe(plainRequest({ method, path, host, port: upstreamPort, headers: headersOf(incoming, proto) }));
  };
  const proxy = createSecureServer(tls, (incoming, answer) => {
    passOn(incoming, 'https').once('response', (reply) =>
      reply.pipe(answer.writeHead(reply.statusCode ?? 502, reply.headers)),
    );
  });
  proxy.on('upgrade', (incoming, socket) => {
    const sent = passOn(incoming, 'wss');
    sent.once('response', (reply) => socket.end(`HTTP/1.1 ${reply.statusCode} Refused\r\nContent-Length: 0\r\n\r\n`));
    sent.once('upgrade', (reply, inner, head) => {
      socket.write(
        `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${reply.headers['sec-websocket-accept']}\r\n\r\n`,
      );
      socket.write(head);
      inner.pipe(socket).pipe(inner);
      inner.on('error', () => socket.destroy());
      socket.on('error', () => inner.destroy());
    });
  });
  proxy.listen(port, '127.0.0.1');
  await once(proxy, 'listening');
  onTestFinished(() => void proxy.close());
  await expectAllIsRight(place);
});
