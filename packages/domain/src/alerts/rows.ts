// The rows of screens that an alert is shown at.
import type { Alert } from '@belfry/schema/entities/alert';
import { nodeId, SHARED } from '../ids.ts';

/**
 * The ids of its resource and of what that is a part of: a disk and a storage of one node are parts of the node, a container of its
 * Docker host, a node of a mail gateway is a row of its own. A datastore has the id of its backup server already.
 */
export function rowsOfAlert({ resourceId, node, metadata }: Alert): readonly string[] {
  const { resourceType, instanceId } = metadata ?? {};
  switch (resourceType) {
    case 'disk':
    case 'storage':
    case 'pmg':
      return instanceId === undefined || node === SHARED ? [resourceId] : [resourceId, nodeId(instanceId, node)];
    case 'dockerContainer':
      return instanceId === undefined ? [resourceId] : [resourceId, instanceId];
    default:
      return [resourceId];
  }
}
