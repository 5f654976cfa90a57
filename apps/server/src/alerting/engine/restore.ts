// Restores the alerts from before a restart.
import type { ResolvedReason } from '@belfry/schema/entities/alert';
import { ResolvedReason as Reasons } from '@belfry/schema/entities/alert';
import type { Moment } from '../../lib/clock.ts';
import { type AlertLists, RECENT_MS } from './alert-lists.ts';
import type { Past } from './past.ts';
import type { Tracked, TrackedAlerts } from './tracked.ts';
import type { KeptOccurrence } from './transition.ts';

export interface Restored {
  alerts: TrackedAlerts;
  past: Past;
  lists: AlertLists;
  open: readonly KeptOccurrence[];
  recent: readonly KeptOccurrence[];
  started: Moment;
}

export function restore({ alerts, past, lists, open, recent, started }: Restored): void {
  /** On the monotonic clock. A time that seems to be in the future, because the clock was stepped, becomes the current time. */
  const monotonic = (at: number) => started.monotonic - Math.max(0, started.at - at);

  for (const { alert, peak, openedAt, resolvedAt = started.at, reason } of recent.toSorted(byEnd)) {
    past.changed(alert.id, monotonic(openedAt));
    if (reason === 'recovered' || reason === 'stopped') past.changed(alert.id, monotonic(resolvedAt));
    const { acknowledged, ackTime, ackUser } = alert;
    past.ended(alert.id, {
      startedAt: monotonic(openedAt),
      endedAt: monotonic(resolvedAt),
      value: alert.value ?? peak,
      cleared: reason === 'cleared',
      acknowledged: acknowledged ? { ...(ackTime && { ackTime }), ...(ackUser && { ackUser }) } : undefined,
    });
    const since = { at: resolvedAt, monotonic: monotonic(resolvedAt) };
    if (started.monotonic - since.monotonic < RECENT_MS) lists.resolved(alert, reasonOf(reason), since);
  }
  for (const { id, alert, peak, openedAt } of open) {
    past.changed(alert.id, monotonic(openedAt));
    const tracked = trackedOf({ id, alert, peak, startedAt: monotonic(openedAt) });
    alerts.add(tracked);
    lists.changed(tracked);
  }
}

interface OpenOccurrence extends Pick<KeptOccurrence, 'id' | 'alert' | 'peak'> {
  startedAt: number;
}

const trackedOf = ({ id, alert, peak, startedAt }: OpenOccurrence): Tracked => ({
  id: alert.id,
  list: alert.metadata?.list ?? '',
  entityId: undefined,
  reading: undefined,
  verdict: { is: 'unknown' },
  instanceId: alert.metadata?.instanceId ?? '',
  open: { alert, occurrence: id, startedAt, peak },
  evaluation: 0,
});

const byEnd = (a: KeptOccurrence, b: KeptOccurrence): number => (a.resolvedAt ?? 0) - (b.resolvedAt ?? 0);

const reasonOf = (reason: string | undefined): ResolvedReason | undefined => Reasons.safeParse(reason).data;
