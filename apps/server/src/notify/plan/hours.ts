// When nothing may be sent: quiet hours, and the time outside of the hours of a destination.

import { merged, RETURN_MS, type Span, type Weekly, weeklySpans } from '@belfry/domain/weekly-spans';
import type { Schedule } from '@belfry/schema/alerts/schedule';
import { zoneMeant } from '@belfry/schema/alerts/typed-zone';
import type { RoutingHours } from '@belfry/schema/notifications/routing';
import { zoneNamed } from '../../lib/zones.ts';

/** At one time (all epoch ms): the pause that is in force, and the last one that ended. It is the same from `from` until `until`. */
export interface Pause {
  inForce: Span | undefined;
  last: Span | undefined;
  from: number;
  until: number;
}

export const never: Pause = { inForce: undefined, last: undefined, from: -Infinity, until: Infinity };

const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const;

/** `ownZone` is the time zone of the server, for those who name none. With one that does not exist nothing is held back. */
export function quietHoursAt({ quietHours }: Schedule, now: number, ownZone: string): Pause {
  const { enabled, start, end, timezone = '', days } = quietHours;
  if (!enabled || !start || !end || !days) return never;
  const chosen = Array.isArray(days) ? days : weekdays.flatMap((name, day) => (days[name] ? [day] : []));
  const timeZone = zoneMeant(timezone || ownZone);
  if (timeZone === undefined) return never;
  return pauseAt(spansOf({ weekdays: chosen, start, end, timeZone }, now), now);
}

export function closedAt({ days, start, end, timezone }: RoutingHours, now: number, ownZone: string): Pause {
  const timeZone = zoneMeant(timezone || ownZone);
  if (timeZone === undefined) return never;
  const open = spansOf({ weekdays: days, start, end, timeZone }, now);
  return pauseAt(
    open.slice(1).map((next, i) => ({ start: open[i]?.end ?? next.start, end: next.start })),
    now,
  );
}

function pauseAt(pauses: readonly Span[], now: number): Pause {
  const inForce = pauses.find(({ start, end }) => start <= now && now < end);
  const last = pauses.findLast(({ end }) => end <= now);
  const next = pauses.find(({ start }) => start > now);
  const [from = -Infinity, until = Infinity] = inForce ? [inForce.start, inForce.end] : [last?.end, next?.start];
  return { inForce, last, from, until };
}

/** The last pause and the next one lie in them. */
const spansOf = (weekly: Weekly, now: number): Span[] =>
  merged(weeklySpans(weekly, { start: now - RETURN_MS, end: now + RETURN_MS }, zoneNamed));

/** Keeps the answer for as long as it is valid. */
export function remembered<K extends object>(find: (key: K, now: number) => Pause): (key: K, now: number) => Pause {
  const known = new WeakMap<K, Pause>();
  return (key, now) => {
    const last = known.get(key);
    if (last && last.from <= now && now < last.until) return last;
    const pause = find(key, now);
    known.set(key, pause);
    return pause;
  };
}
