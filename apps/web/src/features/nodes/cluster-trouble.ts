// What is wrong with a cluster as a whole, in words. Pure.
import type { PveCluster } from '@belfry/schema/entities/pve-cluster';
import { messages } from './messages.ts';

/** Old news is told elsewhere: a cluster that does not answer may be well. */
export function clusterTrouble(cluster: PveCluster): { what: string; meaning: string } | undefined {
  const { quorate, nodes, nodesOnline, haStatus = 'OK', staleSince } = cluster;
  if (staleSince !== undefined) return undefined;
  if (!quorate) return { what: messages.noQuorum, meaning: messages.noQuorumMeaning(nodesOnline, nodes) };
  return haStatus === 'OK' ? undefined : { what: messages.haTrouble, meaning: haStatus };
}
