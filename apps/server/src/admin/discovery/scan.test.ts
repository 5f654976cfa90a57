// Real TLS servers on addresses of the loopback network; nothing beyond it is ever touched.

import { createServer as createHttps } from 'node:https';
import { createServer as createTcp, type Server, type Socket } from 'node:net';
import { english } from '@belfry/domain/sentences/english';
import { createCertificate } from '@belfry/lab/certificate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../../lib/clock.ts';
import { fakeClock } from '../../lib/fake-clock.ts';
import { parseSubnets } from '../../lib/subnets.ts';
import { signs } from '../../sources/registry.ts';
import { createFetch, type Fetch } from './probe.ts';
import { AT_ONCE, SCAN_MS, scan } from './scan.ts';

const NET = '127.84.7';
const servers: Server[] = [];
const sockets = new Set<Socket>();
let port = 0;
let unusable: string | undefined;

const listen = (server: Server, host: string, at: number): Promise<number> =>
  new Promise((done, failed) => {
    servers.push(server);
    server.on('connection', (socket) => sockets.add(socket));
    server.once('error', failed);
    server.listen(at, host, () => {
      const address = server.address();
      done(typeof address === 'object' && address ? address.port : 0);
    });
  });
async function serve(last: number, title: string, version?: object): Promise<void> {
  const { key, cert } = await createCertificate(`host${last}`, `${NET}.${last}`);
  const https = createHttps({ key, cert }, (req, res) => {
    if (req.url === '/') res.end(`<title>${title}</title>`);
    else if (version) res.end(JSON.stringify({ data: version }));
    else res.writeHead(401).end();
  });
  port = await listen(https, `${NET}.${last}`, port);
}
const ranges = (text: string) => {
  const parsed = parseSubnets(text);
  if (!parsed.ok) throw new Error(english(parsed.error));
  return parsed.value;
};
const noNames = async () => Promise.reject(new Error('ENOTFOUND'));
const run = (text: string, fetch: Fetch = createFetch(systemClock), clock = systemClock) =>
  scan(ranges(text), { fetch, reverse: noNames, clock, ports: [port], signs }, new AbortController().signal, () => {});

beforeAll(async () => {
  try {
    await serve(2, 'pve1 - Proxmox Virtual Environment', { version: '9.1.2', release: '9.1' });
    await serve(3, 'backup - Proxmox Backup Server');
    await serve(4, 'mx - Proxmox Mail Gateway');
    await serve(5, 'Router login');
    await listen(
      createTcp((socket) => socket.end('SSH-2.0-OpenSSH_9.2\r\n')),
      `${NET}.6`,
      port,
    );
    await listen(
      createTcp(() => {}),
      `${NET}.9`,
      port,
    );
  } catch (error) {
    unusable = `this machine has no addresses like ${NET}.2: ${error}`;
  }
});
afterAll(() => {
  for (const socket of sockets) socket.destroy();
  for (const server of servers) server.close();
});

test('each product is recognised by its answer; other servers, other protocols and closed ports are ignored', async (ctx) => {
  if (unusable) ctx.skip(unusable);
  expect(await run(`${NET}.0/29`)).toEqual({
    servers: [
      { ip: `${NET}.2`, port, type: 'pve', version: '9.1.2', release: '9.1', hostname: 'host2.lab.example' },
      { ip: `${NET}.3`, port, type: 'pbs', version: 'Unknown', hostname: 'host3.lab.example' },
      { ip: `${NET}.4`, port, type: 'pmg', version: 'Unknown', hostname: 'host4.lab.example' },
    ],
    errors: [],
  });
});

test('an open port that does not answer is an error of that address, and does not delay the others', async (ctx) => {
  if (unusable) ctx.skip(unusable);
  const result = await run(`${NET}.8/29, ${NET}.2`);
  expect(result.errors).toEqual([`${NET}.9:${port} is open, but did not answer in time`]);
  expect(result.servers.map(({ ip }) => ip)).toEqual([`${NET}.2`]);
});

test('a name in reverse DNS is preferred', async (ctx) => {
  if (unusable) ctx.skip(unusable);
  const deps = {
    fetch: createFetch(systemClock),
    reverse: async () => ['pve1.lan'],
    clock: systemClock,
    ports: [port],
    signs,
  };
  const { servers: found } = await scan(ranges(`${NET}.2`), deps, new AbortController().signal, () => {});
  expect(found[0]?.hostname).toBe('pve1.lan');
});

test('only the addresses of the subnet are tried, a bounded number at a time', async () => {
  const tried: string[] = [];
  let most = 0;
  let now = 0;
  await run('10.9.8.0/24', async (ip) => {
    tried.push(ip);
    most = Math.max(most, ++now);
    await Promise.resolve();
    now--;
    return { ok: true, value: undefined };
  });
  expect(tried).toHaveLength(254);
  expect(tried.every((ip) => ip.startsWith('10.9.8.'))).toBe(true);
  expect(most).toBe(AT_ONCE);
});

test('a scan that takes too long ends with partial results, and reports what is missing', async () => {
  const clock = fakeClock();
  const silent: Fetch = (_ip, _port, _path, signal) =>
    new Promise((done) => signal.addEventListener('abort', () => done({ ok: true, value: undefined })));
  const scanning = run('10.9.8.0/24', silent, clock);
  await clock.advance(SCAN_MS);
  expect((await scanning).errors).toEqual(['The scan was ended after two minutes; 204 of 254 places were not tried']);
});
