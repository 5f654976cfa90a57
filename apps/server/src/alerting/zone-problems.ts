// The settings with a time zone that does not exist. An earlier version accepted them. They hold back nothing until somebody corrects them.
import { isMachineZoneNamed } from '@belfry/schema/alerts/factory-config';
import type { Schedule } from '@belfry/schema/alerts/schedule';
import type { MaintenanceWindow } from '@belfry/schema/alerts/silences';
import { zoneMeant } from '@belfry/schema/alerts/typed-zone';
import type { State } from '@belfry/schema/state';
import { type Clock, iso } from '../lib/clock.ts';

interface ZoneProblemsDeps {
  schedule(): Schedule;
  windows(): readonly MaintenanceWindow[];
  clock: Pick<Clock, 'now'>;
}

/** The same object while nothing changes. */
export function createZoneProblems({ schedule, windows, clock }: ZoneProblemsDeps): () => State['serverProblems'] {
  let problems: State['serverProblems'] = {};
  let key = '';
  return () => {
    const found = [...ofMachine(), ...ofQuietHours(schedule()), ...windows().flatMap(ofWindow)];
    const now = JSON.stringify(found);
    if (now === key) return problems;
    key = now;
    const since = iso(clock.now());
    problems = Object.fromEntries(
      found.map(([name, message]) => [name, { message, since: problems[name]?.since ?? since }]),
    );
    return problems;
  };
}

type Found = readonly [name: string, message: string][];

const ofMachine = (): Found =>
  isMachineZoneNamed ? [] : [['zone:machine', 'The time zone of this machine has no name (TZ), so UTC is used.']];

function ofQuietHours({ quietHours: { enabled, timezone = '' } }: Schedule): Found {
  if (!enabled || timezone === '' || zoneMeant(timezone) !== undefined) return [];
  return [['zone:quiet-hours', `Quiet hours hold back nothing: "${timezone}" is not a time zone. Choose another one.`]];
}

function ofWindow({ id, name, schedule, enabled }: MaintenanceWindow): Found {
  if (!enabled || schedule.kind !== 'weekly' || zoneMeant(schedule.timeZone) !== undefined) return [];
  const message = `The maintenance window "${name}" is never in force: "${schedule.timeZone}" is not a time zone. Choose another one.`;
  return [[`zone:window:${id}`, message]];
}
