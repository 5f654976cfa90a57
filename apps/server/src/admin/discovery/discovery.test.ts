import type { DiscoveredServer } from '@belfry/schema/messages/discovery';
import type { Down } from '@belfry/schema/messages/down';
import { expect, test } from 'vitest';
import { createMount } from '../../http/mount.ts';
import { createServer } from '../../http/server.ts';
import { fakeClock } from '../../lib/fake-clock.ts';
import { createLogger } from '../../lib/logger.ts';
import { createDiscovery, HAND_GAP_MS, RESCAN_MS, SCAN_EVERY_MS, type Watched } from './discovery.ts';
import { discoveryRoutes } from './routes.ts';
import type { ScanResult } from './scan.ts';

const server = (ip: string, type: 'pve' | 'pbs' = 'pve'): DiscoveredServer => ({
  ip,
  port: 8006,
  type,
  version: 'Unknown',
});

function setUp() {
  const clock = fakeClock(1_000_000);
  const announced: Down[] = [];
  const watched: Watched[] = [];
  const scans: {
    cidrs: string;
    found(s: DiscoveredServer): void;
    end(r: ScanResult): Promise<void>;
    signal: AbortSignal;
  }[] = [];
  const discovery = createDiscovery({
    clock,
    scan: (ranges, signal, found) =>
      new Promise((settle) => {
        const end = (result: ScanResult) => {
          settle(result);
          return clock.advance(0);
        };
        scans.push({ cidrs: ranges.map((r) => r.cidr).join(), found, end, signal });
      }),
    interfaces: () => ({}),
    watched: () => watched,
    resolve: async (name) => (name === 'pve1.lan' ? ['10.0.0.1'] : Promise.reject(new Error('ENOTFOUND'))),
    announce: (message) => announced.push(message),
  });
  const latest = () => {
    const scan = scans.at(-1);
    if (!scan) throw new Error('no scan');
    return scan;
  };
  return { clock, announced, watched, scans, latest, discovery, types: () => announced.map((m) => m.type) };
}
const on = { enabled: true, subnet: '10.0.0.0/24' };

test('when discovery is switched on, it scans at once and every five minutes, and its status is at the top level of the state', async () => {
  const { clock, scans, latest, discovery, announced, types } = setUp();
  discovery.configure(on);
  await clock.advance(0);
  expect(discovery.view()).toMatchObject({ scanning: true, updated: null, age: null, timestamp: null, cached: false });
  latest().found(server('10.0.0.1'));
  await latest().end({ servers: [server('10.0.0.1')], errors: ['one error'] });
  expect(types()).toEqual(['discovery_started', 'discovery_update', 'discovery_update', 'discovery_complete']);
  expect(announced[0]).toEqual({ type: 'discovery_started', data: { subnet: '10.0.0.0/24', timestamp: 1000 } });
  expect(announced[1]).toMatchObject({ data: { servers: [{ ip: '10.0.0.1' }], immediate: true } });
  expect(announced[2]).toMatchObject({ data: { servers: [{ ip: '10.0.0.1' }], errors: ['one error'] } });
  await clock.advance(SCAN_EVERY_MS);
  expect(scans).toHaveLength(2);
  expect(discovery.view()).toMatchObject({ scanning: true, cached: true, updated: 1000, age: 300, timestamp: 1000 });
});

test('a server that disappeared is removed from the results after the next scan', async () => {
  const { clock, latest, discovery } = setUp();
  discovery.configure(on);
  await clock.advance(0);
  await latest().end({ servers: [server('10.0.0.1')], errors: [] });
  await clock.advance(SCAN_EVERY_MS);
  await latest().end({ servers: [], errors: [] });
  expect(discovery.view().servers).toEqual([]);
});

test('monitored hosts are hidden by their address, their name and the addresses of their name; a host of another type stays', async () => {
  const { clock, watched, latest, discovery } = setUp();
  watched.push({ type: 'pve', host: 'pve1.lan' }, { type: 'pve', host: '10.0.0.2' }, { type: 'pve', host: 'PVE3.lan' });
  discovery.configure(on);
  await clock.advance(0);
  const named = { ...server('10.0.0.3'), hostname: 'pve3.lan' };
  const servers = [server('10.0.0.1'), server('10.0.0.2'), named, server('10.0.0.2', 'pbs'), server('10.0.0.4')];
  await latest().end({ servers, errors: [] });
  expect(discovery.view().servers.map((s) => `${s.type} ${s.ip}`)).toEqual(['pbs 10.0.0.2', 'pve 10.0.0.4']);
});

test('a deleted host appears again at once, and its network is scanned again', async () => {
  const { clock, watched, scans, latest, discovery, announced } = setUp();
  watched.push({ type: 'pve', host: '10.0.0.2' });
  discovery.configure(on);
  await clock.advance(0);
  await latest().end({ servers: [server('10.0.0.2')], errors: [] });
  watched.length = 0;
  announced.length = 0;
  discovery.nodesChanged(true);
  await clock.advance(RESCAN_MS);
  expect(announced[0]).toMatchObject({ type: 'discovery_update', data: { servers: [{ ip: '10.0.0.2' }] } });
  expect(scans).toHaveLength(2);
});

test('a change of the subnet ends the running scan, clears its results and ignores late results', async () => {
  const { clock, scans, latest, discovery } = setUp();
  discovery.configure(on);
  await clock.advance(0);
  const old = latest();
  discovery.configure({ ...on, subnet: '10.1.0.0/24' });
  await clock.advance(0);
  expect([old.signal.aborted, scans.length, latest().cidrs]).toEqual([true, 2, '10.1.0.0/24']);
  await old.end({ servers: [server('10.0.0.1')], errors: [] });
  expect(discovery.view()).toMatchObject({ servers: [], scanning: true });
});

test('an invalid subnet in the settings is a visible error, not only a log line', () => {
  const { discovery, types } = setUp();
  discovery.configure({ enabled: true, subnet: '10.0.0.0/99' });
  expect(discovery.view().errors).toEqual([expect.stringContaining('"10.0.0.0/99" is not an IPv4 subnet')]);
  expect(types()).toEqual(['discovery_update', 'discovery_complete']);
  discovery.configure({ enabled: true, subnet: 'auto' });
  expect(discovery.view().errors).toEqual([expect.stringContaining('Enter the subnet')]);
});

test('when discovery is switched off, scanning stops and the results are cleared', async () => {
  const { clock, scans, latest, discovery, types } = setUp();
  discovery.configure(on);
  await clock.advance(0);
  await latest().end({ servers: [server('10.0.0.1')], errors: [] });
  discovery.configure({ ...on, enabled: false });
  await clock.advance(SCAN_EVERY_MS * 3);
  expect([scans.length, discovery.view().servers]).toEqual([1, []]);
  expect(types().at(-1)).toBe('discovery_complete');
});

function routes() {
  const parts = setUp();
  const app = createServer(createLogger('silent'));
  const mount = createMount(app, async ({ headers }) =>
    headers['x-role']
      ? { name: 'a', roles: headers['x-role'] === 'admin' ? ['viewer', 'admin'] : ['viewer'] }
      : undefined,
  );
  discoveryRoutes(mount, parts.discovery);
  const call = async (method: 'GET' | 'POST', body?: object, role = 'admin') => {
    const headers = { 'content-type': 'application/json', ...(role && { 'x-role': role }) };
    const reply = await app.inject({ method, url: '/api/discover', headers, ...(body && { payload: body }) });
    return { status: reply.statusCode, body: reply.json(), retryAfter: reply.headers['retry-after'] };
  };
  return { ...parts, call };
}

test('200: a manual scan starts, a second request joins it, and viewers can read its results', async () => {
  const { clock, scans, latest, call } = routes();
  expect(await call('POST', { subnet: '127.9.9.0/30' })).toMatchObject({ status: 200, body: { scanning: true } });
  await clock.advance(0);
  expect((await call('POST', { subnet: '127.9.9.0/30' })).status).toBe(200);
  expect(scans.map((s) => s.cidrs)).toEqual(['127.9.9.0/30']);
  await latest().end({ servers: [server('127.9.9.1')], errors: [] });
  expect(await call('GET', undefined, 'viewer')).toMatchObject({
    status: 200,
    body: { servers: [{ ip: '127.9.9.1' }], errors: [], scanning: false, cached: true, updated: 1000, timestamp: 1000 },
  });
  expect((await call('POST', { use_cache: true })).body.scanning).toBe(false);
});

test('400: an invalid subnet and unknown fields are named; without a body the settings are used', async () => {
  const { call } = routes();
  expect((await call('POST', { subnet: '10.0.0.0/8' })).body.error).toContain('too many for a scan');
  expect((await call('POST', { subnet: '1.2.3.4; id' })).body.error).toContain('is not an IPv4 subnet');
  expect(await call('POST', { network: 'x' })).toMatchObject({ status: 400, body: { code: 'validation_error' } });
  expect((await call('POST')).body.error).toContain('Enter the subnet');
});

test('401 without a sign-in, 403 for a viewer who starts a scan', async () => {
  const { call } = routes();
  expect((await call('GET', undefined, '')).status).toBe(401);
  expect((await call('POST', {}, '')).status).toBe(401);
  expect((await call('POST', {}, 'viewer')).status).toBe(403);
});

test('429: there is a minimum time between manual scans, and the answer has the time until the next one', async () => {
  const { clock, latest, call } = routes();
  await call('POST', { subnet: '127.9.9.1' });
  await clock.advance(0);
  await latest().end({ servers: [], errors: [] });
  expect(await call('POST', { subnet: '127.9.9.1' })).toMatchObject({ status: 429, retryAfter: '5' });
  await clock.advance(HAND_GAP_MS);
  expect((await call('POST', { subnet: '127.9.9.1' })).status).toBe(200);
});

test('after a scan that fails, the next one can run', async () => {
  const defects: unknown[] = [];
  const clock = fakeClock(0, (error) => defects.push(error));
  let scans = 0;
  const discovery = createDiscovery({
    clock,
    scan: async () => {
      if (++scans === 2) throw new Error('our mistake');
      return { servers: [], errors: [] };
    },
    interfaces: () => ({}),
    watched: () => [],
    resolve: async () => [],
    announce: () => {},
  });
  discovery.configure(on);
  await clock.advance(SCAN_EVERY_MS);
  expect([scans, defects.length, discovery.view().scanning]).toEqual([2, 1, false]);
  await clock.advance(SCAN_EVERY_MS);
  expect([scans, defects.length]).toEqual([3, 1]);
});
