// What is exposed of Proxmox VE.
import { numberText } from '@belfry/domain/guest-number';
import { haStartsIn } from '@belfry/domain/ha-states';
import { cephPoolId, filesystemId, thinPoolId } from '@belfry/domain/ids';
import { countedAs, guestStatus, nodeMeasured, nodeOnline, nodeStatus } from '@belfry/domain/status';
import type { CephCluster } from '@belfry/schema/entities/ceph-cluster';
import type { State } from '@belfry/schema/state';
import type { Value } from '../sampling/sample.ts';
import type { Collect } from './collect.ts';
import { epochSeconds, labelsOf, readingOf } from './subject.ts';
import * as subjects from './subjects.ts';

export function collectProxmox(state: State, { add, put, isAnswering }: Collect): void {
  const nodes = state.nodes.filter(({ instance, staleSince }) => isAnswering(instance) && staleSince === undefined);
  const online = new Set(nodes.filter(nodeOnline).map(({ id }) => id));
  for (const node of nodes) {
    const { id, name, instance, clusterName, pveVersion, uptime, memory, cpuInfo } = node;
    const status = nodeStatus(node);
    const about = labelsOf({ instance_id: instance, name, cluster: clusterName, version: pveVersion });
    const isUp = nodeOnline(node);
    add(subjects.node, 'node', id, about, {
      up: isUp ? 1 : status.word === 'unknown' ? undefined : 0,
      uptime: nodeMeasured(node) ? uptime : undefined,
      memory_size: positive(memory.total),
      cores: positive(cpuInfo.cores * Math.max(1, cpuInfo.sockets)),
    });
    if (!isUp) continue;
    for (const pool of node.thinPools ?? [])
      add(subjects.thinPool, 'thinpool', thinPoolId(id, pool.name), labelsOf({ node_id: id, name: pool.name }), {});
  }
  for (const guest of [...state.vms, ...state.containers]) {
    if (!isAnswering(guest.instance) || guest.staleSince !== undefined) continue;
    const { id, name, instance, node, vmid, type, pool, uptime, memory, cpus, disks = [] } = guest;
    const { haState, lastBackup, replication = [] } = guest;
    const status = guestStatus(guest, online);
    const counted = countedAs(status);
    const about = labelsOf({ instance_id: instance, name, node, vmid: numberText({ vmid }), type, pool });
    add(subjects.guest, 'guest', id, about, {
      up: counted === 'unknown' ? undefined : counted === 'running' ? 1 : 0,
      paused: counted === 'paused' ? 1 : undefined,
      uptime: status.figures === 'now' ? uptime : undefined,
      memory_size: positive(memory.total),
      cores: positive(cpus),
      last_backup_time: epochSeconds(lastBackup),
      ha_managed: haState === undefined ? undefined : Number(haStartsIn(haState)),
      ha_failed: haState === undefined ? undefined : Number(haState === 'error'),
    });
    for (const { id: job, target, disabled, lastSync, failCount } of replication) {
      const described = labelsOf({ guest_id: id, target, disabled: String(disabled) });
      const own = { last_sync_time: epochSeconds(lastSync), failed_runs: failCount };
      const labels = [['id', `${instance}-${job}`]] as const;
      put(subjects.replication, readingOf(subjects.replication, { labels, about: described }, own));
    }
    if (status.figures !== 'now') continue;
    for (const { mountpoint, type: filesystem } of disks) {
      const described = labelsOf({ guest_id: id, mountpoint, type: filesystem });
      add(subjects.filesystem, 'filesystem', filesystemId(id, mountpoint), described, {});
    }
  }
  for (const { id, instance, name, quorate, nodes: all, nodesOnline, haWorks, staleSince } of state.pveClusters) {
    if (!isAnswering(instance) || staleSince !== undefined) continue;
    const own = {
      ...{ quorate: Number(quorate), nodes: all, nodes_online: nodesOnline },
      ha_works: haWorks === undefined ? undefined : Number(haWorks),
    };
    const about = labelsOf({ instance_id: instance, name });
    put(subjects.cluster, readingOf(subjects.cluster, { labels: [['id', id]], about }, own));
  }
  for (const { id, name, instance, node, type, shared, status, staleSince, zfsPool } of state.storage) {
    if (!isAnswering(instance) || staleSince !== undefined) continue;
    const about = labelsOf({ instance_id: instance, name, node, type, shared: String(shared) });
    add(subjects.storage, 'storage', id, about, {
      up: status === 'unknown' ? undefined : status === 'available' ? 1 : 0,
    });
    if (!zfsPool) continue;
    const described = labelsOf({ instance_id: instance, name: zfsPool.name, node });
    add(subjects.zfs, 'zfs', id, described, { up: zfsPool.state === 'ONLINE' ? 1 : 0 });
  }
  for (const { id, name, instance, health, pools, staleSince } of state.cephClusters) {
    if (!isAnswering(instance) || staleSince !== undefined) continue;
    add(subjects.ceph, 'ceph', id, labelsOf({ instance_id: instance, name }), { health_status: healths[health] });
    for (const pool of pools)
      add(subjects.cephPool, 'cephpool', cephPoolId(id, pool.name), labelsOf({ ceph_id: id, name: pool.name }), {});
  }
  const nodeIds = new Set(nodes.map(({ instance, name }) => `${instance}\n${name}`));
  for (const { id, instance, node, devPath, model, serial, type, size } of state.physicalDisks) {
    if (!isAnswering(instance) || !nodeIds.has(`${instance}\n${node}`)) continue;
    const about = labelsOf({ instance_id: instance, node, device: devPath, model, serial, type });
    add(subjects.disk, 'disk', id, about, { size: positive(size) });
  }
}

const healths: { readonly [H in CephCluster['health']]: Value } = {
  HEALTH_OK: 0,
  HEALTH_WARN: 1,
  HEALTH_ERR: 2,
  HEALTH_UNKNOWN: undefined,
};

/** 0 where the host does not say. */
const positive = (value: number): Value => (value > 0 ? value : undefined);
