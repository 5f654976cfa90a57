// The health of a configured host as one dot. What the live connection says counts more than the configuration.
import { isDown } from '@belfry/domain/problems/problems';
import type { Instance } from '@belfry/schema/entities/instance';
import type { ClusterEndpoint, NodeView } from '@belfry/schema/http/nodes';
import type { DotState } from '../../../ui/dot.tsx';
import { messages } from './messages.ts';

type Health = { state: DotState; label: string };

/** A host that was just added or edited waits for its first answer; older results do not count. */
export function healthOf({ status, clusterEndpoints = [] }: NodeView, live: Instance | undefined): Health {
  if (status === 'pending') return { state: 'wait', label: messages.status.pending };
  if (live && (isDown(live) || live.health === 'unhealthy'))
    return { state: 'crit', label: status === 'error' ? messages.status.error : messages.status.disconnected };
  switch (live?.health) {
    case 'error':
    case 'degraded':
      return { state: 'warn', label: messages.degraded };
    case undefined:
      if (status === 'error') return { state: 'crit', label: messages.status.error };
      if (status === 'disconnected') return { state: 'wait', label: messages.status.disconnected };
  }
  return clusterEndpoints.every(({ Online }) => Online)
    ? { state: 'ok', label: messages.status.connected }
    : { state: 'warn', label: messages.someOffline };
}

/** A member of its cluster. While the host is not reached, nobody knows about its members. */
export function healthOfMember({ Online }: ClusterEndpoint, live: Instance | undefined): Health {
  if (live && isDown(live)) return { state: 'lost', label: messages.notReached };
  return Online ? { state: 'ok', label: messages.online } : { state: 'crit', label: messages.offline };
}

/**
 * Whether the certificate of the configured address may be the reason of a failure. Of a cluster other members answer, so that
 * only the address fails.
 */
export const isDistrusted = ({ host }: NodeView, live: Instance | undefined): boolean =>
  live?.error?.kind === 'tls' ||
  live?.endpoints.some((endpoint) => endpoint.host === host && !endpoint.healthy) === true;
