// The settings of the schedule in the form in which the planner needs them. Durations are milliseconds.
import { factsOf } from '@belfry/domain/alerts/catalogue';
import type { Schedule } from '@belfry/schema/alerts/schedule';
import { zoneMeant } from '@belfry/schema/alerts/typed-zone';
import type { Alert } from '@belfry/schema/entities/alert';
import type { Channel } from '../destination.ts';

export interface Rules {
  /** 0: no reminders. */
  cooldownMs: number;
  /** 0: no limit. */
  perHour: number;
  /** 0: no grouping. */
  windowMs: number;
  byNode: boolean;
  byResource: boolean;
  /** The first is level 1. */
  escalation: readonly { afterMs: number; notify: Channel | 'all' }[];
  /** Categories of which quiet hours hold critical alerts too. */
  suppressed: ReadonlySet<string>;
  /** That of quiet hours; that of the server if it does not exist. */
  timeZone: string;
}

const MINUTE_MS = 60_000;
const DEFAULT_WINDOW_S = 30;

/** `ownZone` is the time zone of the server, for those who name none. */
export function rulesOf(schedule: Schedule, ownZone: string): Rules {
  const { cooldown, maxAlertsHour, grouping, groupingWindow, escalation, quietHours } = schedule;
  const window = grouping.window ?? groupingWindow ?? DEFAULT_WINDOW_S;
  const levels = (escalation.enabled && escalation.levels) || [];
  return {
    cooldownMs: cooldown * MINUTE_MS,
    perHour: Math.ceil(maxAlertsHour),
    windowMs: grouping.enabled ? window * 1000 : 0,
    byNode: grouping.byNode === true,
    byResource: grouping.byGuest === true,
    escalation: levels.map(({ after, notify }) => ({ afterMs: after * MINUTE_MS, notify })),
    suppressed: new Set(Object.entries(quietHours.suppress ?? {}).flatMap(([name, is]) => (is === true ? [name] : []))),
    timeZone: zoneMeant(quietHours.timezone || ownZone) ?? ownZone,
  };
}

/** Its value may change with every poll. Ages in days are left out: they do not change within an hour. */
export const isMeasured = (alert: Pick<Alert, 'type'>): boolean => !['none', 'days'].includes(factsOf(alert.type).unit);
