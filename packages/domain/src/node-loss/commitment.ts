// What the running guests of a node may use by their configuration, beside what the node has.

/** `cpu` counts threads of the node, `vcpus` those of its guests. `memoryShare` and `cpuShare`: 1 is all that the node has. */
export interface Commitment {
  guests: number;
  memoryBytes: number;
  vcpus: number;
  /** Absent while it is not known what the node has. */
  memoryShare?: number;
  cpuShare?: number;
}

interface CommittedGuest {
  instance: string;
  node: string;
  cpus: number;
  memory: { total: number };
}
interface CommittedNode {
  id: string;
  instance: string;
  name: string;
  memory: { total: number };
  cpuInfo: { cores: number };
}

/** By the id of the node. `guests`: those that run. */
export function commitments(
  nodes: readonly CommittedNode[],
  guests: readonly CommittedGuest[],
): ReadonlyMap<string, Commitment> {
  const byNode = Map.groupBy(guests, ({ instance, node }) => JSON.stringify([instance, node]));
  return new Map(
    nodes.map(({ id, instance, name, memory, cpuInfo }) => {
      const own = byNode.get(JSON.stringify([instance, name])) ?? [];
      const memoryBytes = own.reduce((sum, guest) => sum + guest.memory.total, 0);
      const vcpus = own.reduce((sum, { cpus }) => sum + cpus, 0);
      return [
        id,
        {
          guests: own.length,
          memoryBytes,
          vcpus,
          ...(memory.total > 0 && { memoryShare: memoryBytes / memory.total }),
          ...(cpuInfo.cores > 0 && { cpuShare: vcpus / cpuInfo.cores }),
        },
      ];
    }),
  );
}
