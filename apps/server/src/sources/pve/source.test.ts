// From a configured host to observations, against the real servers and on the clock of the lab.
import { nodeCountersKey } from '@belfry/domain/ids';
import type { Lab } from '@belfry/lab/datacentre';
import { configSchema } from '@belfry/schema/config/node';
import type { Findings } from '@belfry/schema/messages/observation';
import { expect, test } from 'vitest';
import { fakeClock } from '../../lib/fake-clock.ts';
import { createLogger } from '../../lib/logger.ts';
import { countDropped } from '../dropped.ts';
import { createSource } from '../registry.ts';
import type { Emitted } from '../source.ts';
import { json, startTlsServer } from '../testing/tls-server.ts';
import { expectFindings, watchLab } from './testing/watched.ts';

const log = createLogger('silent');
const signal = new AbortController().signal;

function expectTruth(lab: Lab, instance: string, { slices }: Findings): void {
  const seen = [...(slices.vms ?? []), ...(slices.containers ?? [])];
  const truth = lab.guests(instance).filter((g) => !g.template);
  expect(seen.length).toBeGreaterThan(0);
  const brief = (g: { vmid?: number | undefined; name: string; node: string }) => `${g.vmid} ${g.name} on ${g.node}`;
  expect(seen.map(brief).sort()).toEqual(truth.map(brief).sort());
}

test.each([
  ['a token', {}],
  ['a password', { tokenName: '', tokenValue: '' }],
])('with %s everything in the datacentre is seen, and counted from the moment it was sampled', async (_, login) => {
  await using watched = await watchLab({ nodes: 3, guests: 40 }, login);
  const { lab, config, clock } = watched;
  expectFindings(await watched.run('resources'));
  const reading = expectFindings(await watched.run('nodes'));
  expect(reading.version).toMatch(/^9\.2/);
  expect(reading.slices.nodes).toHaveLength(3);
  for (const node of reading.slices.nodes ?? [])
    expect(node).toMatchObject({
      status: 'online',
      clusterName: config.name,
      kernelVersion: expect.stringMatching(/^Linux/),
    });

  const { value, dropped } = await countDropped(() => watched.run('resources'));
  const fast = expectFindings(value);
  expectTruth(lab, config.name, fast);
  expect(fast.slices.storage?.length).toBeGreaterThan(0);
  expect(dropped).toBe(0);
  const running = [...(fast.slices.vms ?? []), ...(fast.slices.containers ?? [])].filter((g) => g.status === 'running');
  expect(running.length).toBeGreaterThan(0);
  for (const guest of running) {
    const { figures } = lab.truth(config.name, guest.vmid ?? 0);
    const counters = fast.counters?.[guest.id];
    expect(counters).toMatchObject({
      networkIn: figures.netin,
      networkOut: figures.netout,
      diskRead: figures.diskread,
    });
    expect(clock.now() - (counters?.sampledAt ?? 0)).toBeLessThan(20_000);
  }
});

/** The calls of one minute by their purpose, without those that are made every five minutes or less often. */
function minuteOf(lab: Lab) {
  const count = (pattern: RegExp) =>
    lab.requests.counts().reduce((n, c) => n + (pattern.test(c.path) ? c.count : 0), 0);
  return {
    fast: count(/^\/cluster\/(resources|metrics\/export)$/),
    cluster: count(/^\/(cluster\/(status|ha\/status\/current|ceph\/status)|storage)$/),
    nodes: count(/^\/nodes\/\{node\}\/(status|rrddata|qemu|lxc|storage|disks\/zfs.*|ceph\/pool)$/),
    agents: count(/\/qemu\/\{vmid\}\/(agent\/|status\/current)/),
    snapshots: count(/\/snapshot$/),
    addresses: count(/\/lxc\/\{vmid\}\/interfaces$/),
    configs: count(/\/\{vmid\}\/config$/),
  };
}

test.each([10, 1000])(
  'one minute with %i guests costs 15 calls in the fast loop at most, and the rest is what the page about the resource contract says',
  async (guests) => {
    await using watched = await watchLab({ nodes: 5, guests, everything: true }, { monitorPhysicalDisks: false });
    const observed: Emitted[] = [];
    const observe = (o: Emitted) => observed.push(o);
    const polling = watched.start(observe);
    await watched.pass(200);
    watched.lab.requests.clear();
    observed.length = 0;
    await watched.pass(60);
    const { requests } = watched.lab;
    const minute = minuteOf(watched.lab);
    expect(minute.fast).toBe(12);
    // The cluster's status twice, its HA, storages and Ceph once.
    expect(minute.cluster).toBe(2 + 1 + 1 + 1);
    // Status and both guest lists twice, storages and pressure once; three nodes have one pool each; Ceph's pools of one node.
    expect(minute.nodes).toBe(5 * (2 + 4 + 1 + 1) + 3 * 2 + 1);
    expect(minute.agents).toBeLessThanOrEqual(Math.min(3 * guests, 240));
    expect(minute.snapshots).toBeLessThanOrEqual(Math.ceil(guests / 20) * 2);
    expect(minute.addresses).toBeLessThanOrEqual(Math.ceil(guests / 10) * 2);
    // In the first minutes, twenty guests that were never read besides the round of an hour.
    expect(minute.configs).toBeLessThanOrEqual((Math.ceil(guests / 120) + 20) * 2);
    const steady = Object.values(minute).reduce((sum, n) => sum + n, 0);
    // The other configurations of guests, nodes and the cluster, each once in an hour but eight in half a minute at least; the privileges
    // are read before and after.
    const settings = Math.max(8, Math.ceil(((2 * guests + 5 * 8 + 30) * 1.25) / 120)) + 2;
    expect(requests.count() - steady).toBeLessThanOrEqual(5 + 2 * settings);
    expect(requests.count()).toBeLessThanOrEqual(540 + 2 * settings);
    expect(observed.every((o) => o.outcome.ok)).toBe(true);
    expect(observed.reduce((sum, o) => sum + o.calls.made, 0)).toBe(requests.count());
    await polling.stop();
  },
);

test('a version without the export is asked for it once; its counters come from the list', async () => {
  await using watched = await watchLab({ nodes: 1, guests: 10, version: 7.4 });
  for (let i = 0; i < 5; i++) expectFindings(await watched.run('resources'));
  expect(watched.lab.requests.count({ path: '/cluster/metrics/export' })).toBe(1);
  expect(watched.lab.requests.count({ path: '/cluster/resources' })).toBe(5);
  const { counters } = expectFindings(await watched.run('resources'));
  expect(Object.keys(counters ?? {})).not.toEqual([]);
  for (const counter of Object.values(counters ?? {})) expect(counter).not.toHaveProperty('sampledAt');
});

test.each([
  ['garbage', 'bad-payload'],
  ['truncated', 'bad-payload'],
  [{ status: 401 }, 'auth'],
  [{ status: 403 }, 'forbidden'],
  [{ status: 500 }, 'bad-status'],
  [{ status: 595 }, 'bad-status'],
] as const)('a standalone host under %j is the error %s, and recovers afterwards', async (fault, kind) => {
  await using watched = await watchLab({ nodes: 1, guests: 5 });
  const { node = '' } = watched.members[0] ?? {};
  await watched.lab.fault(node, fault);
  expect(await watched.run('resources')).toMatchObject({ ok: false, error: { kind } });
  await watched.lab.heal(node);
  // Refused credentials are not tried again for a while.
  await watched.clock.advance(2 * 60_000);
  expect(await watched.run('resources')).toMatchObject({ ok: true });
});

test('a wrong secret is auth, a wrong fingerprint is tls and no login is attempted', async () => {
  await using wrongSecret = await watchLab({ nodes: 1, guests: 1 }, { tokenValue: 'wrong' });
  expect(await wrongSecret.run('resources')).toMatchObject({ ok: false, error: { kind: 'auth' } });
  await using wrongHost = await watchLab({ nodes: 1, guests: 1 }, { fingerprint: 'ab'.repeat(32) });
  expect(await wrongHost.run('resources')).toMatchObject({ ok: false, error: { kind: 'tls' } });
  expect(wrongHost.lab.requests.count()).toBe(0);
});

test('data that is not monitored is an empty slice', async () => {
  await using watched = await watchLab(
    { nodes: 1, guests: 20 },
    { monitorVMs: false, monitorContainers: false, monitorStorage: false },
  );
  const { slices, counters } = expectFindings(await watched.run('resources'));
  expect(slices).toMatchObject({ vms: [], containers: [], storage: [] });
  expect(slices.nodes).toHaveLength(1);
  // The node is monitored, and no guest.
  expect(Object.keys(counters ?? {})).toEqual([nodeCountersKey(slices.nodes?.[0]?.id ?? '')]);
});

test('if backups are not monitored, they are not requested', async () => {
  await using watched = await watchLab({ nodes: 1, guests: 5 }, { monitorBackups: false });
  expectFindings(await watched.run('resources'));
  const before = watched.lab.requests.count();
  for (const poll of watched.source.polls.filter(({ name }) => name === 'backups' || name === 'snapshots')) {
    const { slices } = expectFindings(await poll.run(signal));
    expect(Object.values(slices).flat()).toEqual([]);
  }
  expect(watched.lab.requests.count()).toBe(before);
});

const configOf = (host: string) =>
  configSchema('pve').parse({
    type: 'pve',
    name: 'home',
    host,
    verifySSL: false,
    tokenName: 'a@pve!b',
    tokenValue: 'c',
  });

test('the error of an account that sees nothing names the missing privileges', async () => {
  await using server = await startTlsServer((_, response) =>
    json(response, [{ type: 'node', node: 'pve1', id: 'node/pve1', status: 'online' }]),
  );
  const config = configOf(server.origin);
  const source = createSource(config, { clock: fakeClock(), log, random: () => 0.5 });
  const outcome = await source.polls[0]?.run(signal);
  expect(outcome).toMatchObject({
    ok: false,
    error: { kind: 'forbidden', message: expect.stringContaining('VM.Audit') },
  });
  await source.close();
});

test('a malformed guest is left out, counted, and logged once', async () => {
  const rows = [
    { type: 'qemu', id: 'qemu/x' },
    { type: 'qemu', vmid: 100, node: 'pve1', status: 'stopped' },
  ];
  await using server = await startTlsServer((request, response) =>
    json(response, request.url?.endsWith('/resources') ? rows : { data: [] }),
  );
  const config = configOf(server.origin);
  const lines: string[] = [];
  const source = createSource(config, {
    clock: fakeClock(),
    log: createLogger('info', (line) => lines.push(line)),
    random: () => 0.5,
  });
  for (let i = 0; i < 3; i++)
    expect(await countDropped(() => source.polls[0]?.run(signal))).toMatchObject({
      dropped: 1,
      value: { ok: true, value: { slices: { vms: [{ vmid: 100 }] } } },
    });
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('qemu/x');
  await source.close();
});
