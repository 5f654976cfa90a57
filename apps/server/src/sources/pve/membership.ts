// The members of a cluster: where else it can be asked. Kept over a restart, which finds the cluster though its
// configured host is dead.
import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import type { Session } from '../proxmox-api/session.ts';
import type { SourceMemory } from '../source.ts';
import { type Cluster, membersOf } from './cluster.ts';

/** `host` is the configured one this belongs to, `main` the node behind it. Fingerprints by node name. */
const Kept = z.object({
  host: z.string(),
  main: z.string().optional(),
  members: z.array(z.object({ node: z.string(), ip: z.string().optional() })),
  fingerprints: z.record(z.string(), z.string()),
});
type Kept = z.infer<typeof Kept>;

export interface Membership {
  /** Tells the session where else the cluster can be asked. Only the main host can say which member it is. */
  follow(cluster: Cluster, askedAt: string): void;
  /** What the cluster says of its certificates. */
  vouch(fingerprints: ReadonlyMap<string, string>): void;
}

export function createMembership(session: Session, memory: SourceMemory | undefined): Membership {
  const host = session.origin;
  const recalled = Kept.safeParse(memory?.recall()).data;
  let known: Kept = recalled?.host === host ? recalled : { host, members: [], fingerprints: {} };
  tell();

  function tell(): void {
    const main = { origin: host, node: known.main, trust: session.trust };
    session.setMembers(membersOf(known, main, new Map(Object.entries(known.fingerprints))));
  }
  function learn(next: Kept): void {
    if (isDeepStrictEqual(next, known)) return;
    known = next;
    memory?.keep(known);
  }

  return {
    follow(cluster, askedAt) {
      const members = cluster.members.map(({ node, ip }) => ({ node, ...(ip !== undefined && { ip }) }));
      const own = askedAt === host ? cluster.members.find(({ local }) => local)?.node : undefined;
      const main = own ?? known.main;
      learn({ ...known, members, ...(main !== undefined && { main }) });
      tell();
    },
    vouch(fingerprints) {
      learn({ ...known, fingerprints: Object.fromEntries(fingerprints) });
    },
  };
}
