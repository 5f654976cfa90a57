// Details of storages: whether they are active and enabled, their ZFS pools, and Ceph.
import { fail, ok } from '@belfry/domain/result';
import { createParts, type PartOptions, type Parts } from '../proxmox-api/parts.ts';
import type { Poll } from '../source.ts';
import { createCephFetch } from './ceph-fetch.ts';
import { withNodeStorages } from './facts.ts';
import { compose, type PveInstance } from './instance.ts';
import { withAnswer } from './node-apis.ts';
import { createPoolFetch } from './node-pools.ts';
import { createNodeTurns } from './node-turns.ts';
import { parseNodeStorages, parseStorageConfigs } from './storage-details.ts';

const STORAGES = 'storages';
/** A storage that hangs must leave time for the storages of other nodes. */
const timeoutMs = 20_000;

export function createStoragePoll(instance: PveInstance): Poll {
  const begin = createParts(instance.clock, instance.denials);
  const askNodes = createNodeTurns(instance);
  const fetchCeph = createCephFetch(instance);
  const fetchPools = createPoolFetch(instance);

  async function list(parts: Parts, part: string, path: string, options: PartOptions): Promise<unknown> {
    const answer = await parts.get(part, path, { timeoutMs, ...options });
    return answer.ok ? answer.value : undefined;
  }

  async function fetchConfigs(parts: Parts): Promise<boolean> {
    const storageConfigs = parseStorageConfigs(await list(parts, STORAGES, '/storage', {}));
    if (storageConfigs.size > 0) instance.facts = { ...instance.facts, storageConfigs };
    return storageConfigs.size > 0;
  }

  async function fetchNode(parts: Parts, node: string): Promise<boolean> {
    const answer = await parts.get(STORAGES, `/nodes/${encodeURIComponent(node)}/storage`, { timeoutMs });
    const error = answer.ok ? undefined : answer.error;
    // A storage that hangs delays this list, which says nothing about the API of the node.
    if (error?.kind !== 'timeout') {
      const nodeApis = withAnswer(instance.facts.nodeApis, node, 'storages', error, instance.clock.now());
      instance.facts = { ...instance.facts, nodeApis };
    }
    const storages = parseNodeStorages(answer.ok ? answer.value : undefined);
    const has = (type: string) => storages.values().some((storage) => storage.type === type);
    const pools = await fetchPools(parts, node, { zfsStorage: has('zfspool'), thinStorage: has('lvmthin') });
    instance.facts = withNodeStorages(instance.facts, node, storages, pools);
    return answer.ok;
  }

  return {
    name: 'storage',
    everyMs: 60_000,
    timeoutMs: 55_000,
    essential: false,
    async run(signal) {
      if (!instance.config.monitorStorage) return ok({ slices: {} });
      const parts = begin(instance.session.read(signal, 'storage'));
      const hasConfigs = await fetchConfigs(parts);
      const [answered] = await Promise.all([askNodes((node) => fetchNode(parts, node)), fetchCeph(parts)]);
      const trouble = parts.trouble();
      if (trouble && !hasConfigs && !answered) return fail(trouble);
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
