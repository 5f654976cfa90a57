// The subjects and their own fields, beside the metrics of the catalogue. Each metric is `belfry_{subject}_{field}`.
import type { ResourceKind } from '@belfry/schema/history/metrics';
import type { PassName } from '../../lib/passes.ts';
import { counter, gauge, type Subject, subject } from './subject.ts';

const up = gauge('1 while it runs, else 0');
const uptime = gauge('Time since its start', 'seconds');
const memorySize = gauge('All memory, used or not', 'bytes');

export const guest = subject('guest', 'one for each guest', 'guest', {
  up,
  paused: gauge('1 while it is paused or suspended, absent otherwise'),
  uptime,
  memory_size: memorySize,
  cores: gauge('Virtual processors'),
  last_backup_time: gauge('When its newest backup was made, in seconds since 1970', 'seconds'),
  ha_managed: gauge(
    '1 while high availability would start it elsewhere, 0 while it leaves it alone, absent without HA',
  ),
  ha_failed: gauge('1 while high availability has given up on it, absent without HA'),
});
export const replication = subject('replication', 'one for each replication job of each guest', undefined, {
  last_sync_time: gauge('When it last worked, in seconds since 1970', 'seconds'),
  failed_runs: gauge('Runs in a row that failed'),
});
export const cluster = subject('cluster', 'one for each cluster of Proxmox VE', undefined, {
  quorate: gauge('1 while a majority of its nodes is there, else 0'),
  nodes: gauge('Nodes'),
  nodes_online: gauge('Nodes that are online'),
  ha_works: gauge('1 while high availability can start guests elsewhere, else 0'),
});
export const filesystem = subject('filesystem', 'one for each file system of each running guest', 'filesystem', {});
export const node = subject('node', 'one for each node of Proxmox VE', 'node', {
  up,
  uptime,
  memory_size: memorySize,
  cores: gauge('Processor cores'),
});
export const storage = subject('storage', 'one for each storage of each node, and for each shared storage', 'storage', {
  up: gauge('1 while it is available, else 0'),
});
export const zfs = subject('zfs_pool', 'one for each ZFS pool', 'zfs', { up: gauge('1 while it is ONLINE, else 0') });
export const ceph = subject('ceph', 'one for each Ceph cluster', 'ceph', {
  health_status: gauge('0: HEALTH_OK, 1: HEALTH_WARN, 2: HEALTH_ERR'),
});
export const cephPool = subject('ceph_pool', 'one for each pool of each Ceph cluster', 'cephpool', {});
export const thinPool = subject('thin_pool', 'one for each thin pool of LVM of each node', 'thinpool', {});
export const disk = subject('physical_disk', 'one for each physical disk', 'disk', {
  size: gauge('Size', 'bytes'),
});
export const datastore = subject('datastore', 'one for each datastore of each backup server', 'datastore', {
  up: gauge('1 while it is available, else 0'),
});
export const pbs = subject('pbs', 'one for each backup server', 'pbs', { uptime });
export const pmg = subject('pmg', 'one for each mail gateway', 'pmg', {});
export const pmgNode = subject('pmg_node', 'one for each machine of each mail gateway', 'pmgnode', {
  up: gauge('1 while the gateway reaches it, else 0'),
  uptime,
});
export const docker = subject('docker_host', 'one for each Docker host', 'docker', {
  up: gauge('1 while its agent reports, else 0'),
  uptime,
  memory_size: memorySize,
  cores: gauge('Processor cores'),
});
export const container = subject('container', 'one for each container of each Docker host', 'container', {
  up,
  uptime,
  restarts: counter('Restarts by the engine'),
});
export const instance = subject('instance', 'one for each configured instance', undefined, {
  up: gauge('1 while Belfry reaches it, else 0'),
  calls: counter('Calls of Belfry to its hosts'),
  failed_calls: counter('Calls of them that failed'),
});
export const site = subject('site', 'one for each site with a collector', undefined, {
  up: gauge('1 while its collector reports, else 0'),
  last_seen_time: gauge('When its collector last reported, in seconds since 1970', 'seconds'),
});
export const alert = subject('alert', 'one for each active alert', undefined, {
  start_time: gauge('When the alert began, in seconds since 1970', 'seconds'),
});
export const alerts = subject('alerts', 'one for each level', undefined, {
  active: gauge('Active alerts'),
  open: gauge('Problems that nobody has: alerts and hosts in trouble, without what another one explains'),
});
export const server = subject('server', 'one', undefined, {
  start_time: gauge('When Belfry was started, in seconds since 1970', 'seconds'),
  cpu: counter('Processor time of Belfry', 'seconds'),
  memory_used: gauge('Memory of Belfry', 'bytes'),
  written: counter('Written by Belfry to its disk', 'bytes'),
  sent: counter('Sent by Belfry to browsers and other clients', 'bytes'),
  browsers: gauge('Connected browsers'),
  problems: gauge('Problems of Belfry itself, such as a full disk'),
});
export const part = subject('part', 'one for each part of Belfry that does not work', undefined, {
  failing: gauge('1 while this part of Belfry fails again and again'),
});
const age = (what: string) => ({ age: gauge(`Time since Belfry last ${what}`, 'seconds') });
const pass = (name: string, what: string) => subject(name, 'one', undefined, age(what));
/** What Belfry does again and again. */
export const passes: Readonly<Record<PassName, Subject<'age'>>> = {
  poll: pass('poll', 'heard or missed the answer of a poll or report'),
  evaluation: pass('evaluation', 'judged its alerts'),
  plan: pass('plan', 'looked which notifications are due'),
  outbox: pass('outbox', 'had an answer of the outbox of notifications'),
  sampling: pass('sampling', 'took the samples of the history'),
};
export const exposition = subject('exposition', 'one for each subject', undefined, {
  series: gauge('Series of this exposition, by subject'),
});

const measured = {
  ...{ guest, filesystem, node, storage, zfs, ceph, cephpool: cephPool, thinpool: thinPool, disk, datastore, pbs, pmg },
  ...{ pmgnode: pmgNode, docker, container },
};
/** The subject of each kind of the catalogue. */
export const subjectOf: { readonly [K in ResourceKind]: Subject } = { ...measured, instance, belfry: server };
export const subjects: readonly Subject[] = [
  ...Object.values(measured),
  ...[replication, cluster, instance, site, alert, alerts, server, part, ...Object.values(passes)],
  exposition,
];
