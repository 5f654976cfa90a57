// Storages on one file system or pool, and the root file system of a node, are full together. One of them has the alert, and the
// others are attached to it.
import { isInUse, isOnRoot, isSameFileSystem, RATHER_FULL, storageLimit } from '@belfry/domain/alerts/root-file-system';
import { nodeSubject } from '@belfry/domain/alerts/subjects';
import { nodeId, SHARED } from '@belfry/domain/ids';
import type { Storage } from '@belfry/schema/entities/storage';
import type { Context } from '../engine/rule-set.ts';

/** The sizes of two storages are from one answer. Somebody may write between the two measurements. */
const WRITTEN_MEANWHILE = 64 * 1024 ** 2;

/** An alert about the usage of the same thing: its id, and the usage that it judges, in percent. */
interface Leader {
  id: string;
  usage: number;
}

/** The alert that speaks for a storage. Undefined: its own. */
export function leaderOf(storage: Storage, { state, policyOf }: Context): Leader | undefined {
  if (!isInUse(storage) || storage.usage < RATHER_FULL) return undefined;
  const id = nodeId(storage.instance, storage.node);
  const node = storage.node === SHARED ? undefined : state.nodes.find((node) => node.id === id);
  if (node && isOnRoot(storage, node)) {
    const { disabled, limits } = policyOf(nodeSubject(node));
    if (!disabled && limits.disk) return { id: `${node.id}-disk`, usage: node.disk.usage };
  }
  const group = state.storage.filter(
    (other) => isTogether(other, storage) && storageLimit(other, policyOf) !== undefined,
  );
  if (group.length < 2) return undefined;
  const strictness = (of: Storage) => storageLimit(of, policyOf)?.trigger ?? 100;
  const first = group.reduce((a, b) => (strictness(b) < strictness(a) ? b : a));
  return first.id === storage.id ? undefined : { id: usageId(first), usage: first.usage };
}

export const usageId = ({ id }: Pick<Storage, 'id'>): string => `${id}-usage`;

/** The list of storages is sorted, so the first of a group stays the first. */
const isTogether = (a: Storage, b: Storage): boolean =>
  a.instance === b.instance && a.node === b.node && isInUse(a) && isSameFileSystem(a, b, WRITTEN_MEANWHILE);
