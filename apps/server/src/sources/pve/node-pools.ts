// The ZFS pools and the thin pools of one node. A pool that no storage of Proxmox VE uses may still carry the root file system.
import type { ThinPool } from '@belfry/schema/entities/node';
import type { ZfsPool } from '@belfry/schema/entities/storage';
import type { PartOptions, Parts } from '../proxmox-api/parts.ts';
import { isRaw, rows, text, whole } from '../proxmox-api/read.ts';
import { zfsPool } from '../proxmox-api/zfs.ts';
import type { NodePools } from './facts.ts';
import type { PveInstance } from './instance.ts';

/** The calls for pools need this privilege on the whole cluster. */
const AUDIT = { needs: 'Sys.Audit on /', timeoutMs: 20_000 };
/** The host has no ZFS or no LVM. */
const NONE = { ...AUDIT, tolerate: [400, 404, 500, 501] };
const ZFS = 'ZFS pools';
const THIN = 'thin pools';

/** Pools that no storage is on, and thin pools, are read this often. */
const SELDOM_MS = 600_000;

export type FetchPools = (
  parts: Parts,
  node: string,
  has: { zfsStorage: boolean; thinStorage: boolean },
) => Promise<NodePools>;

export function createPoolFetch(instance: PveInstance): FetchPools {
  /** When a node was asked for what is read seldom, on the monotonic clock. */
  const askedAt = new Map<string, number>();

  async function list(parts: Parts, part: string, path: string, options: PartOptions): Promise<unknown> {
    const answer = await parts.get(part, path, options);
    return answer.ok ? answer.value : undefined;
  }

  async function fetchZfs(parts: Parts, node: string, options: PartOptions): Promise<ZfsPool[] | undefined> {
    const at = `/nodes/${encodeURIComponent(node)}/disks/zfs`;
    const pools = await list(parts, ZFS, at, options);
    if (!Array.isArray(pools)) return undefined;
    const named = rows(pools).filter((pool) => text(pool.name));
    return Promise.all(
      named.map(async (pool) => {
        const name = text(pool.name) as string;
        const detail = await list(parts, ZFS, `${at}/${encodeURIComponent(name)}`, AUDIT);
        const known = instance.facts.pools.get(`${node}/${name}`);
        const found = zfsPool(pool, detail);
        // The list contains neither devices nor errors.
        return isRaw(detail) || !known ? found : { ...known, state: found.state };
      }),
    );
  }

  async function fetchThin(parts: Parts, node: string): Promise<ThinPool[] | undefined> {
    const pools = await list(parts, THIN, `/nodes/${encodeURIComponent(node)}/disks/lvmthin`, NONE);
    return Array.isArray(pools) ? thinPools(pools) : undefined;
  }

  return async (parts, node, { zfsStorage, thinStorage }) => {
    const now = instance.clock.monotonic();
    const isDue = now - (askedAt.get(node) ?? Number.NEGATIVE_INFINITY) >= SELDOM_MS;
    if (isDue) askedAt.set(node, now);
    const [zfs, thin] = await Promise.all([
      zfsStorage || isDue ? fetchZfs(parts, node, zfsStorage ? AUDIT : NONE) : undefined,
      thinStorage && isDue ? fetchThin(parts, node) : undefined,
    ]);
    return { zfs, thin };
  };
}

/** From `data` of disks/lvmthin (PVE/API2/Disks/LVMThin.pm): `used` and `metadata_used` are bytes. */
const thinPools = (data: unknown): ThinPool[] =>
  rows(data).flatMap((row) => {
    const [name, group] = [text(row.lv, 128), text(row.vg, 128)];
    const [size, used] = [whole(row.lv_size), whole(row.used)];
    const [metadataSize, metadataUsed] = [whole(row.metadata_size), whole(row.metadata_used)];
    if (!name || !size || used === undefined || !metadataSize || metadataUsed === undefined) return [];
    return [{ name: group ? `${group}/${name}` : name, size, used, metadataSize, metadataUsed }];
  });
