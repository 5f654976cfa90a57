// The lists of alerts in the state. The same list for as long as nothing in it changes.
import type { Alert, ResolvedAlert, ResolvedReason } from '@belfry/schema/entities/alert';
import type { State } from '@belfry/schema/state';
import { iso, type Moment } from '../../lib/clock.ts';
import type { TrackedAlerts } from './tracked.ts';

export type AlertsOfState = Pick<State, 'activeAlerts' | 'recentlyResolved'>;

export const RECENT_MS = 300_000;
const MAX_RECENT = 100;

export type AlertLists = ReturnType<typeof createAlertLists>;

export function createAlertLists(alerts: TrackedAlerts) {
  let active: Alert[] | undefined;
  let recent: ResolvedAlert[] | undefined;
  /** By the id of the alert, the oldest first. `since` is on the monotonic clock. */
  const ended = new Map<string, { since: number; alert: ResolvedAlert }>();

  const expire = (now: number) => {
    for (const [id, { since }] of ended) {
      if (now - since < RECENT_MS && ended.size <= MAX_RECENT) return;
      ended.delete(id);
      recent = undefined;
    }
  };
  return {
    changed() {
      active = undefined;
    },
    resolved(alert: Alert, reason: ResolvedReason | undefined, { at, monotonic }: Moment) {
      active = undefined;
      recent = undefined;
      ended.delete(alert.id);
      ended.set(alert.id, { since: monotonic, alert: { ...alert, resolvedTime: iso(at), ...(reason && { reason }) } });
    },
    /** `now` is on the monotonic clock. */
    current(now: number): AlertsOfState {
      expire(now);
      active ??= [...alerts.all()].flatMap(({ open }) => (open ? [open.alert] : []));
      recent ??= [...ended.values()].map(({ alert }) => alert);
      return { activeAlerts: active, recentlyResolved: recent };
    },
  };
}
