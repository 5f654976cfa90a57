// What becomes of the guests of each node, from the calls to a whole cluster of the lab.
import { guestRan } from '@belfry/domain/status';
import type { NodeLoss } from '@belfry/schema/entities/node-loss';
import { expect, test } from 'vitest';
import { type Watched, watchLab } from './testing/watched.ts';

const kindsOf = (losses: readonly NodeLoss[]) =>
  new Set(losses.flatMap(({ guests }) => guests.flatMap(({ obstacles = [] }) => obstacles.map(({ kind }) => kind))));

/** All configurations are read, twenty and some of the others in each run. */
async function readAll(dc: Watched): Promise<NodeLoss[]> {
  await dc.poll('resources', 'nodes', 'storage', 'protection', 'rights');
  for (let run = 0; run < 4; run++) await dc.poll('guest-configs');
  return [...((await dc.poll('node-loss')).nodeLosses ?? [])];
}

test.each([9.2, 8.4] as const)(
  'every running guest of a cluster of release %s has a node or a reason, and rules keep a pair apart',
  async (version) => {
    await using dc = await watchLab({ version, nodes: 3, guests: 60, everything: true });
    const losses = await readAll(dc);
    const { vms = [], containers = [] } = await dc.poll('resources');
    const running = [...vms, ...containers].filter(({ status }) => status === 'running' || status === 'paused');
    expect(losses.flatMap(({ guests }) => guests.map(({ vmid }) => vmid)).sort()).toEqual(
      running.map(({ vmid }) => vmid).sort(),
    );
    expect(losses.map(({ isQuorate }) => isQuorate)).toEqual([true, true, true]);
    const { nodes = [] } = await dc.poll('nodes');
    for (const { node, freeBytes = 0 } of losses) {
      const free = nodes.find(({ name }) => name === node)?.memory.free ?? Number.NaN;
      expect(free - freeBytes).toBeLessThan(512 * 1024 ** 2);
    }
    expect(losses.flatMap(({ missing = [] }) => missing)).toEqual([]);
    expect(kindsOf(losses)).not.toContain('not-read');
    expect(kindsOf(losses)).toContain('local-disk');

    const managed = losses.flatMap(({ guests }) => guests.filter(({ isManaged }) => isManaged));
    // of eight resources, HA has given up on one
    expect(managed).toHaveLength(7);
    expect(managed.some(({ to }) => to !== undefined)).toBe(true);
    expect(dc.lab.requests.count({ path: version >= 9 ? '/cluster/ha/rules' : '/cluster/ha/groups' })).toBe(1);
    expect(dc.lab.requests.count({ path: version >= 9 ? '/cluster/ha/groups' : '/cluster/ha/rules' })).toBe(0);
  },
);

test('a guest with a copy of its disks on another node goes there', async () => {
  await using dc = await watchLab({ nodes: 3, guests: 60, everything: true });
  const losses = await readAll(dc);
  const [cluster] = dc.lab.clusters;
  const copied = new Map(cluster?.replications.map(({ vmid, target }) => [vmid, target]));
  const moved = losses.flatMap(({ guests }) => guests.filter(({ vmid, to }) => copied.has(vmid) && to !== undefined));
  expect(moved.length).toBeGreaterThan(0);
  for (const { vmid, to } of moved) expect(to).toBe(copied.get(vmid));
});

test('the guests that ran on a node that is lost have a node or a reason, and their place in the order of the start', async () => {
  await using dc = await watchLab({ nodes: 3, guests: 60, everything: true });
  await readAll(dc);
  const dead = dc.members.at(-1)?.node ?? '';
  const isLeft = ({ ha }: { ha?: string | undefined }) => ha === undefined || ha === 'error';
  const guests = dc.lab.guests(dc.name).filter((guest) => guest.node === dead && isLeft(guest));
  const ran = guests.filter(({ power }) => power !== 'stopped').map(({ vmid }) => vmid);
  await dc.lab.unplug(dead);
  // the other nodes show them unchanged for five minutes, and do not know them any more after that
  await dc.clock.advance(330_000);
  await dc.poll('resources', 'nodes');
  const { nodeLosses = [] } = await dc.poll('node-loss');
  const lost = nodeLosses.find(({ node }) => node === dead)?.guests ?? [];
  const own = lost.filter(({ isManaged }) => !isManaged);
  expect(own.map(({ vmid }) => vmid)).toEqual(ran.sort((a, b) => a - b));
  for (const guest of own) expect(guest.to ?? guest.obstacles?.[0]?.kind).toEqual(expect.any(String));
  expect(kindsOf(nodeLosses)).not.toContain('not-read');
  expect(own.some(({ order }) => order !== undefined)).toBe(true);
});

test('a configuration that was not read yet is a reason of its own, and later guests are read first', async () => {
  await using dc = await watchLab({ nodes: 2, guests: 20 });
  const reasons = async () => kindsOf((await dc.poll('node-loss')).nodeLosses ?? []);
  await dc.poll('resources', 'nodes');
  expect(await reasons()).toEqual(new Set(['not-read']));
  await dc.poll('guest-configs');
  expect(await reasons()).not.toContain('not-read');
  dc.lab.addGuest(dc.name);
  await dc.poll('resources', 'guest-configs');
  expect(await reasons()).not.toContain('not-read');
});

test.each([
  ['Sys.Audit', 'Sys.Audit on /'],
  ['Datastore.Audit', 'Datastore.Audit on /storage'],
] as const)('without %s the estimate names the privilege that is missing', async (lack, needs) => {
  await using dc = await watchLab({ nodes: 3, guests: 20, lacks: [lack] });
  const losses = await readAll(dc);
  expect(losses).toHaveLength(3);
  for (const { missing } of losses) expect(missing).toEqual([needs]);
  if (lack === 'Datastore.Audit') expect(kindsOf(losses)).toContain('unknown-storage');
});

test('the configuration of HA is read every five minutes, and a single host has no losses', async () => {
  await using dc = await watchLab({ nodes: 2, guests: 5 });
  await dc.poll('resources', 'nodes');
  for (let minute = 0; minute < 11; minute++) await dc.poll('node-loss');
  expect(dc.lab.requests.count({ path: '/cluster/ha/resources' })).toBe(3);

  await using alone = await watchLab({ nodes: 1, guests: 5 });
  expect((await alone.poll('resources', 'nodes', 'node-loss')).nodeLosses).toEqual([]);
  expect(alone.lab.requests.count({ path: '/cluster/ha/resources' })).toBe(0);
});

test('of a node that was lost before the start, the estimate says that nobody knows which of its guests ran', async () => {
  await using dc = await watchLab({ nodes: 3, guests: 60, everything: true });
  const dead = dc.members.at(-1)?.node ?? '';
  await dc.lab.unplug(dead);
  await dc.clock.advance(330_000);
  const { vms = [], containers = [] } = await dc.poll('resources', 'nodes');
  const { nodeLosses = [] } = await dc.poll('node-loss');
  const own = [...vms, ...containers].filter(({ node }) => node === dead);
  expect(own.map(guestRan)).toEqual(own.map(() => undefined));
  const lost = nodeLosses.find(({ node }) => node === dead)?.guests ?? [];
  expect(lost.map(({ isAssumed }) => isAssumed)).toEqual(own.map(() => true));
});
