// The members of a polled cluster: where else it can be asked, and by which certificate each of them proves itself. They
// are known after a restart too, which finds the cluster though its configured host is dead.
import type { ClusterMemory } from '../../config/host.ts';
import type { Reader, Session } from '../proxmox-api/session.ts';
import { type ClusterStatus, clusterOf, JOIN, localNode, membersOf, parseFingerprints } from './cluster.ts';

const NOT_KNOWN = 'the certificates of the cluster are not known yet.';

export interface Membership {
  /**
   * Tells the session where else the cluster can be asked. `reader` is the one that was told of the cluster, `at` when
   * (ISO). The certificates are asked for when a member is new, and every time that `again` is set.
   */
  follow(status: ClusterStatus, reader: Reader, at: string, again: boolean): Promise<void>;
}

export function createMembership(
  session: Pick<Session, 'origin' | 'trust' | 'setMembers'>,
  memory: ClusterMemory | undefined,
): Membership {
  const host = session.origin;
  let known = memory?.recall();
  /** The members that the last answer to the question for certificates covers, be it a refusal. */
  let covered: readonly string[] = [];
  let reason = NOT_KNOWN;
  tell();

  function tell(): void {
    session.setMembers(known ? membersOf(known, session, reason) : []);
  }
  const knownFingerprints = () =>
    new Map(known?.members.flatMap(({ node, fingerprint }) => (fingerprint ? [[node, fingerprint]] : [])));

  /** A node that did not answer is asked again soon; a refusal stays for a while. */
  async function fetchFingerprints(reader: Reader, nodes: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const join = await reader.get(JOIN, { blameless: true });
    if (join.ok || join.error.status !== undefined) covered = nodes;
    if (join.ok) {
      reason = 'the cluster names no certificate for it.';
      return parseFingerprints(join.value);
    }
    reason = `the certificates of the cluster cannot be read, which takes Sys.Audit on /. ${join.error.message}`;
    return knownFingerprints();
  }

  return {
    async follow(status, reader, at, again) {
      // Only the configured host can say which member it is.
      const main = (reader.origin() === host ? localNode(status) : undefined) ?? known?.main;
      const nodes = status.members.map(({ node }) => node);
      const isNew = nodes.some((node) => !covered.includes(node));
      const wanted = nodes.length > 1 && (again || isNew);
      const fingerprints = wanted ? await fetchFingerprints(reader, nodes) : knownFingerprints();
      known = clusterOf(status, fingerprints, { host, main, at });
      memory?.keep(known);
      tell();
    },
  };
}
