// From the facts of a cluster: what would become of the guests of each node if it died.

import { haRunsIn, haStartsIn } from '@belfry/domain/ha-states';
import { nodeId } from '@belfry/domain/ids';
import { cpuFacts } from '@belfry/domain/node-loss/cpu';
import type { LossGuest, LossInput, LossNode, LossStorage } from '@belfry/domain/node-loss/input';
import { nodeLosses } from '@belfry/domain/node-loss/losses';
import { guestAlive } from '@belfry/domain/status';
import type { Node } from '@belfry/schema/entities/node';
import type { NodeLoss } from '@belfry/schema/entities/node-loss';
import { type Facts, isOnline } from './facts.ts';
import type { GuestConfig } from './guest-config.ts';
import { type GuestRow, lastStatusOf } from './payloads.ts';

/** Smaller changes of the free memory are not told. */
const STEP_BYTES = 256 * 1024 ** 2;

/** `nodes` are the entities of the same cluster. `missing`: privileges without which something is not known. */
export function composeNodeLosses(
  facts: Facts,
  nodes: readonly Node[],
  instance: string,
  missing: readonly string[],
): NodeLoss[] {
  return nodeLosses(inputOf(facts, nodes)).map((loss) => ({
    id: nodeId(instance, loss.node),
    instance,
    ...loss,
    ...(missing.length > 0 && { missing: [...missing] }),
  }));
}

const inputOf = (facts: Facts, nodes: readonly Node[]): LossInput => ({
  nodes: nodes.map((node) => nodeOf(node, facts)),
  guests: facts.guests.map((row) => guestOf(row, facts)),
  storages: storagesOf(facts),
  rules: facts.ha?.rules ?? [],
  quorumDevice: facts.quorumDevice,
});

const nodeOf = ({ name, status, memory, cpuInfo, haState }: Node, { nodeStatus }: Facts): LossNode => ({
  name,
  isOnline: status === 'online',
  // Its HA manager must be there to start a guest.
  takesGuests: haState === undefined || haRunsIn(haState),
  freeBytes: Math.max(0, Math.floor(memory.free / STEP_BYTES) * STEP_BYTES),
  cpu: cpuFacts(cpuInfo.model, nodeStatus.get(name)?.cpu.flags),
});

/** While the resources of HA are not known, the list of guests says which of them it manages. */
const guestOf = (row: GuestRow, facts: Facts): LossGuest => {
  const { configs, ha, replication, availability } = facts;
  const last = isOnline(facts, row.node) ? row.status : lastStatusOf(row);
  return {
    vmid: row.vmid,
    node: row.node,
    // of a guest that nobody has seen it is assumed, and said
    isRunning: last === undefined || guestAlive(last),
    isAssumed: last === undefined,
    order: configs.get(row.vmid)?.order,
    isManaged:
      availability?.works !== false &&
      (row.haState === undefined || haStartsIn(row.haState)) &&
      (ha ? ha.managed.has(row.vmid) : row.haState !== undefined),
    memoryBytes: row.maxmem ?? 0,
    hardware: hardwareOf(configs.get(row.vmid)),
    replicatedTo: (replication.get(row.vmid) ?? [])
      .filter(({ disabled, lastSync }) => !disabled && lastSync !== undefined)
      .map(({ target }) => target),
  };
};

const hardwareOf = (config: GuestConfig | undefined): LossGuest['hardware'] =>
  config && { disks: config.disks, devices: config.devices, cpuType: config.cpuType };

/** A node that says itself that it cannot use a storage does not have it. */
function storagesOf({ storages, nodeStorages }: Facts): Map<string, LossStorage> {
  const byName = Map.groupBy(storages, ({ name }) => name);
  return new Map(
    [...byName].map(([name, rows]) => {
      const usable = rows.filter(({ node }) => nodeStorages.get(`${node}/${name}`)?.active !== false);
      return [name, { isShared: rows.some(({ shared }) => shared), nodes: new Set(usable.map(({ node }) => node)) }];
    }),
  );
}
