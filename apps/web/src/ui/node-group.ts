// What the head of a node's guests or storages shows. Pure.
import { nodeStatus, type ShownStatus, shownStatus } from '@belfry/domain/status';
import { reachableAddress } from '@belfry/domain/web-address';
import type { Node } from '@belfry/schema/entities/node';

export interface NodeGroup {
  /** Undefined for a node that is not known. */
  id: string | undefined;
  instance: string | undefined;
  name: string;
  /** See `reachableAddress`. */
  href: string | undefined;
  /** Undefined for a node outside any cluster. */
  cluster: string | undefined;
  status: ShownStatus;
  /** Since when a node is not reached (ISO). */
  since: string | undefined;
}

/** `node` is undefined while only its guests or storages are known. Then `name` is all there is to show. `nodes` are all nodes. */
export const nodeGroup = (name: string, node: Node | undefined, nodes: readonly Node[]): NodeGroup => ({
  id: node?.id,
  instance: node?.instance,
  name: node?.displayName || name,
  href: node && reachableAddress(node, nodes),
  cluster: node?.isClusterMember ? node.clusterName : undefined,
  status: node ? nodeStatus(node) : shownStatus({ status: 'unknown' }),
  since: node?.staleSince,
});

/** Nodes that are online come first. Within both groups the order is by name. */
export const isUp = ({ status }: Pick<NodeGroup, 'status'>): boolean => status.figures === 'now';
