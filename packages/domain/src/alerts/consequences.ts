// What hangs on the resource of an alert, as every list, page and message counts it.
import type { Alert } from '@belfry/schema/entities/alert';
import { NOTHING_DEPENDS } from './depends.ts';

/**
 * `ran`: guests on a node or host that is lost; of `unknown` more nobody knows whether they ran. `affected`: all that the alert explains.
 */
export type Consequences = { kind: 'ran'; count: number; unknown: number } | { kind: 'affected'; count: number };

/** Undefined when nothing hangs on it. */
export function consequencesOf({ type, metadata }: Pick<Alert, 'type' | 'metadata'>): Consequences | undefined {
  const { guests: count, unknown = 0 } = (type === 'connectivity' && metadata?.depends) || NOTHING_DEPENDS;
  if (count + unknown > 0) return { kind: 'ran', count, unknown };
  const affected = metadata?.affects?.count ?? 0;
  return affected > 0 ? { kind: 'affected', count: affected } : undefined;
}
