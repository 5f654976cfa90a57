// A stored occurrence as clients see it.
import type { HistoryEntry } from '@belfry/schema/alerts/history';
import type { Alert } from '@belfry/schema/entities/alert';
import type { Occurrence } from '../../db/alerts-store.ts';
import { iso } from '../../lib/clock.ts';

/** `active` is the current alert, which is newer than the stored one. `now` epoch ms. */
export function entryOf(row: Occurrence, active: Alert | undefined, now: number): HistoryEntry {
  const alert = active ?? row.alert;
  const { id, resolvedAt, reason, openedAt, peak, notified, late, changes } = row;
  const end = resolvedAt === undefined ? {} : { resolvedAt: iso(resolvedAt), resolvedTime: iso(resolvedAt) };
  const isBeyond = peak < row.alert.threshold ? alert.value < peak : alert.value > peak;
  return {
    ...alert,
    level: alert.level === 'critical' ? 'critical' : row.level,
    occurrence: id,
    status: resolvedAt !== undefined ? 'resolved' : alert.acknowledged ? 'acknowledged' : 'active',
    ...end,
    ...(reason !== undefined && { reason }),
    peakValue: isBeyond ? alert.value : peak,
    duration: Math.max(0, Math.round(((resolvedAt ?? now) - openedAt) / 1000)),
    notified,
    ...(late !== undefined && { late: iso(late) }),
    changes,
  };
}
