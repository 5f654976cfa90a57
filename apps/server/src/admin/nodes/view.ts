// A configured host as the API shows it: its status, and never its secrets.
import { nodeId } from '@belfry/domain/ids';
import { isDown } from '@belfry/domain/problems/problems';
import { nodeStatus } from '@belfry/domain/status';
import { isNodeType, kinds } from '@belfry/schema/config/kinds';
import type { Instance } from '@belfry/schema/entities/instance';
import type { Node } from '@belfry/schema/entities/node';
import type { ConnectionStatus, NodeView } from '@belfry/schema/http/nodes';
import type { Cluster } from '../../config/host.ts';
import type { BrokenInstance, StoredInstance } from '../../db/instances-store.ts';

/** The results of the polls, by the ids of domain/ids. */
export interface Live {
  instance(id: string): Instance | undefined;
  node(id: string): Node | undefined;
  /** Whether a node of the instance reports its temperature. */
  hasTemperature(instance: string): boolean;
}

/** A changed host is pending until its first answer, but no longer than this. */
export const PENDING_MS = 30_000;

export function statusOf(live: Instance | undefined, changedAt: number, now: number): ConnectionStatus {
  if (!live) return 'pending';
  const hasAnswered = [live.lastSeen, live.error?.since].some((at) => at !== undefined && Date.parse(at) >= changedAt);
  // If the time is in the future, the clock was set back after it.
  if (!hasAnswered && now >= changedAt && now - changedAt < PENDING_MS) return 'pending';
  const isNewer = live.lastSeen !== undefined && Date.parse(live.lastSeen) >= changedAt;
  if (live.health !== 'error' || (isNewer && !isDown(live))) return 'connected';
  const kind = live.error?.kind;
  return kind === undefined || kind === 'unreachable' || kind === 'timeout' ? 'disconnected' : 'error';
}

/** `instance`: the id in its readings. It is its own id, or the id of an earlier instance of the same cluster. */
export function viewOf(
  stored: StoredInstance,
  instance: string,
  cluster: Cluster | undefined,
  live: Live,
  now: number,
): NodeView {
  const { password, tokenValue, user, fingerprint, ...open } = stored.config;
  const status = statusOf(live.instance(instance), stored.changedAt, now);
  const error = status === 'pending' ? undefined : live.instance(instance)?.error?.message;
  return {
    ...open,
    ...(user && { user }),
    ...(fingerprint && { fingerprint }),
    id: stored.id,
    instance,
    hasPassword: Boolean(password),
    hasToken: Boolean(tokenValue),
    status,
    ...(error && { error }),
    ...(kinds[stored.config.type].reportsSensors && { temperature: { available: live.hasTemperature(instance) } }),
    ...(cluster && clusterView(cluster, instance, live)),
  };
}

const clusterView = ({ name, members }: Cluster, instance: string, live: Live) => ({
  isCluster: true,
  clusterName: name,
  clusterEndpoints: members.map(({ nodeId: id, node, ip, origin, online, seenAt, fingerprint }) => {
    const known = live.node(nodeId(instance, node));
    const status = known && nodeStatus(known);
    const now = status && status.word !== 'unreachable' ? known.status === 'online' : online;
    return {
      NodeID: id,
      NodeName: node,
      Host: origin,
      IP: ip,
      Online: now,
      LastSeen: (now && live.instance(instance)?.lastSeen) || seenAt,
      ...(fingerprint && { Fingerprint: fingerprint }),
    };
  }),
});

/** An entry that cannot be read is shown, so that it can be repaired or deleted. */
export const brokenView = ({ id, instance, type, name, reason }: BrokenInstance): NodeView[] =>
  isNodeType(type)
    ? [
        {
          id,
          instance,
          type,
          name,
          host: '',
          hasPassword: false,
          hasToken: false,
          verifySSL: true,
          status: 'error',
          error: reason,
        },
      ]
    : [];
