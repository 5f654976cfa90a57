// A Ceph cluster from its status and its pools.
import { roundTo } from '@belfry/domain/usage';
import type { CephCluster } from '@belfry/schema/entities/ceph-cluster';
import { amount, flag, isRaw, line, part, rows, text, valuesOf, whole } from '../proxmox-api/read.ts';

const healths = ['HEALTH_OK', 'HEALTH_WARN', 'HEALTH_ERR'] as const;
type Service = CephCluster['services'][number];

/** `CHECK_NAME: text` of each check, in one line. Ceph leaves muted checks in the list, but not in the status. */
function messageOf(health: ReturnType<typeof part>): string {
  const summaries = valuesOf(health.summary).map((s) => line(part(s).summary, 500));
  const loudChecks = Object.entries(part(health.checks)).filter(([, check]) => !flag(part(check).muted));
  const checks = loudChecks.map(([name, check]) => {
    const words = line(part(part(check).summary).message, 500);
    return words ? `${name}: ${words}` : name;
  });
  return [...summaries, ...checks].filter(Boolean).join('; ').slice(0, 2000);
}

/**
 * Monitors and managers are not in the service map. They are in the monitor map with the quorum, and in the manager
 * map.
 */
function daemons(data: ReturnType<typeof part>): { mon: Service; mgr: Service } {
  const mons = valuesOf(part(data.monmap).mons).length || whole(part(data.monmap).num_mons) || 0;
  const quorum = valuesOf(data.quorum_names).length || valuesOf(data.quorum).length;
  const mgrmap = part(data.mgrmap);
  const active = text(mgrmap.active_name) || mgrmap.available === true ? 1 : 0;
  const standbys = valuesOf(mgrmap.standbys).length || whole(mgrmap.num_standbys) || 0;
  return {
    mon: { type: 'mon', running: quorum || mons, total: Math.max(mons, quorum) },
    mgr: { type: 'mgr', running: active + standbys, total: active + standbys },
  };
}

/** The other services: file systems have their own map, other daemons register in the service map. */
function otherServices(data: ReturnType<typeof part>): Service[] {
  const fsmap = part(data.fsmap);
  const standby = whole(fsmap['up:standby']) ?? 0;
  const up = whole(fsmap.up) ?? 0;
  const mds = { type: 'mds', running: up + standby, total: Math.max(up, whole(fsmap.in) ?? 0) + standby };
  const registered = Object.entries(part(part(data.servicemap).services)).map(([type, service]): Service => {
    const daemons = Object.values(part(part(service).daemons)).filter(isRaw);
    const running = daemons.filter(({ status }) => status === undefined || status === 'running' || status === 'active');
    return { type: type.slice(0, 64), running: running.length, total: daemons.length };
  });
  return [mds, ...registered].filter(({ total }) => total > 0);
}

/** From `data` of cluster/ceph/status; `at` ISO. Undefined when it is not an answer of Ceph. */
export function cephCluster(data: unknown, instance: string, at: string): CephCluster | undefined {
  if (!isRaw(data) || !isRaw(data.health)) return undefined;
  const osds = isRaw(part(data.osdmap).osdmap) ? part(part(data.osdmap).osdmap) : part(data.osdmap);
  const pgmap = part(data.pgmap);
  const total = whole(pgmap.bytes_total) ?? 0;
  const used = whole(pgmap.bytes_used) ?? 0;
  const { mon, mgr } = daemons(data);
  const fsid = text(data.fsid, 64) ?? text(part(data.monmap).fsid, 64);
  const status = data.health.status ?? data.health.overall_status;
  return {
    id: `${instance}-${fsid ?? 'ceph'}`,
    instance,
    name: 'Ceph',
    ...(fsid && { fsid }),
    health: healths.find((h) => h === status) ?? 'HEALTH_UNKNOWN',
    healthMessage: messageOf(data.health),
    totalBytes: total,
    usedBytes: used,
    availableBytes: whole(pgmap.bytes_avail) ?? Math.max(total - used, 0),
    usagePercent: total > 0 ? roundTo(Math.min(used / total, 1) * 100, 1) : 0,
    numMons: mon.total,
    numMgrs: mgr.total,
    numOsds: whole(osds.num_osds) ?? 0,
    numOsdsUp: whole(osds.num_up_osds) ?? 0,
    numOsdsIn: whole(osds.num_in_osds) ?? 0,
    numPGs: whole(pgmap.num_pgs) ?? 0,
    pools: [],
    services: [mon, mgr, ...otherServices(data)],
    lastUpdated: at,
  };
}

/**
 * From `data` of nodes/{n}/ceph/pool. `bytes_used` counts all replicas, so the stored bytes are `bytes_used` divided by
 * `size`.
 */
export function cephPools(data: unknown): CephCluster['pools'] {
  return valuesOf(data)
    .filter(isRaw)
    .flatMap((pool) => {
      const name = text(pool.pool_name, 128);
      if (!name) return [];
      const raw = whole(pool.bytes_used) ?? 0;
      const fraction = Math.min(amount(pool.percent_used) ?? 0, 1);
      const copies = Math.max(whole(pool.size) ?? 1, 1);
      const free = fraction > 0 ? (raw / fraction - raw) / copies : 0;
      return [
        {
          id: whole(pool.pool) ?? 0,
          name,
          storedBytes: Math.round(raw / copies),
          availableBytes: Math.round(free),
          objects: 0,
          percentUsed: roundTo(fraction * 100, 1),
        },
      ];
    });
}

const cephTypes = new Set(['rbd', 'cephfs', 'ceph']);
export const isCeph = (type: string): boolean => cephTypes.has(type);

/**
 * The addresses in a list of monitors: `10.0.0.1 10.0.0.2:6789`, `[v2:10.0.0.1:3300/0,v1:10.0.0.1:6789/0]`, names. Usual ports are
 * left out, because one monitor has two of them.
 */
export const monitorsIn = (list: string): string[] =>
  list.split(/[\s,;]+/).flatMap((part) => {
    const bare = part.replace(/^\[?(v[12]:|any:)/, '').replace(/\/\d+\]?$/, '');
    const address = bare.replace(/:(6789|3300|0)$/, '').replace(/^\[(.*)\]$/, '$1');
    return address === '' ? [] : [address.toLowerCase()];
  });

/** The addresses of the monitors, from `data` of cluster/ceph/status. New releases of Ceph leave them out. */
export function monitorsOf(data: unknown): Set<string> {
  const mons = rows(part(part(data).monmap).mons);
  const vectors = mons.flatMap((mon) => rows(part(mon.public_addrs).addrvec));
  const addresses = [...mons.flatMap((mon) => [mon.addr, mon.public_addr]), ...vectors.map(({ addr }) => addr)];
  return new Set(addresses.flatMap((address) => monitorsIn(text(address) ?? '')));
}
