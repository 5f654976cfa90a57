// What keeps a guest from another node, apart from memory and from the other guests.
import type { Obstacle } from '@belfry/schema/entities/node-loss';
import { cpuFits } from './cpu.ts';
import type { HaRule, LossGuest, LossInput, LossNode } from './input.ts';

export type NodeRule = Extract<HaRule, { kind: 'nodes' }>;

/** What binds a guest to its own node, wherever it should go. */
export function bindings({ hardware, replicatedTo }: LossGuest, { storages }: LossInput): Obstacle[] {
  if (!hardware) return [{ kind: 'not-read' }];
  const devices = hardware.devices.map(({ key, kind }): Obstacle => ({ kind, what: key }));
  const disks = hardware.disks.flatMap(({ key, storage, isCopied }): Obstacle[] => {
    if (storage === undefined) return [{ kind: 'local-path', what: key }];
    const known = storages.get(storage);
    if (!known) return [{ kind: 'unknown-storage', what: key, storage }];
    if (known.isShared || (isCopied && replicatedTo.length > 0)) return [];
    return [{ kind: 'local-disk', what: key, storage }];
  });
  return [...devices, ...disks];
}

/** Why a guest that nothing binds cannot be on that node. */
export function obstacleOn(node: LossNode, guest: LossGuest, input: LossInput, rule?: NodeRule): Obstacle | undefined {
  const { hardware, replicatedTo } = guest;
  const at = node.name;
  const missing = hardware?.disks.find(({ storage }) => {
    const known = storage === undefined ? undefined : input.storages.get(storage);
    return known && !(known.nodes.has(at) && (known.isShared || replicatedTo.includes(at)));
  });
  if (missing) {
    const isCopied = input.storages.get(missing.storage ?? '')?.nodes.has(at);
    return {
      kind: isCopied ? 'local-disk' : 'no-storage',
      what: missing.key,
      storage: missing.storage ?? '',
      node: at,
    };
  }
  const type = hardware?.cpuType;
  if (!cpuFits(type, node.cpu)) return { kind: 'cpu', ...(type && { what: type }), node: at };
  if (rule?.isStrict && !rule.nodes.some(({ name }) => name === at))
    return { kind: 'ha-rule', what: rule.id, node: at };
  return undefined;
}
