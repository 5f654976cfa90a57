// The members of a cluster: where else it can be asked, and by which certificate each of them proves itself. Kept over a
// restart, which finds the cluster though its configured host is dead.
import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import type { Reader, Session } from '../proxmox-api/session.ts';
import type { SourceMemory } from '../source.ts';
import { type Cluster, membersOf, parseFingerprints } from './cluster.ts';

const JOIN = '/cluster/config/join';
const NOT_KNOWN = 'the certificates of the cluster are not known yet.';

/**
 * `host` is the configured one this belongs to, `main` the node behind it. Fingerprints by node name; `unchecked` when the
 * host that named them was not checked itself.
 */
const Kept = z.object({
  host: z.string(),
  main: z.string().optional(),
  members: z.array(z.object({ node: z.string(), ip: z.string().optional() })),
  fingerprints: z.record(z.string(), z.string()),
  unchecked: z.boolean().optional(),
});
type Kept = z.infer<typeof Kept>;

export interface Membership {
  /**
   * Tells the session where else the cluster can be asked. `reader` is the one that was told of the cluster. The
   * certificates are asked for when a member is new, and every time that `again` is set.
   */
  follow(cluster: Cluster, reader: Reader, again: boolean): Promise<void>;
}

export function createMembership(
  session: Pick<Session, 'origin' | 'trust' | 'setMembers'>,
  memory: SourceMemory | undefined,
): Membership {
  const host = session.origin;
  const isUnchecked = session.trust.mode === 'off';
  const recalled = Kept.safeParse(memory?.recall()).data;
  const isOurs = recalled?.host === host && (!recalled.unchecked || isUnchecked);
  let known: Kept = isOurs ? recalled : { host, members: [], fingerprints: {} };
  /** The members that the last answer to the question for certificates covers, be it a refusal. */
  let covered: readonly string[] = [];
  let reason = NOT_KNOWN;
  tell();

  function tell(): void {
    const main = { origin: host, node: known.main, trust: session.trust };
    session.setMembers(membersOf(known, main, known.fingerprints, reason));
  }
  function learn(next: Kept): void {
    if (isDeepStrictEqual(next, known)) return;
    known = next;
    memory?.keep(known);
  }

  /** A node that did not answer is asked again soon; a refusal stays for a while. */
  async function fetchFingerprints(reader: Reader, nodes: readonly string[]): Promise<Record<string, string>> {
    const join = await reader.get(JOIN, { blameless: true });
    if (join.ok || join.error.status !== undefined) covered = nodes;
    if (join.ok) {
      reason = 'the cluster names no certificate for it.';
      return Object.fromEntries(parseFingerprints(join.value));
    }
    reason = `the certificates of the cluster cannot be read, which takes Sys.Audit on /. ${join.error.message}`;
    return known.fingerprints;
  }

  return {
    async follow(cluster, reader, again) {
      const askedAt = reader.origin();
      const members = cluster.members.map(({ node, ip }) => ({ node, ...(ip !== undefined && { ip }) }));
      const nodes = members.map(({ node }) => node);
      // Only the main host can say which member it is.
      const own = askedAt === host ? cluster.members.find(({ local }) => local)?.node : undefined;
      const main = own ?? known.main;
      const isNew = nodes.some((node) => !covered.includes(node));
      const wanted = cluster.name !== undefined && (again || isNew);
      const fingerprints = wanted ? await fetchFingerprints(reader, nodes) : known.fingerprints;
      learn({
        host,
        members,
        fingerprints,
        ...(main !== undefined && { main }),
        ...(isUnchecked && { unchecked: true }),
      });
      tell();
    },
  };
}
