// The alerts that a destination gets, apart from the time.
import type { Severity } from '@belfry/schema/alerts/config';
import type { Alert } from '@belfry/schema/entities/alert';
import type { Routing } from '@belfry/schema/notifications/routing';
import { nodeId } from '../ids.ts';

export type RoutingFilter = 'minLevel' | 'types' | 'sites' | 'instances' | 'nodes' | 'tags';

type Routed = Pick<Alert, 'type' | 'level' | 'resourceId' | 'node' | 'metadata'>;

export interface RoutingQuestion {
  /** The tags of its resource. Called only where tags matter. */
  tags(): readonly string[];
  /** The id of its site; undefined: the server itself watches its resource. Called only where sites matter. Default: there are none. */
  site?(): string | undefined;
  /** An escalation goes to a destination whatever level it wants. */
  ignoresLevel?: boolean;
}

const rank: Record<Severity, number> = { warning: 0, critical: 1 };
const has = (wanted: readonly string[], ...found: readonly string[]): boolean =>
  wanted.length === 0 || found.some((value) => wanted.includes(value));

/** The first filter that keeps the alert from the destination. */
export function filteredBy(routing: Routing, alert: Routed, question: RoutingQuestion): RoutingFilter | undefined {
  const instance = alert.metadata?.instanceId ?? '';
  if (!question.ignoresLevel && rank[alert.level] < rank[routing.minLevel]) return 'minLevel';
  if (!has(routing.types, alert.type)) return 'types';
  const { sites = [] } = routing;
  if (sites.length > 0 && !sites.includes(question.site?.() ?? '')) return 'sites';
  if (!has(routing.instances, instance)) return 'instances';
  if (routing.nodes.length > 0 && !has(routing.nodes, alert.resourceId, nodeId(instance, alert.node))) return 'nodes';
  return routing.tags.length > 0 && !has(routing.tags, ...question.tags()) ? 'tags' : undefined;
}
