// A mail gateway and its nodes as an alert names them.

import type { PmgInstance, PmgNode } from '@belfry/schema/entities/pmg';
import { offlineId } from '../../engine/alert-ids.ts';
import type { Resource } from '../../engine/reading.ts';

type Named = Pick<PmgInstance, 'id' | 'name' | 'host'>;

export const gatewayResource = ({ id, name, host }: Named): Resource => ({
  kind: 'pmg',
  id,
  name,
  node: host,
  instance: name,
  instanceId: id,
});

export const gatewayNodeResource = (gateway: Named, node: Pick<PmgNode, 'name'>): Resource => ({
  ...gatewayResource(gateway),
  name: `${gateway.name}: ${node.name}`,
  node: node.name,
});

/** The alert about a node that the other nodes do not reach. */
export const nodeOfflineId = ({ id }: Pick<Named, 'id'>, { name }: Pick<PmgNode, 'name'>): string =>
  `pmg-node-offline-${id}-${name}`;

/** The alert about a gateway that does not answer. */
export const pmgOfflineId = (instanceId: string): string => offlineId('pmg', instanceId);
