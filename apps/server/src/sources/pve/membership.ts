// The members of a polled cluster: their addresses, and the certificate of each member. They are stored, so that after
// a restart the cluster can be reached even if its configured host is down.
import type { Sentence } from '@belfry/schema/sentences/sentence';
import type { ClusterMemory } from '../../config/host.ts';
import type { Reader, Session } from '../proxmox-api/session.ts';
import { type ClusterStatus, clusterOf, JOIN, localNode, membersOf, parseFingerprints } from './cluster.ts';

const NOT_KNOWN: Sentence = { id: 'member.notReadYet' };

export function createMembership(
  session: Pick<Session, 'origin' | 'trust' | 'setMembers'>,
  memory: ClusterMemory | undefined,
) {
  const host = session.origin;
  let known = memory?.recall();
  /** The members in the last answered request for certificates. The answer may be a refusal. */
  let covered: readonly string[] = [];
  let reason = NOT_KNOWN;
  tell();

  function tell(): void {
    session.setMembers(known ? membersOf(known, session, reason) : []);
  }
  const knownFingerprints = () =>
    new Map(known?.members.flatMap(({ node, fingerprint }) => (fingerprint ? [[node, fingerprint]] : [])));

  /** If the node did not answer, the next run tries again. A refusal is valid for a while. */
  async function fetchFingerprints(reader: Reader, nodes: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const join = await reader.get(JOIN, { blameless: true });
    if (join.ok || join.error.status !== undefined) covered = nodes;
    if (join.ok) {
      reason = { id: 'member.noCertificate' };
      return parseFingerprints(join.value);
    }
    const problem = join.error.sentence ?? join.error.message;
    reason = { id: 'member.unreadable', values: { problem } };
    return knownFingerprints();
  }

  return {
    /**
     * Passes the members to the session. `reader` is the one that read `status`, `at` is when (ISO). The certificates are
     * read when a member is new, and when `again` is true.
     */
    async follow(status: ClusterStatus, reader: Reader, at: string, again: boolean) {
      // Only the configured host can report which member it is.
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
