// The essential poll: the nodes of the gateway, every 30 seconds.
import { fail, ok, type Result } from '@belfry/domain/result';
import type { Findings, SourceError } from '@belfry/schema/messages/observation';
import { badPayload } from '../proxmox-api/failure.ts';
import { createParts, type Parts } from '../proxmox-api/parts.ts';
import type { Reader } from '../proxmox-api/session.ts';
import type { Poll } from '../source.ts';
import { type Gateway, learn } from './gateway.ts';
import { type NodeRow, parseNames, parseNodes, parseVersion } from './nodes.ts';

const STATUS = '/config/cluster/status';
/** The node that receives the call waits for all others, and some of them may be offline. */
const STATUS_TIMEOUT_MS = 15_000;
/** The version is read in every run until it is known, and then once in this number of runs. */
const VERSION_EVERY = 20;

export function createStatusPoll(gateway: Gateway): Poll {
  const begin = createParts(gateway.clock);
  let runs = 0;
  let canListSingle = true;

  async function run(signal: AbortSignal): Promise<Result<Findings, SourceError>> {
    const reader = gateway.session.read(signal);
    const parts = begin(reader);
    const [nodes, version] = await Promise.all([
      fetchNodes(reader),
      gateway.facts.version === undefined || runs % VERSION_EVERY === 0 ? fetchVersion(parts) : undefined,
    ]);
    if (!nodes.ok) return nodes;
    runs++;
    const slices = learn(gateway, {
      nodes: nodes.value,
      version: version ?? gateway.facts.version,
      seenAt: gateway.clock.now(),
    });
    return ok({
      slices,
      gaps: parts.gaps(),
      ...(gateway.facts.version !== undefined && { version: gateway.facts.version }),
    });
  }

  /** Old versions refuse the parameter. Without it, a single gateway returns an empty list. */
  async function fetchNodes(reader: Reader): Promise<Result<NodeRow[], SourceError>> {
    const path = canListSingle ? `${STATUS}?list_single_node=1` : STATUS;
    const answer = await reader.get(path, { timeoutMs: STATUS_TIMEOUT_MS });
    if (!answer.ok && answer.error.status === 400 && canListSingle) {
      canListSingle = false;
      return fetchNodes(reader);
    }
    if (!answer.ok) return answer;
    const nodes = parseNodes(answer.value);
    if (nodes && nodes.length > 0) return ok(nodes);
    const names = await reader.get('/nodes');
    const alone = names.ok ? parseNames(names.value) : undefined;
    return alone && nodes
      ? ok(alone)
      : fail(badPayload(`GET ${path} of ${reader.origin()}`, 'expected a list of nodes.'));
  }

  return { name: 'status', everyMs: 30_000, timeoutMs: 25_000, essential: true, run };
}

async function fetchVersion(parts: Parts): Promise<string | undefined> {
  const answer = await parts.get('version', '/version');
  return answer.ok ? parseVersion(answer.value) : undefined;
}
