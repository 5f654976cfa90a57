// A datacentre with every feature and every kind of problem, over the lab's real wire.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Watched, watchLab } from './testing/watched.ts';

let dc: Watched;
beforeAll(async () => {
  dc = await watchLab({ nodes: 3, guests: 60, everything: true });
  await dc.poll('resources', 'nodes', 'storage');
});
afterAll(() => dc[Symbol.asyncDispose]());

const world = () => {
  const [cluster] = dc.lab.clusters;
  if (!cluster) throw new Error('no cluster');
  return cluster;
};

test('a cluster has its quorum, the HA states of its nodes and guests, and its HA master', async () => {
  const { pveClusters } = await dc.poll('availability');
  expect(pveClusters).toEqual([
    {
      id: dc.name,
      instance: dc.name,
      name: dc.name,
      quorate: true,
      nodes: 3,
      nodesOnline: 3,
      haStatus: 'OK',
      haWorks: true,
      haMaster: world().nodes[0]?.name,
    },
  ]);
  const { nodes = [], vms = [] } = await dc.poll('resources');
  for (const node of nodes) expect(['active', 'idle']).toContain(node.haState);
  const managed = dc.lab.guests(dc.name).filter((g) => g.ha !== undefined);
  expect(vms.filter((g) => g.haState !== undefined).map((g) => [g.vmid, g.haState])).toEqual(
    managed.map((g) => [g.vmid, g.ha]),
  );
});

test('a cluster without a majority is not quorate', async () => {
  const [, second, third] = world().nodes.map((n) => n.name);
  for (const name of [second, third]) await dc.lab.fault(name as string, 'die');
  const { pveClusters } = await dc.poll('resources', 'nodes', 'availability');
  expect(pveClusters).toMatchObject([{ quorate: false, nodesOnline: 1, haStatus: "No quorum on node 'pve-east-01'!" }]);
  for (const name of [second, third]) await dc.lab.heal(name as string);
  expect((await dc.poll('resources', 'nodes', 'availability')).pveClusters).toMatchObject([{ quorate: true }]);
});

test('each replication job has its last success and the reason of a failure; every guest says whether a backup job contains it', async () => {
  await dc.poll('protection');
  const { vms = [], containers = [] } = await dc.poll('resources');
  const jobs = vms.flatMap((g) => g.replication ?? []);
  expect(jobs.map((job) => job.id)).toEqual(world().replications.map((r) => r.id));
  expect(jobs.map((job) => job.result).sort()).toEqual(['failed', 'ok', 'ok', 'ok', 'ok']);
  for (const job of jobs) expect(Date.parse(job.lastSync ?? '')).toBeLessThanOrEqual(dc.clock.now());
  expect(jobs.find((job) => job.result === 'failed')).toMatchObject({ failCount: 4, error: /exit code 1/ });
  const covered = [...vms, ...containers].map((g) => g.inBackupJob);
  expect(new Set(covered)).toEqual(new Set([true, false]));
});

test('Ceph has health, message, capacity, OSDs, placement groups, monitors, managers and pools', async () => {
  const { cephClusters } = await dc.poll('storage');
  expect(cephClusters).toHaveLength(1);
  expect(cephClusters?.[0]).toMatchObject({
    fsid: world().ceph?.fsid,
    health: 'HEALTH_WARN',
    healthMessage:
      'OSD_DOWN: 1 osds down; PG_DEGRADED: Degraded data redundancy: 144 pgs degraded; RECENT_CRASH: 1 daemons have recently crashed',
    numOsds: 12,
    numOsdsUp: 11,
    numOsdsIn: 12,
    numPGs: 577,
    numMons: 3,
    numMgrs: 3,
  });
  expect(cephClusters?.[0]?.usagePercent).toBeGreaterThan(10);
  expect(cephClusters?.[0]?.pools.map((p) => p.name)).toEqual(['.mgr', 'vm', 'cephfs_data', 'cephfs_metadata']);
  Object.assign(world().ceph as object, { health: 'HEALTH_ERR' });
  expect((await dc.poll('storage')).cephClusters?.[0]).toMatchObject({
    health: 'HEALTH_ERR',
    healthMessage: expect.stringContaining('PG_DAMAGED'),
  });
  Object.assign(world().ceph as object, { health: 'HEALTH_OK', down: [] });
  expect((await dc.poll('storage')).cephClusters?.[0]).toMatchObject({ health: 'HEALTH_OK', healthMessage: '' });
});

test('if Ceph is external, only the size of its storages is in the state, and nothing is invented', async () => {
  const { ceph } = world();
  await using other = await watchLab({ nodes: 3, guests: 6, everything: true });
  Object.assign(other.lab.clusters[0] as object, { ceph: undefined });
  const { cephClusters } = await other.poll('resources', 'nodes', 'storage');
  expect(ceph).toBeDefined();
  expect(cephClusters).toMatchObject([{ health: 'HEALTH_UNKNOWN', numOsds: 0, numMons: 0, numPGs: 0, numMgrs: 0 }]);
  expect(other.gaps('storage')).toEqual([]);
});

test('a degraded pool names its state, its faulted device and its errors, and recovers', async () => {
  const [node] = world().nodes;
  if (!node) throw new Error('no node');
  const poolOf = async () =>
    (await dc.poll('storage')).storage?.find((s) => s.zfsPool && s.node === node.name)?.zfsPool;
  expect(await poolOf()).toMatchObject({
    name: 'rpool',
    state: 'DEGRADED',
    readErrors: 37,
    devices: expect.arrayContaining([expect.objectContaining({ state: 'FAULTED', type: 'disk', readErrors: 37 })]),
  });
  node.pool = 'ONLINE';
  const healed = await poolOf();
  expect(healed).toMatchObject({ state: 'ONLINE', readErrors: 0 });
  expect(healed?.devices.map((d) => d.state)).toEqual(healed?.devices.map(() => 'ONLINE'));
});

test('pools and devices that cannot be read at the moment stay, and the reason is reported', async () => {
  await using poor = await watchLab({ nodes: 3, guests: 6, everything: true });
  const before = await poor.poll('resources', 'nodes', 'storage');
  const [ceph] = before.cephClusters ?? [];
  const pools = before.storage?.flatMap(({ zfsPool }) => zfsPool ?? []);
  expect(ceph?.pools.length).toBeGreaterThan(0);
  expect(pools?.length).toBeGreaterThan(0);
  poor.token.lacks.add('Sys.Audit');
  Object.assign(poor.lab.clusters[0] as object, { ceph: undefined });
  const after = await poor.poll('storage');
  expect(after.cephClusters).toMatchObject([{ fsid: ceph?.fsid, pools: ceph?.pools }]);
  expect(after.storage?.flatMap(({ zfsPool }) => zfsPool ?? [])).toEqual(pools);
  expect(poor.gaps('storage').map(({ part }) => part)).toEqual(expect.arrayContaining(['Ceph', 'ZFS pools']));
});

test('storages of every kind are there, a shared one once, each with its type and state', async () => {
  const { storage = [] } = await dc.poll('storage');
  const types = new Set(storage.map((s) => s.type));
  for (const type of 'dir btrfs lvm lvmthin zfspool nfs cifs rbd cephfs pbs iscsi esxi'.split(' '))
    expect(types, type).toContain(type);
  const shared = storage.filter((s) => s.shared);
  expect(new Set(shared.map((s) => s.name)).size).toBe(shared.length);
  expect(storage.find((s) => s.type === 'iscsi')).toMatchObject({ total: 0, usage: 0, status: 'available' });
});

test('disks of every sort have their health, and disks that never sleep also their wear and temperature', async () => {
  const { physicalDisks = [] } = await dc.poll('physical-disks');
  expect(new Set(physicalDisks.map((d) => d.type))).toEqual(new Set(['nvme', 'ssd', 'hdd', 'usb', 'unknown']));
  for (const disk of physicalDisks) {
    const isAwake = disk.type === 'nvme' || disk.type === 'ssd';
    expect([disk.devPath, disk.temperature > 0, disk.wearout >= 0]).toEqual([disk.devPath, isAwake, isAwake]);
    expect([disk.devPath, disk.health === 'UNKNOWN']).toEqual([disk.devPath, disk.type === 'unknown']);
  }
  const worn = physicalDisks.find((d) => d.model === 'SAMSUNG MZILT960HBHQ');
  expect(worn).toMatchObject({ health: 'OK', wearout: 8 });
  expect(physicalDisks.find((d) => d.model === 'ST4000NM0035')).toMatchObject({ health: 'FAILED', used: 'ZFS' });
});

test('the health of a spinning disk is read once a day, and kept until then; the health of others is read every time', async () => {
  const spinning = (await dc.poll('physical-disks')).physicalDisks?.filter(
    (d) => d.type !== 'nvme' && d.type !== 'ssd',
  );
  const before = spinning?.map((d) => [d.id, d.health]);
  const asked = () => dc.lab.requests.count({ path: '/nodes/{node}/disks/smart' });
  const awake = (await dc.poll('physical-disks')).physicalDisks?.length ?? 0;
  dc.lab.requests.clear();
  const again = (await dc.poll('physical-disks')).physicalDisks ?? [];
  expect(asked()).toBe(awake - (spinning?.length ?? 0));
  expect(again.filter((d) => spinning?.some((s) => s.id === d.id)).map((d) => [d.id, d.health])).toEqual(before);
  await dc.clock.advance(86_400_001);
  dc.lab.requests.clear();
  await dc.poll('resources', 'physical-disks');
  expect(asked()).toBe(awake);
});

test('the data of a node is removed when it leaves the cluster, and stays while it is only offline', async () => {
  await using other = await watchLab({ nodes: 3, guests: 6, everything: true });
  await other.poll('resources', 'nodes', 'storage', 'physical-disks', 'backups');
  const [, lost] = other.lab.clusters[0]?.nodes ?? [];
  if (!lost) throw new Error('no second node');
  await other.lab.fault(lost.name, 'die');
  const nodesOf = async () => {
    const { physicalDisks = [], backupTasks = [] } = await other.poll('resources', 'physical-disks', 'backups');
    return new Set([...physicalDisks, ...backupTasks].map(({ node }) => node));
  };
  expect(await nodesOf()).toContain(lost.name);
  const [cluster] = other.lab.clusters;
  cluster?.nodes.splice(cluster.nodes.indexOf(lost), 1);
  expect(await nodesOf()).not.toContain(lost.name);
});

test('Ceph is noticed without a storage on it, and looked for seldom where it is not', async () => {
  await using other = await watchLab({ nodes: 3, guests: 6, everything: true });
  const [cluster] = other.lab.clusters;
  if (!cluster) throw new Error('no cluster');
  cluster.storages = cluster.storages.filter(({ type }) => type !== 'rbd' && type !== 'cephfs');
  expect((await other.poll('resources', 'storage')).cephClusters).toMatchObject([{ fsid: cluster.ceph?.fsid }]);

  await using without = await watchLab({ nodes: 3, guests: 6 });
  const asked = () => without.lab.requests.count({ path: '/cluster/ceph/status' });
  await without.poll('resources');
  for (let run = 0; run < 15; run++) await without.poll('storage');
  expect(asked()).toBe(1);
  expect((await without.poll('storage')).cephClusters).toEqual([]);
  expect(asked()).toBe(2);
  expect(without.gaps('storage')).toEqual([]);
});

test('polls that run at the same time do not lose each other’s results', async () => {
  await using other = await watchLab({ nodes: 6, guests: 30, everything: true });
  await other.poll('resources');
  const together = ['storage', 'nodes', 'physical-disks', 'guest-details', 'backups', 'availability'];
  await Promise.all(together.map((name) => other.poll(name)));
  const { nodes = [], physicalDisks = [], containers = [], cephClusters = [] } = await other.poll('resources');
  expect(nodes.filter(({ kernelVersion }) => kernelVersion === '')).toEqual([]);
  expect(new Set(physicalDisks.map(({ node }) => node)).size).toBe(6);
  const running = containers.filter(({ status }) => status === 'running');
  expect(running.filter(({ memory }) => memory.swapTotal === undefined)).toEqual([]);
  expect(cephClusters[0]?.pools.length).toBeGreaterThan(0);
});
