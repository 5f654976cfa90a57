// The whole way from a configured host to observations, against the lab's real servers and on the lab's clock.

import type { Result } from '@belfry/domain/result';
import { type Lab, type LabOptions, nodeConfig, startLab } from '@belfry/lab/datacentre';
import { configSchema } from '@belfry/schema/config/node';
import type { Findings, SourceError } from '@belfry/schema/messages/observation';
import { expect, test } from 'vitest';
import type { Cluster } from '../../config/host.ts';
import { type FakeClock, fakeClock } from '../../lib/fake-clock.ts';
import { createLogger } from '../../lib/logger.ts';
import { countDropped } from '../dropped.ts';
import { startPolling } from '../poller.ts';
import { createSource } from '../registry.ts';
import type { Emitted, Poll, Source } from '../source.ts';
import { json, startTlsServer } from '../testing/tls-server.ts';

const log = createLogger('silent');
const signal = new AbortController().signal;

/** A lab and a source that watches its first cluster. Both live on one clock that stands still until the test moves it. */
async function watch(options: LabOptions, change: Record<string, unknown> = {}) {
  const clock = fakeClock(Date.UTC(2026, 0, 1));
  const lab = await startLab({ version: 9.2, seed: 7, authDelayMs: 0, ...options, clock: clock.now });
  const [instance] = lab.instances;
  if (!instance) throw new Error('the lab has no cluster');
  const config = configSchema('pve').parse({ ...nodeConfig(instance), ...change });
  const source = createSource(config, { clock, log, random: () => 0.5 });
  const [resources, nodes] = source.polls;
  if (!resources || !nodes) throw new Error('the source has no polls');
  return {
    clock,
    lab,
    config,
    source,
    members: instance.members,
    resources: () => resources.run(signal),
    nodes: () => nodes.run(signal),
    async [Symbol.asyncDispose]() {
      await source.close();
      await lab.stop();
    },
  };
}

function expectFindings(result: Result<Findings, SourceError>): Findings {
  if (!result.ok) throw new Error(`the poll failed: ${JSON.stringify(result)}`);
  return result.value;
}

/** Members are believed to be there once they have answered. */
const membersProven = ({ clock, source }: { clock: FakeClock; source: Source }, count: number): Promise<void> =>
  expect
    .poll(async () => {
      await clock.advance(0);
      return source.endpoints().filter((endpoint) => !endpoint.unproven).length;
    })
    .toBe(count);

/** The clock moves second by second and waits for answers on their real way, though not for hosts that never answer. */
async function pass(clock: FakeClock, seconds: number, isBusy: () => boolean): Promise<void> {
  for (let i = 0; i < seconds; i++) {
    await clock.advance(1000);
    for (let turns = 0; isBusy() && turns < 2000; turns++) await new Promise((done) => setImmediate(done));
  }
}

function expectTruth(lab: Lab, instance: string, { slices }: Findings): void {
  const seen = [...(slices.vms ?? []), ...(slices.containers ?? [])];
  const truth = lab.guests(instance).filter((g) => !g.template);
  expect(seen.length).toBeGreaterThan(0);
  const brief = (g: { vmid: number; name: string; node: string }) => `${g.vmid} ${g.name} on ${g.node}`;
  expect(seen.map(brief).sort()).toEqual(truth.map(brief).sort());
}

test.each([
  ['a token', {}],
  ['a password', { tokenName: '', tokenValue: '' }],
])('with %s everything in the datacentre is seen, and counted from the moment it was sampled', async (_, login) => {
  await using watched = await watch({ nodes: 3, guests: 40 }, login);
  const { lab, config, clock } = watched;
  expectFindings(await watched.resources());
  const reading = expectFindings(await watched.nodes());
  expect(reading.version).toMatch(/^9\.2/);
  expect(reading.slices.nodes).toHaveLength(3);
  for (const node of reading.slices.nodes ?? [])
    expect(node).toMatchObject({
      status: 'online',
      clusterName: config.name,
      kernelVersion: expect.stringMatching(/^Linux/),
    });

  const { value, dropped } = await countDropped(() => watched.resources());
  const fast = expectFindings(value);
  expectTruth(lab, config.name, fast);
  expect(fast.slices.storage?.length).toBeGreaterThan(0);
  expect(dropped).toBe(0);
  const running = [...(fast.slices.vms ?? []), ...(fast.slices.containers ?? [])].filter((g) => g.status === 'running');
  expect(running.length).toBeGreaterThan(0);
  for (const guest of running) {
    const { figures } = lab.truth(config.name, guest.vmid);
    const counters = fast.counters?.[guest.id];
    expect(counters).toMatchObject({
      networkIn: figures.netin,
      networkOut: figures.netout,
      diskRead: figures.diskread,
    });
    expect(clock.now() - (counters?.sampledAt ?? 0)).toBeLessThan(20_000);
  }
});

/** Calls of one minute by what they are for; what is asked now and then (five minutes and more) is none of them. */
function minuteOf(lab: Lab) {
  const count = (pattern: RegExp) =>
    lab.requests.counts().reduce((n, c) => n + (pattern.test(c.path) ? c.count : 0), 0);
  return {
    fast: count(/^\/cluster\/(resources|metrics\/export)$/),
    cluster: count(/^\/(cluster\/(status|ha\/status\/current|ceph\/status)|storage)$/),
    nodes: count(/^\/nodes\/\{node\}\/(status|qemu|lxc|storage|disks\/zfs.*|ceph\/pool)$/),
    agents: count(/\/qemu\/\{vmid\}\/(agent\/|status\/current)/),
    snapshots: count(/\/snapshot$/),
    addresses: count(/\/lxc\/\{vmid\}\/interfaces$/),
  };
}

test.each([10, 1000])(
  'one minute with %i guests costs 15 calls in the fast loop at most, and the rest is what the README says',
  async (guests) => {
    await using watched = await watch({ nodes: 5, guests, everything: true });
    let pending = 0;
    const polls = watched.source.polls.map((poll) => ({
      ...poll,
      run: (s: AbortSignal) => {
        pending++;
        return poll.run(s).finally(() => pending--);
      },
    }));
    const observed: Emitted[] = [];
    const observe = (o: Emitted) => observed.push(o);
    const polling = startPolling(
      { ...watched.source, polls },
      { clock: watched.clock, random: () => 0.3, observe, log },
    );
    await pass(watched.clock, 200, () => pending > 0);
    watched.lab.requests.clear();
    observed.length = 0;
    await pass(watched.clock, 60, () => pending > 0);
    const { requests } = watched.lab;
    const minute = minuteOf(watched.lab);
    expect(minute.fast).toBe(12);
    // The cluster's status twice, its HA, storages and Ceph once.
    expect(minute.cluster).toBe(2 + 1 + 1 + 1);
    // Status and both guest lists twice, storages once; three nodes have one pool each; Ceph's pools of one node.
    expect(minute.nodes).toBe(5 * (2 + 4 + 1) + 3 * 2 + 1);
    expect(minute.agents).toBeLessThanOrEqual(Math.min(3 * guests, 240));
    expect(minute.snapshots).toBeLessThanOrEqual(Math.ceil(guests / 20) * 2);
    expect(minute.addresses).toBeLessThanOrEqual(Math.ceil(guests / 10) * 2);
    const steady = Object.values(minute).reduce((sum, n) => sum + n, 0);
    expect(requests.count() - steady).toBeLessThanOrEqual(5);
    expect(requests.count()).toBeLessThanOrEqual(480);
    expect(observed.every((o) => o.outcome.ok)).toBe(true);
    expect(observed.reduce((sum, o) => sum + o.calls.made, 0)).toBe(requests.count());
    await polling.stop();
  },
  60_000,
);

test('a version without the export is asked for it once; its counters come from the list', async () => {
  await using watched = await watch({ nodes: 1, guests: 10, version: 7.4 });
  for (let i = 0; i < 5; i++) expectFindings(await watched.resources());
  expect(watched.lab.requests.count({ path: '/cluster/metrics/export' })).toBe(1);
  expect(watched.lab.requests.count({ path: '/cluster/resources' })).toBe(5);
  const { counters } = expectFindings(await watched.resources());
  expect(Object.keys(counters ?? {})).not.toEqual([]);
  for (const counter of Object.values(counters ?? {})) expect(counter).not.toHaveProperty('sampledAt');
});

test('when the polled node dies another member answers in the same run, and the node is used again once it heals', async () => {
  await using watched = await watch({ nodes: 3, guests: 30 });
  const { lab, clock, source, members } = watched;
  const [first] = members;
  if (!first) throw new Error('no members');
  expectFindings(await watched.resources());
  expectFindings(await watched.nodes());
  await membersProven(watched, 3);

  await lab.fault(first.node, 'die');
  const without = expectFindings(await watched.resources());
  expect(without.slices.nodes?.map((n) => [n.name === first.node, n.status, n.connectionHealth])).toEqual([
    [true, 'offline', 'degraded'],
    [false, 'online', 'degraded'],
    [false, 'online', 'degraded'],
  ]);
  expect(source.endpoints().map((e) => e.healthy)).toEqual([false, true, true]);
  const lost = [...(without.slices.vms ?? []), ...(without.slices.containers ?? [])].filter(
    (g) => g.node === first.node,
  );
  expect(lost.length).toBeGreaterThan(0);
  for (const guest of lost)
    expect(guest).toMatchObject({ status: 'unknown', cpu: 0, name: expect.stringMatching(/\w/) });

  await lab.heal(first.node);
  await clock.advance(10_000);
  await expect.poll(() => source.endpoints().every((e) => e.healthy)).toBe(true);
  lab.requests.clear();
  const back = expectFindings(await watched.resources());
  expect(lab.requests.count({ node: first.node, path: '/cluster/resources' })).toBe(1);
  expect(back.slices.nodes?.every((n) => n.status === 'online' && n.connectionHealth === 'healthy')).toBe(true);
});

test('after a restart while the configured host is dead the cluster is found by the members that were kept', async () => {
  await using watched = await watch({ nodes: 3, guests: 10 });
  const kept: { value?: Cluster | undefined } = {};
  const cluster = { recall: () => kept.value, keep: (value: Cluster | undefined) => Object.assign(kept, { value }) };
  const start = () => {
    const source = createSource(watched.config, { clock: watched.clock, log, random: () => 0.5, cluster });
    const run = (name: string) => (source.polls.find((p) => p.name === name) as Poll).run(signal);
    return { clock: watched.clock, source, run };
  };
  const before = start();
  expectFindings(await before.run('resources'));
  expectFindings(await before.run('nodes'));
  await membersProven(before, 3);
  await before.source.close();
  expect(JSON.parse(JSON.stringify(kept.value))).toEqual(kept.value);

  await watched.lab.fault(watched.members[0]?.node ?? '', 'die');
  const after = start();
  await membersProven(after, 3);
  const { slices } = expectFindings(await after.run('resources'));
  expect(slices.nodes?.map((n) => n.status)).toEqual(['offline', 'online', 'online']);
  expectFindings(await after.run('nodes'));
  expect(after.source.endpoints().map((e) => e.healthy)).toEqual([false, true, true]);
  await after.source.close();

  // Without that there is nothing to go by.
  kept.value = undefined;
  const other = start();
  expect(other.source.endpoints()).toHaveLength(1);
  expect(await other.run('resources')).toMatchObject({ ok: false, error: { kind: 'unreachable' } });
  await other.source.close();
});

test('a member that hangs costs one timeout, then the next member is asked, all within one run', async () => {
  await using watched = await watch({ nodes: 2, guests: 10 });
  const { lab, clock, source, members } = watched;
  expectFindings(await watched.resources());
  expectFindings(await watched.nodes());
  await membersProven(watched, 2);
  await lab.fault(members[0]?.node ?? '', 'hang');
  lab.requests.clear();
  const run = watched.resources();
  await expect.poll(() => lab.requests.count({ path: '/cluster/resources' })).toBe(1);
  await clock.advance(5000);
  expectFindings(await run);
  expect(source.endpoints().map((e) => e.healthy)).toEqual([false, true]);
});

test('members are called only with the certificates that the main host reports', async () => {
  await using watched = await watch({ nodes: 2, guests: 4 });
  expectFindings(await watched.nodes());
  await membersProven(watched, 2);
  expect(watched.lab.requests.count({ path: '/cluster/config/join' })).toBe(1);
});

test.each(['web', 'pbs'] as const)(
  'an unknown server (%s) at the address of a member gets no token, and the cluster is polled through the others',
  async (otherHost) => {
    await using watched = await watch({ nodes: 3, guests: 6 }, { fingerprint: '', verifySSL: false });
    const { lab, source, members } = watched;
    const [main = '', second = ''] = members.map(({ node }) => node);
    await lab.fault(second, { otherHost });
    expectFindings(await watched.resources());
    expectFindings(await watched.nodes());
    await membersProven(watched, 2);
    await expect
      .poll(() => source.endpoints()[1])
      .toEqual({
        host: members[1]?.host,
        healthy: false,
        unproven: expect.stringContaining('but its cluster names'),
      });
    await lab.fault(main, 'die');
    lab.requests.clear();
    expectFindings(await watched.resources());
    expect(lab.requests.count({ node: second })).toBe(0);
  },
);

test('an unknown server at the address of a verified member gets no token either, and one at the configured host is left after its 404', async () => {
  await using watched = await watch({ nodes: 3, guests: 6 }, { fingerprint: '', verifySSL: false });
  const { lab, clock, source, members } = watched;
  const [main = '', second = ''] = members.map(({ node }) => node);
  expectFindings(await watched.resources());
  expectFindings(await watched.nodes());
  await membersProven(watched, 3);
  await lab.fault(second, { otherHost: 'web' });
  // Verification is off for the configured host. So the other server is asked, and its answer shows that it is no Proxmox.
  await lab.fault(main, { otherHost: 'web' });
  lab.requests.clear();
  for (let i = 0; i < 3; i++) {
    expectFindings(await watched.resources());
    await clock.advance(10_000);
  }
  expect(lab.requests.count({ node: second })).toBe(0);
  expect(source.endpoints().map((endpoint) => endpoint.healthy)).toEqual([false, false, true]);
});

test('with no member left the poll is an error, never an empty list', async () => {
  await using watched = await watch({ nodes: 2, guests: 4 });
  expectFindings(await watched.resources());
  for (const { node } of watched.members) await watched.lab.fault(node, 'die');
  const names = expect.stringContaining(watched.config.host);
  expect(await watched.resources()).toMatchObject({ ok: false, error: { kind: 'unreachable', message: names } });
});

test.each([
  ['garbage', 'bad-payload'],
  ['truncated', 'bad-payload'],
  [{ status: 401 }, 'auth'],
  [{ status: 403 }, 'forbidden'],
  [{ status: 500 }, 'bad-status'],
  [{ status: 595 }, 'bad-status'],
] as const)('a standalone host under %j is the error %s, and recovers afterwards', async (fault, kind) => {
  await using watched = await watch({ nodes: 1, guests: 5 });
  const { node = '' } = watched.members[0] ?? {};
  await watched.lab.fault(node, fault);
  expect(await watched.resources()).toMatchObject({ ok: false, error: { kind } });
  await watched.lab.heal(node);
  // refused credentials rest
  await watched.clock.advance(2 * 60_000);
  expect(await watched.resources()).toMatchObject({ ok: true });
});

test('a wrong secret is auth, a wrong fingerprint is tls and no login is attempted', async () => {
  await using wrongSecret = await watch({ nodes: 1, guests: 1 }, { tokenValue: 'wrong' });
  expect(await wrongSecret.resources()).toMatchObject({ ok: false, error: { kind: 'auth' } });
  await using wrongHost = await watch({ nodes: 1, guests: 1 }, { fingerprint: 'ab'.repeat(32) });
  expect(await wrongHost.resources()).toMatchObject({ ok: false, error: { kind: 'tls' } });
  expect(wrongHost.lab.requests.count()).toBe(0);
});

test('data that is not monitored is an empty slice', async () => {
  await using watched = await watch(
    { nodes: 1, guests: 20 },
    { monitorVMs: false, monitorContainers: false, monitorStorage: false },
  );
  const { slices, counters } = expectFindings(await watched.resources());
  expect(slices).toMatchObject({ vms: [], containers: [], storage: [] });
  expect(slices.nodes).toHaveLength(1);
  expect(counters).toEqual({});
});

test('if backups are not monitored, they are not requested', async () => {
  await using watched = await watch({ nodes: 1, guests: 5 }, { monitorBackups: false });
  expectFindings(await watched.resources());
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
