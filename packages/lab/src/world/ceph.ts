// A Ceph cluster spread over the nodes of a cluster, as its own status prints it.
import type { Cluster } from './cluster.ts';
import { hash, walk } from './walk.ts';

const TiB = 1024 ** 4;
const osdSize = 3.49 * TiB;
const perNode = 4;
const copies = 3;

/** May be changed at any time; `down` are the numbers of the OSDs that are. */
export type Ceph = { fsid: string; health: 'HEALTH_OK' | 'HEALTH_WARN' | 'HEALTH_ERR'; down: number[] };

export function createCeph(seed: number): Ceph {
  const hex = [0, 1, 2, 3].map((i) => hash(seed, 'fsid', i).toString(16).padStart(8, '0')).join('');
  const fsid = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
  return { fsid, health: 'HEALTH_WARN', down: [perNode] };
}

/** Four on each node. One whose node is away is down. */
function osdsOf(cluster: Cluster, { down }: Ceph) {
  return cluster.nodes.flatMap((node, n) =>
    Array.from({ length: perNode }, (_, i) => n * perNode + i).map((id) => ({
      id,
      up: node.online && !down.includes(id),
    })),
  );
}

/** Monitors run on the first three nodes. */
const monitorsOf = ({ nodes }: Cluster) => nodes.slice(0, 3);

function cephUsage(cluster: Cluster, ceph: Ceph, t: number) {
  const osds = osdsOf(cluster, ceph);
  const total = Math.floor(osds.length * osdSize);
  const used = Math.floor(total * (0.52 + 0.01 * walk(cluster.seed, t, 7200)));
  return { total, used, avail: total - used };
}

/** Several hundred placement groups, some of them degraded while an OSD is down. */
export function cephStatus(cluster: Cluster, ceph: Ceph, t: number) {
  const osds = osdsOf(cluster, ceph);
  const up = osds.filter((osd) => osd.up).length;
  const monitors = monitorsOf(cluster);
  const quorum = monitors.filter((node) => node.online).map((node) => node.name);
  const { total, used, avail } = cephUsage(cluster, ceph, t);
  const down = osds.length - up;
  const checks = {
    ...(down > 0 && { OSD_DOWN: check('HEALTH_WARN', `${down} osds down`) }),
    ...(ceph.health !== 'HEALTH_OK' && { POOL_NEARFULL: check('HEALTH_WARN', "1 pool(s) nearfull: 'vm'") }),
    ...(ceph.health === 'HEALTH_ERR' && {
      PG_DAMAGED: check('HEALTH_ERR', 'Possible data damage: 1 pg inconsistent'),
    }),
  };
  return {
    fsid: ceph.fsid,
    health: { status: down > 0 && ceph.health === 'HEALTH_OK' ? 'HEALTH_WARN' : ceph.health, checks, mutes: [] },
    election_epoch: 512,
    quorum: quorum.map((_, i) => i),
    quorum_names: quorum,
    monmap: { epoch: 7, fsid: ceph.fsid, mons: monitors.map((node, rank) => ({ rank, name: node.name })) },
    osdmap: { epoch: 33_867, num_osds: osds.length, num_up_osds: up, num_in_osds: osds.length, num_remapped_pgs: 0 },
    pgmap: {
      pgs_by_state: [{ state_name: down > 0 ? 'active+undersized+degraded' : 'active+clean', count: 577 }],
      num_pgs: 577,
      num_pools: 2,
      num_objects: 3_059_395,
      data_bytes: Math.floor(used / copies),
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
    servicemap: { epoch: 3, modified: '2026-01-01T00:00:00.000000+0000', services: {} },
  };
}

const check = (severity: string, message: string) => ({ severity, summary: { message, count: 1 }, muted: false });

export function cephPoolsOf(cluster: Cluster, ceph: Ceph, t: number) {
  const { used, total } = cephUsage(cluster, ceph, t);
  const pool = (id: number, name: string, share: number) => ({
    pool: id,
    pool_name: name,
    size: copies,
    min_size: 2,
    pg_num: id === 1 ? 1 : 576,
    pg_autoscale_mode: 'on',
    crush_rule: 0,
    crush_rule_name: 'replicated_rule',
    type: 'replicated',
    bytes_used: Math.floor(used * share),
    percent_used: (used * share) / total,
    application_metadata: { rbd: {} },
  });
  return [pool(1, '.mgr', 0.0001), pool(2, 'vm', 0.92), pool(3, 'cephfs_data', 0.0799)];
}
