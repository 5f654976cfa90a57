// All rule sets of the server. This is the only file that knows all of them.
import type { AnyRuleSet } from '../rule-set.ts';
import { createCephRules } from './ceph.ts';
import { createClusterRules } from './cluster.ts';
import { createDiskRules } from './disk.ts';
import { createGuestRules } from './guest.ts';
import { createNodeRules } from './node.ts';
import { createStorageRules } from './storage.ts';

/** New rule sets with memories of their own. */
export const createRules = (): readonly AnyRuleSet[] => [
  ...createGuestRules(),
  createNodeRules(),
  createStorageRules(),
  createDiskRules(),
  createCephRules(),
  createClusterRules(),
];
