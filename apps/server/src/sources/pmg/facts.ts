// The facts of a PMG source: the latest answer of each part. The entity is composed from all of them, so a part that
// fails remains unchanged.
import { instanceId } from '@belfry/domain/ids';
import type { Identified } from '@belfry/schema/config/node';
import type { DomainStats, MailQueue, MailStats, PmgInstance, PmgNode } from '@belfry/schema/entities/pmg';
import type { Service } from '@belfry/schema/entities/service';
import { iso } from '../../lib/clock.ts';
import type { NodeRow } from './nodes.ts';
import { type QueueName, type QueueShape, queueNames } from './queues.ts';

/** Numbers of messages. A number that was never read is absent. */
interface Quarantine {
  spam?: number | undefined;
  virus?: number | undefined;
  attachment?: number | undefined;
}

/** Times in epoch ms. `nodes` is absent before the first answer. The keys of `queues` and `services` are nodes. */
export interface Facts {
  readonly version: string | undefined;
  readonly nodes: readonly NodeRow[] | undefined;
  readonly queues: ReadonlyMap<string, MailQueue>;
  readonly services: ReadonlyMap<string, readonly Service[]>;
  readonly mail: MailStats | undefined;
  readonly mailCount: PmgInstance['mailCount'];
  readonly spam: PmgInstance['spamDistribution'];
  readonly quarantine: Quarantine;
  readonly domains: readonly DomainStats[] | undefined;
  readonly seenAt: number;
  readonly updatedAt: number;
}

export const noFacts: Facts = {
  version: undefined,
  nodes: undefined,
  queues: new Map(),
  services: new Map(),
  mail: undefined,
  mailCount: [],
  spam: [],
  quarantine: {},
  domains: undefined,
  seenAt: 0,
  updatedAt: 0,
};

export function normalizeInstance(
  facts: Facts,
  { name, host, id = instanceId('pmg', name) }: Identified<{ name: string; host: string }>,
): PmgInstance {
  const nodes = facts.nodes ?? [];
  const { spam, virus, attachment } = facts.quarantine;
  const hasQuarantine = spam !== undefined || virus !== undefined || attachment !== undefined;
  return {
    id,
    name,
    host,
    status: 'online',
    version: facts.version ?? nodes.find((node) => node.version)?.version ?? 'unknown',
    connectionHealth: nodes.some((node) => node.error !== undefined) ? 'degraded' : 'healthy',
    lastSeen: iso(facts.seenAt),
    lastUpdated: iso(facts.updatedAt),
    nodes: nodes.map((row) => normalizeNode(row, facts)),
    mailCount: facts.mailCount,
    spamDistribution: facts.spam,
    ...(facts.mail && { mailStats: facts.mail }),
    ...(hasQuarantine && {
      quarantine: { spam: spam ?? 0, virus: virus ?? 0, attachment: attachment ?? 0, blacklisted: 0 },
    }),
    ...(facts.domains && { domainStats: [...facts.domains] }),
  };
}

function normalizeNode(row: NodeRow, { queues, services }: Facts): PmgNode {
  const [queue, own] = [queues.get(row.name), services.get(row.name)];
  return {
    name: row.name,
    status: row.error === undefined ? 'online' : 'offline',
    ...(row.error !== undefined && { error: row.error }),
    ...(row.role !== undefined && { role: row.role }),
    ...(row.uptime !== undefined && { uptime: row.uptime }),
    ...(row.load.length > 0 && { loadAvg: row.load.map((value) => value.toFixed(2)).join(', ') }),
    ...(row.error === undefined && row.figures),
    ...(row.error === undefined && row.inSync !== undefined && { inSync: row.inSync }),
    ...(own && { services: [...own] }),
    ...(queue && { queueStatus: queue }),
  };
}

/**
 * `oldest` is when the oldest deferred message arrived (epoch ms), if it was read. Its age is limited to the range in
 * the queue.
 */
export function normalizeQueues(
  shapes: Readonly<Record<QueueName, QueueShape>>,
  oldest: number | undefined,
  now: number,
): MailQueue {
  const { active, deferred, hold, incoming } = shapes;
  const oldestAge = oldest === undefined ? 0 : Math.round((now - oldest) / 1000);
  const deferredAge = Math.min(Math.max(oldestAge, deferred.atLeast), Math.max(deferred.atMost, deferred.atLeast));
  return {
    active: active.total,
    deferred: deferred.total,
    hold: hold.total,
    incoming: incoming.total,
    total: queueNames.reduce((sum, name) => sum + shapes[name].total, 0),
    oldestAge: Math.max(deferredAge, active.atLeast, hold.atLeast, incoming.atLeast),
    updatedAt: iso(now),
  };
}
