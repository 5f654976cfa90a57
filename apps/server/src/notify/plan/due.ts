// What is new about an active alert for one destination.
import { factsOf } from '@belfry/domain/alerts/catalogue';
import type { Destination } from '../destination.ts';
import type { NoticeKind } from '../notice.ts';
import type { Telling } from '../telling.ts';
import { escalationOf } from './escalation.ts';
import { isReminderDue } from './reminders.ts';
import type { Candidate, OpenAlert, Situation } from './situation.ts';
import { quietsFor } from './stages/quiet-hours.ts';

export function dueOf(
  open: OpenAlert,
  destination: Destination,
  telling: Telling | undefined,
  situation: Situation,
): Candidate | undefined {
  const escalation = escalationOf(open, destination, situation);
  const isEscalated = escalation > (telling?.escalation ?? 0);
  const kind = isEscalated
    ? 'escalated'
    : telling
      ? newsOf(open, telling, situation)
      : firstKind(open, destination, situation);
  if (!kind) return undefined;
  const { alert, occurrence, startedAt } = open;
  return { kind, destination, alert, occurrence, startedAt, telling, ...(isEscalated && { escalation }) };
}

function newsOf({ alert }: OpenAlert, telling: Telling, situation: Situation): NoticeKind | undefined {
  if (alert.level === 'critical' && telling.level === 'warning') return 'level';
  if (factsOf(alert.type).tellsGrowth && alert.value > telling.alert.value) return 'level';
  if (alert.metadata?.flapping && !telling.flapping) return 'flapping';
  return isReminderDue(telling, alert, situation) ? 'reminder' : undefined;
}

/** A digest if it began in the last pause, or waited for its group when that began. */
function firstKind({ alert, startTime }: OpenAlert, destination: Destination, situation: Situation): NoticeKind {
  const { quiet, rules } = situation;
  const own = situation.closed(destination).last;
  const isIn = (span: typeof own) => span && startTime >= span.start - rules.windowMs && startTime < span.end;
  return isIn(own) || (quietsFor('raised', alert, rules) && isIn(quiet.last)) ? 'digest' : 'raised';
}
