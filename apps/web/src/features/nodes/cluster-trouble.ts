// The problems of a cluster as a whole, in words. Pure.
import type { PveCluster } from '@belfry/schema/entities/pve-cluster';
import { messages } from './messages.ts';

/** `short` is for the narrow cell of a name. */
export interface ClusterTrouble {
  what: string;
  short: string;
  meaning: string;
}

/** A cluster that is not reached has no text here: its old data says nothing about now, and other places show that it is not reached. */
export function clusterTrouble(cluster: PveCluster): ClusterTrouble | undefined {
  const { quorate, nodes, nodesOnline, haStatus = 'OK', quorumDevice, staleSince } = cluster;
  if (staleSince !== undefined) return undefined;
  if (!quorate) {
    const what = messages.noQuorum;
    return { what, short: what, meaning: messages.noQuorumMeaning(nodesOnline, nodes) };
  }
  if (quorumDevice?.votes === false)
    return {
      ...{ what: messages.quorumDevice, short: messages.quorumDeviceShort },
      meaning: messages.quorumDeviceMeaning(quorumDevice.state),
    };
  return haStatus === 'OK' ? undefined : { what: messages.haTrouble, short: messages.haShort, meaning: haStatus };
}
