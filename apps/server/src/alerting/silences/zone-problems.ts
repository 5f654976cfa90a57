// The settings with a time zone that does not exist. An earlier version accepted them. They hold back nothing until somebody corrects them.

import { isMachineZoneNamed, ownTimeZone } from '@belfry/schema/alerts/factory-config';
import type { Schedule } from '@belfry/schema/alerts/schedule';
import type { MaintenanceWindow } from '@belfry/schema/alerts/silences';
import { isTimeZone } from '@belfry/schema/alerts/time-zone';
import { zoneMeant } from '@belfry/schema/alerts/typed-zone';
import type { Sentence } from '@belfry/schema/sentences/sentence';
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
  if (!isMachineZoneNamed) return [['zone:machine', { id: 'zone.machineUnnamed' }]];
  const name = zone.replace(/^:/, '');
  if (name === '' || isTimeZone(name)) return [];
  const problem: Sentence = { id: 'zone.machineUnknown', values: { zone: name, own: ownTimeZone } };
  return [['zone:machine', problem]];
}

function ofQuietHours({ quietHours: { enabled, timezone = '' } }: Schedule): FoundProblems {
  if (!enabled || timezone === '' || zoneMeant(timezone) !== undefined) return [];
  return [['zone:quiet-hours', { id: 'zone.quietHours', values: { zone: timezone } }]];
}

function ofWindow({ id, name, schedule, enabled }: MaintenanceWindow): FoundProblems {
  if (!enabled || schedule.kind !== 'weekly' || zoneMeant(schedule.timeZone) !== undefined) return [];
  const problem: Sentence = { id: 'zone.window', values: { window: name, zone: schedule.timeZone } };
  return [[`zone:window:${id}`, problem]];
}
