// When an alert that nobody acknowledges is told again.
import type { Alert } from '@belfry/schema/entities/alert';
import type { Telling } from '../telling.ts';
import { isMeasured } from './rules.ts';
import { type Situation, wakeIn } from './situation.ts';

export function isReminderDue(alert: Alert, { times }: Telling, situation: Situation): boolean {
  const { cooldownMs } = situation.rules;
  const last = times.at(-1);
  if (cooldownMs === 0 || last === undefined || alert.acknowledged) return false;
  if (alert.level === 'warning' && !isMeasured(alert)) return false;
  wakeIn(situation, last + cooldownMs);
  return situation.now.monotonic >= last + cooldownMs;
}
