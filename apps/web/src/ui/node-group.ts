// What the head of a node's guests or storages shows. Pure.
import { nodeStatus, type ShownStatus, shownStatus } from '@belfry/domain/status';
import { nodeAddress } from '@belfry/domain/web-address';
import type { Node } from '@belfry/schema/entities/node';

export interface NodeGroup {
  name: string;
  href: string | undefined;
  /** Undefined for a node outside any cluster. */
  cluster: string | undefined;
  status: ShownStatus;
  /** Of a node that is not reached (ISO). */
  since: string | undefined;
}

/** `node` is undefined while only what belongs to it is known; then `name` is all there is to tell. */
export const nodeGroup = (name: string, node: Node | undefined): NodeGroup => ({
  name: node?.displayName || name,
  href: node && nodeAddress(node),
  cluster: node?.isClusterMember ? node.clusterName : undefined,
  status: node ? nodeStatus(node) : shownStatus({ status: 'unknown' }),
  since: node?.staleSince,
});

/** Nodes that report come first, then by name. */
export const isUp = ({ status }: Pick<NodeGroup, 'status'>): boolean => status.figures === 'now';
