// The root file system of a node and the storages on it are full together, so they have one alert with one threshold. The engine
// raises it, and the screens colour the figure of the node by the same threshold.
import type { Node } from '@belfry/schema/entities/node';
import type { Storage } from '@belfry/schema/entities/storage';
import { nodeMeasured } from '../status.ts';
import { storageSubject } from './subjects.ts';
import type { Limit, Policy, Subject } from './thresholds.ts';

type PolicyOf = (subject: Subject) => Policy;

/** Below this use, percent, no alert is near, and it does not matter what is on what. */
export const RATHER_FULL = 40;
/** The root file system is measured in another answer, which may be a minute older. Of its size. */
const WRITTEN_IN_A_MINUTE = 0.02;

interface Sizes {
  total: number;
  used: number;
}

/** `tolerance` in bytes. */
export const isSameFileSystem = (a: Sizes, b: Sizes, tolerance: number): boolean =>
  a.total > 0 && a.total === b.total && Math.abs(a.used - b.used) <= tolerance;

export const isInUse = ({ active, staleSince }: Storage): boolean => active && staleSince === undefined;

export const isOnRoot = (storage: Storage, node: Node): boolean =>
  storage.node === node.name &&
  storage.instance === node.instance &&
  nodeMeasured(node) &&
  isInUse(storage) &&
  isSameFileSystem(storage, node.disk, node.disk.total * WRITTEN_IN_A_MINUTE);

/** The threshold of a storage by itself. */
export function storageLimit(storage: Storage, policyOf: PolicyOf): Limit | undefined {
  const { disabled, limits } = policyOf(storageSubject(storage));
  return disabled ? undefined : limits.usage;
}

/** The storages on the root file system of a node that have a threshold. */
export const storagesOnRoot = (node: Node, storages: readonly Storage[], policyOf: PolicyOf): Storage[] =>
  node.disk.usage < RATHER_FULL
    ? []
    : storages.filter((storage) => isOnRoot(storage, node) && storageLimit(storage, policyOf) !== undefined);

/** The strictest of the thresholds of a root file system and of the storages on it. `own`: of the node. */
export function rootLimit(own: Limit | undefined, onRoot: readonly Storage[], policyOf: PolicyOf): Limit | undefined {
  if (own === undefined || onRoot.length === 0) return own;
  const limits = [own, ...onRoot.flatMap((storage) => storageLimit(storage, policyOf) ?? [])];
  const first = limits.reduce((a, b) => (b.trigger < a.trigger ? b : a));
  const critical = Math.min(...limits.map(({ critical: level = Number.POSITIVE_INFINITY }) => level));
  return critical === first.critical ? first : { ...first, critical };
}
