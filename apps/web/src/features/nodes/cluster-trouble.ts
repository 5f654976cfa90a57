// The problems of a cluster as a whole, in words. Pure.
import type { PveCluster } from '@belfry/schema/entities/pve-cluster';
import { messages } from './messages.ts';

/** A cluster that is not reached has no text here: its old data says nothing about now, and other places show that it is not reached. */
export function clusterTrouble(cluster: PveCluster): { what: string; meaning: string } | undefined {
  const { quorate, nodes, nodesOnline, haStatus = 'OK', quorumDevice, staleSince } = cluster;
  if (staleSince !== undefined) return undefined;
  if (!quorate) return { what: messages.noQuorum, meaning: messages.noQuorumMeaning(nodesOnline, nodes) };
  if (quorumDevice?.votes === false)
    return { what: messages.quorumDevice, meaning: messages.quorumDeviceMeaning(quorumDevice.state) };
  return haStatus === 'OK' ? undefined : { what: messages.haTrouble, meaning: haStatus };
}
