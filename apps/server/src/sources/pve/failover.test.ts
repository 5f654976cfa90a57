// A cluster whose members fail: the source uses another one, and sends no credentials to an unknown host.
import { expect, test } from 'vitest';
import type { Cluster } from '../../config/host.ts';
import { createLogger } from '../../lib/logger.ts';
import { createSource } from '../registry.ts';
import type { Poll } from '../source.ts';
import { expectFindings, membersProven, watchLab } from './testing/watched.ts';

const log = createLogger('silent');
const signal = new AbortController().signal;

test('when the polled node dies another member answers in the same run, and the node is used again once it heals', async () => {
  await using watched = await watchLab({ nodes: 3, guests: 30 });
  const { lab, clock, source, members } = watched;
  const [first] = members;
  if (!first) throw new Error('no members');
  expectFindings(await watched.run('resources'));
  expectFindings(await watched.run('nodes'));
  await membersProven(watched, 3);

  await lab.fault(first.node, 'die');
  const without = expectFindings(await watched.run('resources'));
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
  const back = expectFindings(await watched.run('resources'));
  expect(lab.requests.count({ node: first.node, path: '/cluster/resources' })).toBe(1);
  expect(back.slices.nodes?.every((n) => n.status === 'online' && n.connectionHealth === 'healthy')).toBe(true);
});

test('after a restart while the configured host is dead the cluster is found by the members that were kept', async () => {
  await using watched = await watchLab({ nodes: 3, guests: 10 });
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

  // Without the kept members only the configured host is known.
  kept.value = undefined;
  const other = start();
  expect(other.source.endpoints()).toHaveLength(1);
  expect(await other.run('resources')).toMatchObject({ ok: false, error: { kind: 'unreachable' } });
  await other.source.close();
});

test('a member that hangs costs one timeout, then the next member is asked, all within one run', async () => {
  await using watched = await watchLab({ nodes: 2, guests: 10 });
  const { lab, clock, source, members } = watched;
  expectFindings(await watched.run('resources'));
  expectFindings(await watched.run('nodes'));
  await membersProven(watched, 2);
  await lab.fault(members[0]?.node ?? '', 'hang');
  lab.requests.clear();
  const run = watched.run('resources');
  await expect.poll(() => lab.requests.count({ path: '/cluster/resources' })).toBe(1);
  await clock.advance(5000);
  expectFindings(await run);
  expect(source.endpoints().map((e) => e.healthy)).toEqual([false, true]);
});

test('members are called only with the certificates that the main host reports', async () => {
  await using watched = await watchLab({ nodes: 2, guests: 4 });
  expectFindings(await watched.run('nodes'));
  await membersProven(watched, 2);
  expect(watched.lab.requests.count({ path: '/cluster/config/join' })).toBe(1);
});

test.each(['web', 'pbs'] as const)(
  'an unknown server (%s) at the address of a member gets no token, and the cluster is polled through the others',
  async (otherHost) => {
    await using watched = await watchLab({ nodes: 3, guests: 6 }, { fingerprint: '', verifySSL: false });
    const { lab, source, members } = watched;
    const [main = '', second = ''] = members.map(({ node }) => node);
    await lab.fault(second, { otherHost });
    expectFindings(await watched.run('resources'));
    expectFindings(await watched.run('nodes'));
    await membersProven(watched, 2);
    await expect
      .poll(() => source.endpoints()[1])
      .toEqual({
        host: members[1]?.host,
        healthy: false,
        unproven: expect.stringContaining('but its cluster names'),
        sentence: expect.objectContaining({ id: 'member.unproven' }),
      });
    await lab.fault(main, 'die');
    lab.requests.clear();
    expectFindings(await watched.run('resources'));
    expect(lab.requests.count({ node: second })).toBe(0);
  },
);

test('an unknown server at the address of a verified member gets no token either, and one at the configured host is left after its 404', async () => {
  await using watched = await watchLab({ nodes: 3, guests: 6 }, { fingerprint: '', verifySSL: false });
  const { lab, clock, source, members } = watched;
  const [main = '', second = ''] = members.map(({ node }) => node);
  expectFindings(await watched.run('resources'));
  expectFindings(await watched.run('nodes'));
  await membersProven(watched, 3);
  await lab.fault(second, { otherHost: 'web' });
  // Verification is off for the configured host. So the other server is asked, and its answer shows that it is no Proxmox.
  await lab.fault(main, { otherHost: 'web' });
  lab.requests.clear();
  for (let i = 0; i < 3; i++) {
    expectFindings(await watched.run('resources'));
    await clock.advance(10_000);
  }
  expect(lab.requests.count({ node: second })).toBe(0);
  expect(source.endpoints().map((endpoint) => endpoint.healthy)).toEqual([false, false, true]);
});

test('with no member left the poll is an error, never an empty list', async () => {
  await using watched = await watchLab({ nodes: 2, guests: 4 });
  expectFindings(await watched.run('resources'));
  for (const { node } of watched.members) await watched.lab.fault(node, 'die');
  const names = expect.stringContaining(watched.config.host);
  expect(await watched.run('resources')).toMatchObject({ ok: false, error: { kind: 'unreachable', message: names } });
});
