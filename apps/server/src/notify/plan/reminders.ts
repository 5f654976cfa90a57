// When an alert that nobody acknowledges is told again.
import type { Alert } from '@belfry/schema/entities/alert';
import type { Telling } from '../telling.ts';
import { isMeasured } from './rules.ts';
import { type Situation, wakeIn } from './situation.ts';

/** Nobody is reminded of what has not arrived: a destination that was down for a day would get them all at once. */
export function isReminderDue(telling: Telling, alert: Alert, situation: Situation): boolean {
  const { times, occurrence, destination } = telling;
  const { cooldownMs } = situation.rules;
  const last = times.at(-1);
  if (cooldownMs === 0 || last === undefined || alert.acknowledged) return false;
  if (alert.level === 'warning' && !isMeasured(alert)) return false;
  wakeIn(situation, last + cooldownMs);
  return situation.now.monotonic >= last + cooldownMs && !situation.isWaiting(occurrence, destination);
}
