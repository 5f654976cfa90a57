// The votes of a cluster: each node has one, and a quorum device may have more.
import type { QuorumDevice } from '@belfry/schema/entities/pve-cluster';

export interface Quorum {
  /** The votes that are cast at present. */
  cast: number;
  /** How many are needed. */
  majority: number;
}

/** With the algorithm `lms` (last man standing) the device has one vote less than there are nodes. With any other it has one vote. */
const votesOf = ({ algorithm = '' }: QuorumDevice, nodes: number): number =>
  /\blms\b|last man/i.test(algorithm) ? nodes - 1 : 1;

/** `device` undefined: there is none. A device that does not vote at present still counts for the majority. */
export function quorumOf(nodes: number, online: number, device: QuorumDevice | undefined): Quorum {
  const deviceVotes = device === undefined ? 0 : votesOf(device, nodes);
  return { cast: online + (device?.votes ? deviceVotes : 0), majority: Math.floor((nodes + deviceVotes) / 2) + 1 };
}
