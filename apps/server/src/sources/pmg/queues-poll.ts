// The mail in the queues of every node, every 30 seconds.
import { fail, ok, type Result } from '@belfry/domain/result';
import type { MailQueue } from '@belfry/schema/entities/pmg';
import type { Findings, SourceError } from '@belfry/schema/messages/observation';
import { badPayload } from '../proxmox-api/failure.ts';
import { createParts, errorOfGap, type Parts } from '../proxmox-api/parts.ts';
import type { Reader } from '../proxmox-api/session.ts';
import type { Poll } from '../source.ts';
import { normalizeQueues } from './facts.ts';
import { type Gateway, learn } from './gateway.ts';
import { parseOldest, parseShape, type QueueName, type QueueShape, queueNames } from './queues.ts';

/** The gateway reads every file of a queue to sort it. That is too much work for a long queue. */
const MAX_TO_SORT = 500;
const OLDEST = 'limit=1&sortfield=arrival_time&sortdir=ASC';

export function createQueuesPoll(gateway: Gateway): Poll {
  const begin = createParts(gateway.clock);
  let canSort = true;

  async function run(signal: AbortSignal): Promise<Result<Findings, SourceError>> {
    if (!gateway.config.monitorQueues) return ok({ slices: {} });
    const reader = gateway.session.read(signal, 'queues');
    const parts = begin(reader);
    const nodes = gateway.facts.nodes ?? [];
    const reachable = nodes.filter((node) => node.error === undefined);
    const found = await Promise.all(
      reachable.map(async ({ name }) => [name, await fetchQueues(reader, parts, name)] as const),
    );
    const gaps = parts.gaps();
    const [gap] = gaps;
    const answers = found.flatMap(([name, queue]) => (queue ? [[name, queue] as const] : []));
    if (gap && answers.length === 0) return fail(errorOfGap(gap));
    const kept = [...gateway.facts.queues].filter(([name]) => nodes.some((node) => node.name === name));
    return ok({
      slices: learn(gateway, { queues: new Map([...kept, ...answers]) }),
      gaps,
    });
  }

  /** Returns the figures of all four queues, or undefined. A sum of only some of them would be wrong. */
  async function fetchQueues(reader: Reader, parts: Parts, node: string): Promise<MailQueue | undefined> {
    const [active, deferred, hold, incoming] = await Promise.all(
      queueNames.map((queue) => fetchShape(parts, node, queue)),
    );
    if (!active || !deferred || !hold || !incoming) return undefined;
    const isWorthIt = canSort && deferred.total > 0 && deferred.total <= MAX_TO_SORT;
    const oldest = isWorthIt ? await fetchOldest(reader, node) : undefined;
    return normalizeQueues({ active, deferred, hold, incoming }, oldest, gateway.clock.now());
  }

  /**
   * Reads the exact arrival time of the oldest message. Without it, the age is the lower end of the range in the queue.
   */
  async function fetchOldest(reader: Reader, node: string): Promise<number | undefined> {
    const answer = await reader.get(`${postfixOf(node)}/queue/deferred?${OLDEST}`, { blameless: true });
    if (answer.ok) return parseOldest(answer.value);
    if (answer.error.status === 400 || answer.error.status === 403) canSort = false;
    return undefined;
  }

  return { name: 'queues', everyMs: 30_000, timeoutMs: 25_000, essential: false, run };
}

const postfixOf = (node: string): string => `/nodes/${encodeURIComponent(node)}/postfix`;

async function fetchShape(parts: Parts, node: string, queue: QueueName): Promise<QueueShape | undefined> {
  const part = `queues of ${node}`;
  const path = `${postfixOf(node)}/qshape?queue=${queue}`;
  const answer = await parts.get(part, path, { timeoutMs: 15_000, needs: 'the role Auditor' });
  const shape = answer.ok ? parseShape(answer.value) : undefined;
  if (answer.ok && !shape) parts.miss(part, badPayload(`GET ${path}`, 'expected a list with a row TOTAL.'));
  return shape;
}
