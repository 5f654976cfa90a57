// Whose last hour is that of a cluster. Pure.
import type { Node } from '@belfry/schema/entities/node';
import type { StripPart } from '../../lib/strips.ts';
import { groupId } from './clusters.ts';

/** Whether both count the same in the last hour of their cluster. */
export const samePart = (a: Node, b: Node): boolean =>
  a.id === b.id &&
  a.instance === b.instance &&
  a.cpuInfo.cores === b.cpuInfo.cores &&
  a.memory.total === b.memory.total;

/** By the id of the row of a cluster: its nodes, which count by their cores and by their memory, as in its total. */
export const trendParts = (nodes: readonly Node[]): Map<string, StripPart[]> =>
  new Map(
    [...Map.groupBy(nodes, ({ instance }) => groupId(instance))].map(([id, members]) => [id, members.map(partOf)]),
  );

/** A node that never answered has no cores. */
const partOf = ({ id, cpuInfo, memory }: Node): StripPart => ({
  id,
  weight: { cpu: cpuInfo.cores || 1, memory: memory.total || 1 },
});
