// The lists of alerts in the state. The same list for as long as nothing in it changes. Active alerts are sorted by id.
import { byId } from '@belfry/domain/ids';
import type { Alert, ResolvedAlert, ResolvedReason } from '@belfry/schema/entities/alert';
import type { State } from '@belfry/schema/state';
import { iso, type Moment } from '../../lib/clock.ts';
import type { Tracked } from './tracked.ts';

export type AlertsOfState = Pick<State, 'activeAlerts' | 'recentlyResolved'>;

export const RECENT_MS = 300_000;
const MAX_RECENT = 100;

export type AlertLists = ReturnType<typeof createAlertLists>;

export function createAlertLists() {
  let active: Alert[] | undefined;
  /** Sorted by id. Some of them may have ended. */
  let listed: readonly Tracked[] = [];
  const isListed = new Set<Tracked>();
  /** Those that have become active since then. */
  let begun: Tracked[] = [];
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
  /** Thousands stay while a few begin and end, so they are not sorted again. */
  const list = (): Alert[] => {
    const isStill = (tracked: Tracked) => tracked.open !== undefined || !isListed.delete(tracked);
    listed = merged(listed.filter(isStill), begun.filter(isStill).sort(byId));
    begun = [];
    return listed.flatMap(({ open }) => open?.alert ?? []);
  };
  return {
    /** `tracked`: an alert that may be active only since now. */
    changed(tracked?: Tracked) {
      active = undefined;
      if (!tracked?.open || isListed.has(tracked)) return;
      isListed.add(tracked);
      begun.push(tracked);
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
      active ??= list();
      recent ??= [...ended.values()].map(({ alert }) => alert);
      return { activeAlerts: active, recentlyResolved: recent };
    },
  };
}

/** Both are sorted by id. */
function merged(all: readonly Tracked[], more: readonly Tracked[]): readonly Tracked[] {
  if (more.length === 0) return all;
  const list: Tracked[] = [];
  let next = 0;
  for (const tracked of all) {
    for (let own = more[next]; own && own.id < tracked.id; own = more[++next]) list.push(own);
    list.push(tracked);
  }
  return [...list, ...more.slice(next)];
}
