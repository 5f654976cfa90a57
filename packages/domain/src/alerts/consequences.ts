// What hangs on the resource of an alert, as every list, page and message counts it.
import type { Alert } from '@belfry/schema/entities/alert';

/** `ran`: guests on a node or host that is lost. `affected`: all that the alert explains. */
export interface Consequences {
  kind: 'ran' | 'affected';
  count: number;
}

/** Undefined when nothing hangs on it. */
export function consequencesOf({ type, metadata }: Pick<Alert, 'type' | 'metadata'>): Consequences | undefined {
  const ran = type === 'connectivity' ? (metadata?.depends?.guests ?? 0) : 0;
  if (ran > 0) return { kind: 'ran', count: ran };
  const affected = metadata?.affects?.count ?? 0;
  return affected > 0 ? { kind: 'affected', count: affected } : undefined;
}
