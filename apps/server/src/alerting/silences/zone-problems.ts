// The settings with a time zone that does not exist. An earlier version accepted them. They hold back nothing until somebody corrects them.
import { isMachineZoneNamed, ownTimeZone } from '@belfry/schema/alerts/factory-config';
import type { Schedule } from '@belfry/schema/alerts/schedule';
import type { MaintenanceWindow } from '@belfry/schema/alerts/silences';
import { isTimeZone } from '@belfry/schema/alerts/time-zone';
import { zoneMeant } from '@belfry/schema/alerts/typed-zone';
import type { Clock } from '../../lib/clock.ts';
import { createLastingProblems, type FoundProblems } from '../../lib/lasting-problems.ts';

interface ZoneProblemsDeps {
  schedule(): Schedule;
  windows(): readonly MaintenanceWindow[];
  /** `TZ` as it was set; empty when it is not set. */
  machineZone: string;
  clock: Pick<Clock, 'now'>;
}

/** The same object while nothing changes. */
export function createZoneProblems({ schedule, windows, machineZone, clock }: ZoneProblemsDeps) {
  const machine = ofMachine(machineZone);
  return createLastingProblems(() => [...machine, ...ofQuietHours(schedule()), ...windows().flatMap(ofWindow)], clock);
}

/** Node takes UTC, or what an abbreviation means to it: BST is Asia/Dhaka. A path begins with a colon. */
function ofMachine(zone: string): FoundProblems {
  if (!isMachineZoneNamed) return [['zone:machine', 'The time zone of this machine has no name (TZ), so UTC is used.']];
  const name = zone.replace(/^:/, '');
  if (name === '' || isTimeZone(name)) return [];
  const text = `The time zone of this machine does not exist: TZ is "${name}". Times are those of ${ownTimeZone}.`;
  return [['zone:machine', text]];
}

function ofQuietHours({ quietHours: { enabled, timezone = '' } }: Schedule): FoundProblems {
  if (!enabled || timezone === '' || zoneMeant(timezone) !== undefined) return [];
  return [['zone:quiet-hours', `Quiet hours hold back nothing: "${timezone}" is not a time zone. Choose another one.`]];
}

function ofWindow({ id, name, schedule, enabled }: MaintenanceWindow): FoundProblems {
  if (!enabled || schedule.kind !== 'weekly' || zoneMeant(schedule.timeZone) !== undefined) return [];
  const message = `The maintenance window "${name}" is never in force: "${schedule.timeZone}" is not a time zone. Choose another one.`;
  return [[`zone:window:${id}`, message]];
}
