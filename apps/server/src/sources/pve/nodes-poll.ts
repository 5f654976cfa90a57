// The slow loop: what rarely changes or costs one call per node.
import { fail, ok, type Result } from '@belfry/domain/result';
import { isRaw, text } from '../proxmox-api/read.ts';
import type { Reader } from '../proxmox-api/session.ts';
import type { Poll, Reading, SourceError } from '../source.ts';
import { membersOf, parseCluster, parseFingerprints } from './cluster.ts';
import { withNodeStatus } from './facts.ts';
import { compose, type PveInstance } from './instance.ts';
import { type NodeStatus, parseNodeStatus } from './node-status.ts';

/** Version and certificates are asked for in the first run that works, and then in every so many. */
const RARE_EVERY = 20;

export function createNodesPoll(instance: PveInstance): Poll {
  let runs = 0;
  let mainNode: string | undefined;
  let fingerprints: ReadonlyMap<string, string> = new Map();

  async function run(signal: AbortSignal): Promise<Result<Reading, SourceError>> {
    const reader = instance.session.read(signal);
    const isRare = runs % RARE_EVERY === 0;
    const status = await reader.get('/cluster/status', { blameless: true });
    const cluster = status.ok ? parseCluster(status.value) : undefined;
    if (cluster) instance.facts = { ...instance.facts, cluster };
    const names = onlineNodes(instance);
    const [answers] = await Promise.all([fetchNodes(reader, names), isRare && fetchRare(reader)]);
    if (signal.aborted || (!status.ok && answers.size === 0)) return status.ok ? fail(timeUp) : status;
    runs++;
    instance.facts = withNodeStatus(instance.facts, answers);
    followMembers(reader.origin());
    const { version, nodes } = instance.facts;
    return ok({
      // Before the fast loop's first answer there are no nodes to speak of.
      slices: nodes.length > 0 ? { nodes: compose.nodes(instance) } : {},
      dropped: 0,
      ...(version === undefined ? {} : { version }),
    });
  }

  async function fetchRare(reader: Reader): Promise<void> {
    const inCluster = instance.facts.cluster?.name !== undefined && instance.session.trust.mode !== 'off';
    const [version, join] = await Promise.all([
      reader.get('/version', { blameless: true }),
      inCluster ? reader.get('/cluster/config/join', { blameless: true }) : undefined,
    ]);
    const number = version.ok && isRaw(version.value) ? text(version.value.version, 64) : undefined;
    if (number) instance.facts = { ...instance.facts, version: number };
    if (join?.ok) fingerprints = parseFingerprints(join.value);
  }

  /** Tells the session where else the cluster can be asked. Only the main host can say which member it is. */
  function followMembers(askedAt: string): void {
    const { facts, session } = instance;
    if (!facts.cluster) return;
    if (askedAt === session.origin) mainNode = facts.cluster.members.find((m) => m.local)?.node ?? mainNode;
    const main = { origin: session.origin, node: mainNode, trust: session.trust };
    session.setMembers(membersOf(facts.cluster, main, fingerprints));
  }

  return { name: 'nodes', everyMs: 30_000, timeoutMs: 25_000, essential: false, run };
}

const timeUp: SourceError = { kind: 'timeout', message: 'The nodes did not tell their status in time.' };

/** The fast list says who is online; before its first answer the cluster's own list does. */
function onlineNodes({ facts }: PveInstance): string[] {
  if (facts.nodes.length > 0) return facts.nodes.filter((n) => n.status === 'online').map((n) => n.name);
  return facts.cluster?.members.filter((m) => m.online).map((m) => m.node) ?? [];
}

async function fetchNodes(reader: Reader, names: readonly string[]): Promise<ReadonlyMap<string, NodeStatus>> {
  const answers = await Promise.all(
    names.map(async (name): Promise<[string, NodeStatus][]> => {
      const answer = await reader.get(`/nodes/${encodeURIComponent(name)}/status`, { blameless: true });
      const status = answer.ok ? parseNodeStatus(answer.value) : undefined;
      return status ? [[name, status]] : [];
    }),
  );
  return new Map(answers.flat());
}
