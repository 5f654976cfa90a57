// Details of storages: whether they are active and enabled, their ZFS pools, and Ceph.
import { fail, ok } from '@belfry/domain/result';
import type { ZfsPool } from '@belfry/schema/entities/storage';
import { createParts, type PartOptions, type Parts } from '../proxmox-api/parts.ts';
import { isRaw, rows, text } from '../proxmox-api/read.ts';
import type { Poll } from '../source.ts';
import { createCephFetch } from './ceph-fetch.ts';
import { withNodeStorages } from './facts.ts';
import { compose, type PveInstance } from './instance.ts';
import { createNodeTurns } from './node-turns.ts';
import { parseNodeStorages, parseStorageConfigs } from './storage-details.ts';
import { zfsPool } from './zfs.ts';

/** The calls for ZFS need this privilege on the whole cluster. */
const AUDIT = { needs: 'Sys.Audit on /' };
const STORAGES = 'storages';
const ZFS = 'ZFS pools';
/** A storage that hangs must leave time for the storages of other nodes. */
const timeoutMs = 20_000;

export function createStoragePoll(instance: PveInstance): Poll {
  const begin = createParts(instance.clock, instance.denials);
  const askNodes = createNodeTurns(instance);
  const fetchCeph = createCephFetch(instance);

  async function list(parts: Parts, part: string, path: string, options: PartOptions): Promise<unknown> {
    const answer = await parts.get(part, path, { timeoutMs, ...options });
    return answer.ok ? answer.value : undefined;
  }

  async function fetchConfigs(parts: Parts): Promise<boolean> {
    const storageConfigs = parseStorageConfigs(await list(parts, STORAGES, '/storage', {}));
    if (storageConfigs.size > 0) instance.facts = { ...instance.facts, storageConfigs };
    return storageConfigs.size > 0;
  }

  async function fetchZfs(parts: Parts, node: string): Promise<ZfsPool[]> {
    const at = `/nodes/${encodeURIComponent(node)}/disks/zfs`;
    const pools = await list(parts, ZFS, at, AUDIT);
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

  async function fetchNode(parts: Parts, node: string): Promise<boolean> {
    const answer = await list(parts, STORAGES, `/nodes/${encodeURIComponent(node)}/storage`, {});
    const storages = parseNodeStorages(answer);
    const hasZfs = storages.values().some((storage) => storage.type === 'zfspool');
    const pools = hasZfs ? await fetchZfs(parts, node) : [];
    instance.facts = withNodeStorages(instance.facts, node, storages, pools);
    return answer !== undefined;
  }

  return {
    name: 'storage',
    everyMs: 60_000,
    timeoutMs: 55_000,
    essential: false,
    async run(signal) {
      if (!instance.config.monitorStorage) return ok({ slices: {} });
      const parts = begin(instance.session.read(signal, 'storage'));
      let answered = await fetchConfigs(parts);
      const askNode = async (node: string): Promise<boolean> => {
        const isThere = await fetchNode(parts, node);
        answered ||= isThere;
        return isThere;
      };
      await Promise.all([askNodes(askNode), fetchCeph(parts)]);
      const trouble = parts.trouble();
      if (trouble && !answered) return fail(trouble);
      const gaps = parts.gaps();
      if (instance.facts.nodes.length === 0) return ok({ slices: {}, gaps });
      return ok({
        slices: {
          storage: compose.storage(instance),
          cephClusters: compose.cephClusters(instance),
          retentions: compose.retentions(instance),
        },
        gaps,
      });
    },
  };
}
