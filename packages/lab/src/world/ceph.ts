// A Ceph cluster on the disks of the nodes of a cluster, in the format of its own status.
import { type Cluster, guestsOn } from './cluster.ts';
import { bytesOf, type Capacity, capacities } from './disk-model.ts';
import { diskUsed, type Guest } from './guest.ts';
import type { Node } from './node.ts';
import type { StorageFigures } from './storage.ts';
import { hash, walk } from './walk.ts';

const GiB = 1024 ** 3;
const perNode = 4;
const copies = 3;
const objectSize = 4 * 1024 ** 2;

/** May be changed at any time. `down` contains the numbers of the OSDs that are down. */
export type Ceph = { fsid: string; health: 'HEALTH_OK' | 'HEALTH_WARN' | 'HEALTH_ERR'; down: number[] };

/** Adds at least four disks to each node, large enough for these guests. */
export function createCeph(seed: number, nodes: Node[], guests: readonly Guest[]): Ceph {
  const hex = [0, 1, 2, 3].map((i) => hash(seed, 'fsid', i).toString(16).padStart(8, '0')).join('');
  const fsid = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
  const need = guests.reduce((sum, g) => sum + g.maxdisk * g.load.disk, fileBytes) * copies * 1.5;
  const gb: Capacity = capacities.find((each) => bytesOf(each) * perNode * nodes.length >= need) ?? 15_360;
  const count = Math.max(perNode, Math.ceil(need / bytesOf(gb) / nodes.length));
  for (const [n, node] of nodes.entries())
    node.osds = { ids: Array.from({ length: count }, (_, i) => n * count + i), gb };
  return { fsid, health: 'HEALTH_WARN', down: [perNode] };
}

/** An OSD of an offline node is down. */
const osdsOf = (cluster: Cluster, { down }: Ceph) =>
  cluster.nodes.flatMap((node) =>
    node.osds.ids.map((id) => ({ up: node.online && !down.includes(id), size: bytesOf(node.osds.gb) })),
  );

/** Monitors run on the first three nodes. */
const monitorsOf = ({ nodes }: Cluster) => nodes.slice(0, 3);

/** The files in the file system, and their metadata. */
const fileBytes = 700 * GiB;
const metadataBytes = 3 * GiB;
const managerBytes = 0.5 * GiB;

const pools = [
  { id: 1, name: '.mgr', groups: 1, application: 'mgr' },
  { id: 2, name: 'vm', groups: 512, application: 'rbd' },
  { id: 3, name: 'cephfs_data', groups: 32, application: 'cephfs' },
  { id: 4, name: 'cephfs_metadata', groups: 32, application: 'cephfs' },
] as const;
type PoolName = (typeof pools)[number]['name'];
const allGroups = pools.reduce((sum, { groups }) => sum + groups, 0);

/** The bytes stored in each pool, without the copies. */
function storedOf(cluster: Cluster, t: number): Record<PoolName, number> {
  const vm = guestsOn(cluster, 'ceph-vm').reduce((sum, g) => sum + diskUsed(g, t, g.maxdisk), 0);
  const files = Math.floor(fileBytes * (0.95 + 0.05 * walk(cluster.seed, t, 7200)));
  return { '.mgr': managerBytes, vm, cephfs_data: files, cephfs_metadata: metadataBytes };
}

function usageOf(cluster: Cluster, ceph: Ceph, now: number) {
  // The nodes read it at different seconds but must show the same figures.
  const t = now - (now % 60);
  const total = osdsOf(cluster, ceph).reduce((sum, { size }) => sum + size, 0);
  const stored = storedOf(cluster, t);
  const data = Object.values(stored).reduce((sum, bytes) => sum + bytes, 0);
  const used = Math.min(total, data * copies);
  return { total, stored, data, used, avail: total - used };
}

/** How much a pool can still store. Some space on each disk remains free. */
const availableOf = (avail: number) => Math.floor((avail * 0.95) / copies);

/** A storage on one of the pools. */
export function cephStorageFigures(cluster: Cluster, pool: PoolName, t: number): StorageFigures | undefined {
  if (!cluster.ceph) return undefined;
  const { stored, avail } = usageOf(cluster, cluster.ceph, t);
  return { total: stored[pool] + availableOf(avail), used: stored[pool], avail: availableOf(avail) };
}

/** Several hundred placement groups, some of them degraded while an OSD is down. */
export function cephStatus(cluster: Cluster, ceph: Ceph, t: number) {
  const osds = osdsOf(cluster, ceph);
  const up = osds.filter((osd) => osd.up).length;
  const monitors = monitorsOf(cluster);
  const quorum = monitors.filter((node) => node.online).map((node) => node.name);
  const { total, data, used, avail } = usageOf(cluster, ceph, t);
  const down = osds.length - up;
  // Each group has copies on that many OSDs.
  const degraded = Math.min(allGroups, Math.round((allGroups * copies * down) / Math.max(1, osds.length)));
  const checks = {
    ...(down > 0 && {
      OSD_DOWN: check('HEALTH_WARN', `${down} osds down`, down),
      PG_DEGRADED: check('HEALTH_WARN', `Degraded data redundancy: ${degraded} pgs degraded`, degraded),
    }),
    ...(ceph.health !== 'HEALTH_OK' && { RECENT_CRASH: check('HEALTH_WARN', '1 daemons have recently crashed', 1) }),
    ...(ceph.health === 'HEALTH_ERR' && {
      PG_DAMAGED: check('HEALTH_ERR', 'Possible data damage: 1 pg inconsistent', 1),
    }),
  };
  return {
    fsid: ceph.fsid,
    health: { status: down > 0 && ceph.health === 'HEALTH_OK' ? 'HEALTH_WARN' : ceph.health, checks, mutes: [] },
    election_epoch: 512,
    quorum: quorum.map((name) => monitors.findIndex((node) => node.name === name)),
    quorum_names: quorum,
    monmap: { epoch: 7, fsid: ceph.fsid, mons: monitors.map((node, rank) => ({ rank, name: node.name })) },
    osdmap: { epoch: 33_867, num_osds: osds.length, num_up_osds: up, num_in_osds: osds.length, num_remapped_pgs: 0 },
    pgmap: {
      pgs_by_state: [
        { state_name: 'active+clean', count: allGroups - degraded },
        { state_name: 'active+undersized+degraded', count: degraded },
      ].filter(({ count }) => count > 0),
      num_pgs: allGroups,
      num_pools: pools.length,
      num_objects: Math.ceil(data / objectSize),
      data_bytes: data,
      bytes_used: used,
      bytes_avail: avail,
      bytes_total: total,
      read_bytes_sec: 50_660,
      write_bytes_sec: 2_697_932,
    },
    mgrmap: {
      available: true,
      active_name: quorum[0] ?? '',
      num_standbys: Math.max(0, quorum.length - 1),
      standbys: quorum.slice(1).map((name, i) => ({ gid: 100 + i, name })),
    },
    servicemap: {
      epoch: 3,
      modified: new Date(cluster.since * 1000).toISOString().replace('Z', '000+0000'),
      services: {},
    },
  };
}

const check = (severity: string, message: string, count: number) => ({
  severity,
  summary: { message, count },
  muted: false,
});

export function cephPoolsOf(cluster: Cluster, ceph: Ceph, t: number) {
  const { stored, avail } = usageOf(cluster, ceph, t);
  return pools.map(({ id, name, groups, application }) => {
    const used = stored[name] * copies;
    return {
      pool: id,
      pool_name: name,
      size: copies,
      min_size: 2,
      pg_num: groups,
      pg_autoscale_mode: 'on',
      crush_rule: 0,
      crush_rule_name: 'replicated_rule',
      type: 'replicated',
      bytes_used: used,
      // The used bytes divided by the sum of the used and the available bytes.
      percent_used: used === 0 ? 0 : used / (used + availableOf(avail) * copies),
      application_metadata: { [application]: {} },
    };
  });
}
