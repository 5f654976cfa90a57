// Storages on one file system or pool, and the root file system of a node, are full together. One of them has the alert, and the
// others are attached to it.
import { nodeSubject, storageSubject } from '@belfry/domain/alerts/subjects';
import type { Limit } from '@belfry/domain/alerts/thresholds';
import { nodeId, SHARED } from '@belfry/domain/ids';
import { nodeMeasured } from '@belfry/domain/status';
import type { Node } from '@belfry/schema/entities/node';
import type { Storage } from '@belfry/schema/entities/storage';
import type { Context } from '../engine/rule-set.ts';

/** Below this use, percent, no alert is near, and it does not matter what is on what. */
const RATHER_FULL = 40;
/** The sizes of two storages are from one answer. Somebody may write between the two measurements. */
const WRITTEN_MEANWHILE = 64 * 1024 ** 2;
/** The root file system is measured in another answer, which may be a minute older. Of its size. */
const WRITTEN_IN_A_MINUTE = 0.02;

interface Sizes {
  total: number;
  used: number;
}

/** An alert about the usage of the same thing: its id, and the usage that it judges, in percent. */
interface Leader {
  id: string;
  usage: number;
}

const isSame = (a: Sizes, b: Sizes, tolerance: number): boolean =>
  a.total > 0 && a.total === b.total && Math.abs(a.used - b.used) <= tolerance;

const isUsed = ({ active, staleSince }: Storage): boolean => active && staleSince === undefined;

const isOnRoot = (storage: Storage, node: Node): boolean =>
  nodeMeasured(node) &&
  storage.node === node.name &&
  storage.instance === node.instance &&
  isUsed(storage) &&
  isSame(storage, node.disk, node.disk.total * WRITTEN_IN_A_MINUTE);

/** The storages on the root file system of a node that are judged. */
export const storagesOnRoot = (node: Node, { state, policyOf }: Context): Storage[] =>
  node.disk.usage < RATHER_FULL
    ? []
    : state.storage.filter((storage) => isOnRoot(storage, node) && limitOf(storage, policyOf) !== undefined);

/** The strictest of the limits of a root file system and of the storages on it, because they have one alert. */
export function rootLimit(own: Limit | undefined, storages: readonly Storage[], { policyOf }: Context) {
  if (own === undefined) return undefined;
  const limits = [own, ...storages.flatMap((storage) => limitOf(storage, policyOf) ?? [])];
  const first = limits.reduce((a, b) => (b.trigger < a.trigger ? b : a));
  return { ...first, critical: Math.min(...limits.map(({ critical = Number.POSITIVE_INFINITY }) => critical)) };
}

/** The alert that speaks for a storage. Undefined: its own. */
export function leaderOf(storage: Storage, context: Context): Leader | undefined {
  if (!isUsed(storage) || storage.usage < RATHER_FULL) return undefined;
  const { state, policyOf } = context;
  const id = nodeId(storage.instance, storage.node);
  const node = storage.node === SHARED ? undefined : state.nodes.find((node) => node.id === id);
  if (node && isOnRoot(storage, node)) {
    const { disabled, limits } = policyOf(nodeSubject(node));
    if (!disabled && limits.disk) return { id: `${node.id}-disk`, usage: node.disk.usage };
  }
  const group = state.storage.filter((other) => isTogether(other, storage) && limitOf(other, policyOf) !== undefined);
  if (group.length < 2) return undefined;
  const strictness = (of: Storage) => limitOf(of, policyOf)?.trigger ?? 100;
  const first = group.reduce((a, b) => (strictness(b) < strictness(a) ? b : a));
  return first.id === storage.id ? undefined : { id: usageId(first), usage: first.usage };
}

export const usageId = ({ id }: Pick<Storage, 'id'>): string => `${id}-usage`;

/** The list of storages is sorted, so the first of a group stays the first. */
const isTogether = (a: Storage, b: Storage): boolean =>
  a.instance === b.instance && a.node === b.node && isUsed(a) && isSame(a, b, WRITTEN_MEANWHILE);

function limitOf(storage: Storage, policyOf: Context['policyOf']): Limit | undefined {
  const { disabled, limits } = policyOf(storageSubject(storage));
  return disabled ? undefined : limits.usage;
}
