// When jobs run, calculated once for each schedule and not for each guest.
import type { CalendarEventError } from '../calendar-event/event.ts';
import { parseCalendarEvent } from '../calendar-event/parse.ts';
import { nextRun, previousRun, type Zone } from '../calendar-event/runs.ts';

/**
 * Epoch ms. `next` is after now, `last` the newest run at or before now, `before` the one before that; undefined when there is none.
 * `graceMs`: for so long after its start a run may be going on without a sign of it.
 */
export interface Plan {
  next: number | undefined;
  last: number | undefined;
  before: number | undefined;
  graceMs: number;
}

/** `instance`: whose time zone counts. */
export interface Planned {
  instance: string;
  schedule: string;
}

export type Plans = ReturnType<typeof createPlans>;

const MAX_GRACE_MS = 6 * 3_600_000;
/** A run every ten minutes for 14 days. */
const MAX_RUNS = 2016;

export const isPlan = (plan: Plan | CalendarEventError): plan is Plan => !('part' in plan);

export function createPlans(zoneOf: (instance: string) => Zone) {
  const known = new Map<string, Plan | CalendarEventError>();
  /** The last answer of `runsSince` for each schedule: the same for all guests of a job. */
  const past = new Map<string, { since: number; now: number; runs: readonly number[] }>();
  /** The last answer of `runsBetween`. */
  const between = new Map<string, { since: number; until: number; runs: readonly number[] }>();
  const isCurrent = (plan: Plan, now: number) => now < (plan.next ?? Infinity) && now >= (plan.last ?? 0);

  function calculate({ instance, schedule }: Planned, now: number): Plan | CalendarEventError {
    const event = parseCalendarEvent(schedule);
    if (!event.ok) return event.error;
    const zone = zoneOf(instance);
    const next = nextRun(event.value, now, zone);
    const last = previousRun(event.value, now + 1, zone);
    const before = last === undefined ? undefined : previousRun(event.value, last, zone);
    const every = (next ?? now) - (last ?? before ?? now);
    return { next, last, before, graceMs: Math.min(every / 4, MAX_GRACE_MS) };
  }

  const forget = (map: Map<string, unknown>, names: ReadonlySet<string>) => {
    for (const key of map.keys()) if (names.has(key.slice(0, key.indexOf('\n')))) map.delete(key);
  };

  return {
    /** Other time zones count for these instances and servers. */
    forget(names: ReadonlySet<string>) {
      if (names.size === 0) return;
      forget(known, names);
      forget(past, names);
      forget(between, names);
    },
    /** The error when the schedule is not understood. */
    of(planned: Planned, now: number): Plan | CalendarEventError {
      const key = `${planned.instance}\n${planned.schedule}`;
      const old = known.get(key);
      if (old && (!isPlan(old) || isCurrent(old, now))) return old;
      const plan = calculate(planned, now);
      known.set(key, plan);
      return plan;
    },
    /** The runs from an instant until another, the oldest first, and the one after them; at most `MAX_RUNS`. Empty if not understood. */
    runsBetween({ instance, schedule }: Planned, since: number, until: number): readonly number[] {
      const key = `${instance}\n${schedule}`;
      const old = between.get(key);
      if (old?.since === since && old.until === until) return old.runs;
      const event = parseCalendarEvent(schedule);
      const runs: number[] = [];
      if (!event.ok) return runs;
      for (let at: number | undefined = since - 1; runs.length < MAX_RUNS && at < until; ) {
        at = nextRun(event.value, at, zoneOf(instance));
        if (at === undefined) {
          runs.push(Number.POSITIVE_INFINITY);
          break;
        }
        runs.push(at);
      }
      between.set(key, { since, until, runs });
      return runs;
    },
    /** The runs from an instant until now, the newest first, at most `MAX_RUNS`. */
    runsSince({ instance, schedule }: Planned, since: number, now: number): readonly number[] {
      const key = `${instance}\n${schedule}`;
      const old = past.get(key);
      if (old?.since === since && old.now === now) return old.runs;
      const event = parseCalendarEvent(schedule);
      const runs: number[] = [];
      if (!event.ok) return runs;
      for (let at: number | undefined = now + 1; runs.length < MAX_RUNS; ) {
        at = previousRun(event.value, at, zoneOf(instance));
        if (at === undefined || at < since) break;
        runs.push(at);
      }
      past.set(key, { since, now, runs });
      return runs;
    },
  };
}
