// Storages in depth: whether they are active and enabled, their pools on ZFS, and Ceph.
import { fail, ok } from '@belfry/domain/result';
import type { CephCluster } from '@belfry/schema/entities/ceph-cluster';
import type { ZfsPool } from '@belfry/schema/entities/storage';
import { iso } from '../../lib/clock.ts';
import { createParts, type PartOptions, type Parts } from '../proxmox-api/parts.ts';
import { isRaw, text } from '../proxmox-api/read.ts';
import { TIMEOUT_MS } from '../proxmox-api/session.ts';
import type { Poll } from '../source.ts';
import { cephCluster, cephPools, isCeph } from './ceph.ts';
import { withStorageDetails } from './facts.ts';
import { compose, onlineNodes, type PveInstance } from './instance.ts';
import { type NodeStorage, parseNodeStorages, parseStorageConfigs } from './storage-details.ts';
import { zfsPool } from './zfs.ts';

/** ZFS and Ceph are asked about the whole cluster's disks. */
const AUDIT = { needs: 'Sys.Audit on /' };
/** Nodes that only use somebody else's Ceph answer 500 for want of its programs: no part is missing, if none was there. */
const CEPH = { ...AUDIT, tolerate: [500, 501] };
const STORAGES = 'storages';
const ZFS = 'ZFS pools';

export function createStoragePoll(instance: PveInstance): Poll {
  const begin = createParts(instance.clock);

  async function list(parts: Parts, part: string, path: string, options: PartOptions): Promise<unknown> {
    const answer = await parts.get(part, path, { timeoutMs: TIMEOUT_MS.slow, ...options });
    return answer.ok ? answer.value : undefined;
  }

  async function fetchZfs(parts: Parts, node: string): Promise<ZfsPool[]> {
    const at = `/nodes/${encodeURIComponent(node)}/disks/zfs`;
    const pools = await list(parts, ZFS, at, AUDIT);
    const named = Array.isArray(pools) ? pools.filter(isRaw).filter((pool) => text(pool.name)) : [];
    return Promise.all(
      named.map(async (pool) => {
        const name = text(pool.name) as string;
        const detail = await list(parts, ZFS, `${at}/${encodeURIComponent(name)}`, AUDIT);
        const known = instance.facts.pools.get(`${node}/${name}`);
        const found = zfsPool(pool, detail);
        // the list alone knows neither devices nor errors
        return isRaw(detail) || !known ? found : { ...known, state: found.state };
      }),
    );
  }

  /**
   * The cluster's status from anywhere, its pools from the first node that has Ceph; pools that cannot be had stay as
   * they were. Undefined: could not be asked.
   */
  async function fetchCeph(parts: Parts, nodes: readonly string[]): Promise<CephCluster | undefined> {
    const known = instance.facts.ceph;
    const status = await list(parts, 'Ceph', '/cluster/ceph/status', known ? AUDIT : CEPH);
    const ceph = cephCluster(status, instance.place.instance, iso(instance.clock.now()));
    if (!ceph) return undefined;
    for (const node of nodes.slice(0, 3)) {
      const pools = await list(parts, 'Ceph pools', `/nodes/${encodeURIComponent(node)}/ceph/pool`, CEPH);
      if (Array.isArray(pools)) return { ...ceph, pools: cephPools(pools) };
    }
    return { ...ceph, pools: known?.pools ?? [] };
  }

  return {
    name: 'storage',
    everyMs: 60_000,
    timeoutMs: 55_000,
    essential: false,
    async run(signal) {
      if (!instance.config.monitorStorage) return ok({ slices: {}, dropped: 0 });
      const parts = begin(instance.session.read(signal));
      const nodes = onlineNodes(instance);
      const configs = parseStorageConfigs(await list(parts, STORAGES, '/storage', {}));
      const found = await Promise.all(
        nodes.map(async (node) => {
          const at = `/nodes/${encodeURIComponent(node)}`;
          const storages: ReadonlyMap<string, NodeStorage> = parseNodeStorages(
            await list(parts, STORAGES, `${at}/storage`, {}),
          );
          const hasZfs = [...storages.values()].some((storage) => storage.type === 'zfspool');
          return { node, storages, pools: hasZfs ? await fetchZfs(parts, node) : [] };
        }),
      );
      const hasCeph = [...configs.values()].some((storage) => isCeph(storage.type));
      const ceph = hasCeph ? await fetchCeph(parts, nodes) : undefined;
      instance.facts = withStorageDetails(instance.facts, { configs, nodes: found, hasCeph, ceph });
      const trouble = parts.trouble();
      if (trouble && configs.size === 0 && found.every(({ storages }) => storages.size === 0)) return fail(trouble);
      const gaps = parts.gaps();
      if (instance.facts.nodes.length === 0) return ok({ slices: {}, dropped: 0, gaps });
      return ok({
        slices: { storage: compose.storage(instance), cephClusters: compose.cephClusters(instance) },
        dropped: 0,
        gaps,
      });
    },
  };
}
