// Who takes care of an alert. Pure.
import { isTaken } from '@belfry/domain/alerts/order';
import type { Alert } from '@belfry/schema/entities/alert';

/**
 * `silenced`: a silence or a maintenance window holds its notifications back. `explained`: another alert is its cause, and whoever has that
 * one has this one too.
 */
export type Standing = 'firing' | 'silenced' | 'acknowledged' | 'explained';

export function standingOf(alert: Alert): Standing {
  if (alert.acknowledged) return 'acknowledged';
  if (isTaken(alert)) return 'silenced';
  return alert.metadata?.cause === undefined ? 'firing' : 'explained';
}
