// The slow poll: data that rarely changes or needs one call per node.
import { fail, ok, type Result } from '@belfry/domain/result';
import { inEnglish } from '@belfry/domain/sentences/english';
import type { Findings, SourceError } from '@belfry/schema/messages/observation';
import { iso } from '../../lib/clock.ts';
import { badPayload } from '../proxmox-api/failure.ts';
import { createParts, type Parts } from '../proxmox-api/parts.ts';
import { isRaw, text } from '../proxmox-api/read.ts';
import type { Reader } from '../proxmox-api/session.ts';
import type { Poll } from '../source.ts';
import { parseCluster } from './cluster.ts';
import { withNodeStatus, withOwnUptime } from './facts.ts';
import { compose, type PveInstance } from './instance.ts';
import { createMembership } from './membership.ts';
import { withAnswer } from './node-apis.ts';
import { parseNodeStatus } from './node-status.ts';
import { createNodeTurns } from './node-turns.ts';
import { lacksFigures, stillSince } from './standstill.ts';

/**
 * Version and certificates are read in every run until the version is known. After that they are read once in this
 * number of runs. The version is also read after a change.
 */
const RARE_EVERY = 20;

export function createNodesPoll(instance: PveInstance): Poll {
  const membership = createMembership(instance.session, instance.cluster);
  const begin = createParts(instance.clock, instance.denials);
  const askNodes = createNodeTurns(instance);
  const wasChanged = createChangeWatch(instance);
  let runs = 0;

  async function run(signal: AbortSignal): Promise<Result<Findings, SourceError>> {
    const reader = instance.session.read(signal, 'nodes');
    const parts = begin(reader);
    const status = await parts.get('cluster', '/cluster/status', { needs: 'Sys.Audit on /' });
    const cluster = status.ok ? parseCluster(status.value) : undefined;
    if (cluster) instance.facts = { ...instance.facts, cluster };
    const isRare = instance.facts.version === undefined || runs % RARE_EVERY === 0;
    const [answered] = await Promise.all([
      askNodes((node) => fetchNode(parts, node)),
      isRare && fetchVersion(reader),
      cluster && membership.follow(cluster, reader, iso(instance.clock.now()), isRare),
    ]);
    if (wasChanged() && !isRare) await fetchVersion(reader);
    const trouble = parts.trouble();
    // The list of a cluster is worth something without the status of its nodes.
    if (trouble && !answered && cluster?.name === undefined) return fail(trouble);
    runs++;
    missFigures(parts);
    const { version } = instance.facts;
    return ok({
      // Before the first answer of the fast poll there are no nodes.
      slices:
        instance.facts.nodes.length > 0
          ? { nodes: compose.nodes(instance), pveClusters: compose.pveClusters(instance) }
          : {},
      gaps: parts.gaps(),
      ...(version !== undefined && { version }),
    });
  }

  async function fetchNode(parts: Parts, name: string): Promise<boolean> {
    const path = `/nodes/${encodeURIComponent(name)}/status`;
    const answer = await parts.get('node status', path, { needs: `Sys.Audit on /nodes/${name}` });
    note(name, answer.ok ? undefined : answer.error);
    const status = answer.ok ? parseNodeStatus(answer.value) : undefined;
    if (status) instance.facts = withNodeStatus(instance.facts, name, status);
    if (status?.uptime !== undefined) instance.facts = withOwnUptime(instance.facts, name, status.uptime);
    else if (answer.ok) parts.miss('node status', badPayload(`GET ${path}`, 'expected an object.'));
    return status !== undefined;
  }

  function note(name: string, error: SourceError | undefined): void {
    const nodeApis = withAnswer(instance.facts.nodeApis, name, 'status', error, instance.clock.now());
    instance.facts = { ...instance.facts, nodeApis };
  }

  /** Nodes whose figures stand still, or are not there at all. */
  function missFigures(parts: Parts): void {
    const { nodes, pulses } = instance.facts;
    for (const { name, ...row } of nodes) {
      const since = stillSince(pulses, name);
      if (since === undefined && !lacksFigures({ name, ...row })) continue;
      const reason = inEnglish({ id: 'api.noFigures', values: { node: name } });
      parts.miss(`figures of ${name}`, { kind: 'unreachable', ...reason });
    }
  }

  async function fetchVersion(reader: Reader): Promise<void> {
    const version = await reader.get('/version', { blameless: true });
    const number = version.ok && isRaw(version.value) ? text(version.value.version, 64) : undefined;
    if (number) instance.facts = { ...instance.facts, version: number };
  }

  return { name: 'nodes', everyMs: 30_000, timeoutMs: 25_000, essential: false, run };
}

/** Returns whether a node was restarted or reports another version since the last call. */
function createChangeWatch(instance: PveInstance): () => boolean {
  const before = new Map<string, { uptime: number; version: string }>();
  return () => {
    let isChanged = false;
    for (const { name, uptime = 0 } of instance.facts.nodes) {
      const known = before.get(name);
      const version = instance.facts.nodeStatus.get(name)?.version ?? '';
      // An offline node has no uptime. It is compared when it is online again.
      if (uptime === 0) continue;
      if (known && (uptime < known.uptime || (known.version !== '' && version !== known.version))) isChanged = true;
      before.set(name, { uptime, version });
    }
    return isChanged;
  };
}
