// The clusters and single hosts of Proxmox VE with their nodes, and the estimate for each node.
import type { Node } from '@belfry/schema/entities/node';
import type { NodeLoss } from '@belfry/schema/entities/node-loss';
import type { QuorumDevice } from '@belfry/schema/entities/pve-cluster';
import { useMemo } from 'react';
import { useInstanceNames, useList } from '../../live/use-live.ts';

export interface ClusterLosses {
  instance: string;
  name: string;
  nodes: readonly Node[];
  /** By the name of the node; empty until the first estimate. */
  losses: ReadonlyMap<string, NodeLoss>;
  /** Undefined: the cluster has none, or the account may not see it. */
  quorumDevice: QuorumDevice | undefined;
}

export interface Estate {
  clusters: ClusterLosses[];
  /** Nodes that are alone. */
  singles: Node[];
}

export function useEstate(): Estate {
  const [nodes, losses, clusters] = [useList('nodes'), useList('nodeLosses'), useList('pveClusters')];
  const nameOf = useInstanceNames();
  // what can be done about a node that is lost is on its own page
  const lost = new Set(nodes.filter(({ status }) => status === 'offline').map(({ id }) => id));
  const byInstance = useMemo(() => [...Map.groupBy(nodes, ({ instance }) => instance)], [nodes]);
  const lossesOf = useMemo(() => Map.groupBy(losses, ({ instance }) => instance), [losses]);
  return {
    clusters: byInstance
      .filter(([, own]) => own.length > 1)
      .map(([instance, own]) => ({
        instance,
        name: own.find(({ clusterName }) => clusterName !== '')?.clusterName ?? nameOf(instance),
        nodes: own,
        losses: new Map(
          (lossesOf.get(instance) ?? []).filter(({ id }) => !lost.has(id)).map((loss) => [loss.node, loss]),
        ),
        quorumDevice: clusters.find((cluster) => cluster.instance === instance)?.quorumDevice,
      })),
    singles: byInstance.flatMap(([, own]) => (own.length === 1 ? own : [])),
  };
}
