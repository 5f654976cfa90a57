// When a reminder is sent of an alert that nobody has acknowledged.
import type { Alert } from '@belfry/schema/entities/alert';
import type { Notified } from '../../db/outbox-store.ts';
import { isMeasured } from './rules.ts';
import { type Situation, wakeIn } from './situation.ts';

/** There is no reminder of a message that has not arrived: a destination that was down for a day would get them all at once. */
export function isReminderDue(notified: Notified, alert: Alert, situation: Situation): boolean {
  const { times, occurrence, destination } = notified;
  const { cooldownMs } = situation.rules;
  const last = times.at(-1);
  if (cooldownMs === 0 || last === undefined || alert.acknowledged) return false;
  if (alert.level === 'warning' && !isMeasured(alert)) return false;
  wakeIn(situation, last + cooldownMs);
  return situation.now.monotonic >= last + cooldownMs && !situation.isWaiting(occurrence, destination);
}
