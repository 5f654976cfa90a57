// The releases differ in their answers. The state is complete with each of them.
import { State } from '@belfry/schema/state';
import { describe, expect, test } from 'vitest';
import { watchLab } from './testing/watched.ts';

const polls = ['resources', 'nodes', 'guest-details', 'storage', 'physical-disks', 'backups', 'availability'];
const rest = ['protection', 'rights'];

describe.each([6.4, 7, 7.4, 8.4, 9.2] as const)('Proxmox VE %s', (version) => {
  test('everything it has is there, valid, and nothing is missing', async () => {
    await using dc = await watchLab({ nodes: 3, guests: 40, version, everything: true });
    await dc.poll(...polls, ...rest);
    for (let run = 0; run < 12; run++) await dc.poll('guest-agents', 'container-addresses', 'snapshots');
    const seen = await dc.poll('resources');

    for (const [list, entities = []] of Object.entries(seen)) {
      expect(entities.length, list).toBeGreaterThan(0);
      expect(State.shape[list as keyof typeof State.shape].safeParse(entities).error, list).toBeUndefined();
    }
    expect(Object.keys(seen).sort()).toEqual([
      'backupJobs',
      'backupTasks',
      'cephClusters',
      'containers',
      'guestSnapshots',
      'nodes',
      'physicalDisks',
      'pveClusters',
      'retentions',
      'storage',
      'storageBackups',
      'tasks',
      'vms',
    ]);
    expect([...polls, ...rest, 'container-addresses', 'snapshots'].flatMap((poll) => dc.gaps(poll))).toEqual([]);

    for (const node of seen.nodes ?? []) {
      expect(node).toMatchObject({ status: 'online', pveVersion: expect.stringContaining(`/${version}`) });
      expect([node.memory.total, node.disk.total, node.cpuInfo.cores].every((n) => n > 0)).toBe(true);
      expect(node.loadAverage).toHaveLength(3);
    }
    const running = seen.vms?.filter((vm) => vm.status === 'running') ?? [];
    expect(running.some((vm) => vm.disk.source === 'guest-agent' && vm.ipAddresses?.length && vm.osName)).toBe(true);
    expect(running.some((vm) => vm.memory.quality === 'good')).toBe(true);
    const containers = seen.containers?.filter((ct) => ct.status === 'running') ?? [];
    for (const ct of containers) expect(ct.memory.swapTotal).toBeGreaterThan(0);
    expect(containers.some((ct) => ct.ipAddresses?.length)).toBe(true);
  });
});

test('a host whose clock is three hours ahead loses nothing', async () => {
  await using ahead = await watchLab({ nodes: 1, guests: 30, skewMs: 3 * 3_600_000 });
  await using right = await watchLab({ nodes: 1, guests: 30 });
  const [a, b] = [await ahead.poll('resources', 'backups'), await right.poll('resources', 'backups')];
  for (const list of ['vms', 'containers', 'storageBackups', 'backupTasks'] as const)
    expect(a[list]?.length, list).toBeGreaterThanOrEqual(b[list]?.length || 1);
});

test.each([6.4, 7] as const)('release %d gets no calls that it is known to refuse', async (version) => {
  await using dc = await watchLab({ nodes: 3, guests: 20, version, everything: true });
  await dc.poll('resources', 'storage', 'backups');
  dc.lab.requests.clear();
  const { backupTasks, cephClusters } = await dc.poll('resources', 'storage', 'backups');
  expect(dc.lab.requests.recent().filter(({ status }) => status >= 400)).toEqual([]);
  expect(backupTasks?.length).toBeGreaterThan(0);
  expect(cephClusters?.[0]?.pools.length).toBeGreaterThan(0);
});

test('tags that only the lists of each node contain are shown, and disappear when they are removed', async () => {
  await using dc = await watchLab({ nodes: 3, guests: 20, version: 7 });
  const tagsOf = async () => {
    const { vms = [], containers = [] } = await dc.poll('resources', 'guest-details');
    return new Map([...vms, ...containers].map(({ vmid, tags }) => [vmid, tags]));
  };
  const tagged = dc.lab.guests(dc.name).filter((g) => !g.template && g.tags.length > 0);
  const seen = await tagsOf();
  for (const { vmid, tags } of tagged) expect(seen.get(vmid)).toEqual(tags);
  const [first] = tagged;
  if (!first) throw new Error('nobody has tags');
  dc.lab.changeGuest(dc.name, first.vmid, { tags: [] });
  expect((await tagsOf()).get(first.vmid)).toEqual([]);
});

test('an upgraded host has its new version after the next slow poll, and gets the calls of that version', async () => {
  await using dc = await watchLab({ nodes: 3, guests: 6, version: 7.4 });
  const [cluster] = dc.lab.clusters;
  if (!cluster) throw new Error('no cluster');
  const versions = () => dc.lab.requests.count({ path: '/version' });
  const exports = () => dc.lab.requests.count({ path: '/cluster/metrics/export' });
  for (let run = 0; run < 3; run++) await dc.poll('resources', 'nodes');
  const asked = versions();
  expect(exports()).toBe(1);
  cluster.release = 9.2;
  await dc.poll('nodes', 'resources');
  expect(versions()).toBe(asked + 1);
  expect(exports()).toBe(2);
  await dc.poll('nodes', 'resources');
  expect(versions()).toBe(asked + 1);
});
