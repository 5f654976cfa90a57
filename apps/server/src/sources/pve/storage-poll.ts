// Storages in depth: whether they are active and enabled, their pools on ZFS, and Ceph.
import { ok } from '@belfry/domain/result';
import type { CephCluster } from '@belfry/schema/entities/ceph-cluster';
import type { ZfsPool } from '@belfry/schema/entities/storage';
import { iso } from '../../lib/clock.ts';
import { isRaw, text } from '../proxmox-api/read.ts';
import { type Reader, TIMEOUT_MS } from '../proxmox-api/session.ts';
import type { Poll } from '../source.ts';
import { cephCluster, cephPools, isCeph } from './ceph.ts';
import { withStorageDetails } from './facts.ts';
import { compose, onlineNodes, type PveInstance } from './instance.ts';
import { type NodeStorage, parseNodeStorages, parseStorageConfigs } from './storage-details.ts';
import { zfsPool } from './zfs.ts';

const options = { blameless: true, timeoutMs: TIMEOUT_MS.slow };

export function createStoragePoll(instance: PveInstance): Poll {
  async function list(reader: Reader, path: string): Promise<unknown> {
    const answer = await reader.get(path, options);
    return answer.ok ? answer.value : undefined;
  }

  async function fetchZfs(reader: Reader, at: string): Promise<ZfsPool[]> {
    const pools = await list(reader, `${at}/disks/zfs`);
    const named = Array.isArray(pools) ? pools.filter(isRaw).filter((pool) => text(pool.name)) : [];
    return Promise.all(
      named.map(async (pool) =>
        zfsPool(pool, await list(reader, `${at}/disks/zfs/${encodeURIComponent(text(pool.name) as string)}`)),
      ),
    );
  }

  /** The cluster's status from anywhere, its pools from the first node that has Ceph. Undefined: could not be asked. */
  async function fetchCeph(reader: Reader, nodes: readonly string[]): Promise<CephCluster | undefined> {
    const status = await list(reader, '/cluster/ceph/status');
    const ceph = cephCluster(status, instance.place.instance, iso(instance.clock.now()));
    if (!ceph) return undefined;
    for (const node of nodes.slice(0, 3)) {
      const pools = await list(reader, `/nodes/${encodeURIComponent(node)}/ceph/pool`);
      if (Array.isArray(pools)) return { ...ceph, pools: cephPools(pools) };
    }
    return ceph;
  }

  return {
    name: 'storage',
    everyMs: 60_000,
    timeoutMs: 55_000,
    essential: false,
    async run(signal) {
      if (!instance.config.monitorStorage) return ok({ slices: {}, dropped: 0 });
      const reader = instance.session.read(signal);
      const nodes = onlineNodes(instance);
      const configs = parseStorageConfigs(await list(reader, '/storage'));
      const found = await Promise.all(
        nodes.map(async (node) => {
          const at = `/nodes/${encodeURIComponent(node)}`;
          const storages: ReadonlyMap<string, NodeStorage> = parseNodeStorages(await list(reader, `${at}/storage`));
          const hasZfs = [...storages.values()].some((storage) => storage.type === 'zfspool');
          return { node, storages, pools: hasZfs ? await fetchZfs(reader, at) : [] };
        }),
      );
      const hasCeph = [...configs.values()].some((storage) => isCeph(storage.type));
      const ceph = hasCeph ? await fetchCeph(reader, nodes) : undefined;
      instance.facts = withStorageDetails(instance.facts, { configs, nodes: found, hasCeph, ceph });
      if (instance.facts.nodes.length === 0) return ok({ slices: {}, dropped: 0 });
      return ok({
        slices: { storage: compose.storage(instance), cephClusters: compose.cephClusters(instance) },
        dropped: 0,
      });
    },
  };
}
