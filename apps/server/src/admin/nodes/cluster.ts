// Decides whether two instances are the same cluster.
import type { Cluster, Member } from '../../config/host.ts';

/**
 * Two sites may use the same names and addresses, and one certificate for all their hosts. Two members of one cluster
 * both list a node with the same name, number, address and certificate, as far as both know these fields. `isOneSite`: both are polled from
 * the same place. From two places, a certificate must be known to both.
 */
export const isSameCluster = (a: Cluster, b: Cluster, isOneSite = true): boolean =>
  a.name === b.name && a.members.some((one) => b.members.some((other) => isSameNode(one, other, isOneSite)));

const isSameNode = (a: Member, b: Member, isOneSite: boolean): boolean =>
  a.node === b.node &&
  agree(a.nodeId, b.nodeId) &&
  agree(a.ip, b.ip) &&
  (isOneSite ? agree(a.fingerprint, b.fingerprint) : Boolean(a.fingerprint) && a.fingerprint === b.fingerprint);
const agree = (a: string | undefined, b: string | undefined): boolean => !a || !b || a === b;
