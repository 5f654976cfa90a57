// The votes of a cluster: each node has one, and a quorum device may have more.
import type { QuorumDevice } from '@belfry/schema/entities/pve-cluster';

export interface Quorum {
  /** The votes that are cast at present. */
  cast: number;
  /** How many are needed. */
  majority: number;
}

/** The algorithm `lms` (last man standing) gives the device one vote less than there are nodes, the others give it one. */
const votesOf = ({ algorithm = '' }: QuorumDevice, nodes: number): number =>
  /\blms\b|last man/i.test(algorithm) ? nodes - 1 : 1;

/** `device` undefined: there is none. One that does not vote still counts for the majority. */
export function quorumOf(nodes: number, online: number, device: QuorumDevice | undefined): Quorum {
  const more = device === undefined ? 0 : votesOf(device, nodes);
  return { cast: online + (device?.votes ? more : 0), majority: Math.floor((nodes + more) / 2) + 1 };
}
