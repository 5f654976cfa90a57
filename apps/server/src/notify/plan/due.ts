// What is new about an active alert for one destination.
import { factsOf } from '@belfry/domain/alerts/catalogue';
import type { Notified } from '../../db/outbox-store.ts';
import type { Destination } from '../destination.ts';
import type { NoticeKind } from '../notice.ts';
import { escalationOf } from './escalation.ts';
import { isReminderDue } from './reminders.ts';
import type { Candidate, OpenAlert, Situation } from './situation.ts';
import { quietsFor } from './stages/quiet-hours.ts';

export function dueOf(
  open: OpenAlert,
  destination: Destination,
  notified: Notified | undefined,
  situation: Situation,
): Candidate | undefined {
  const escalation = escalationOf(open, destination, situation);
  const isEscalated = escalation > (notified?.escalation ?? 0);
  const kind = isEscalated
    ? 'escalated'
    : notified
      ? newsOf(open, notified, situation)
      : firstKind(open, destination, situation);
  if (!kind) return undefined;
  const { alert, occurrence, startedAt } = open;
  return { kind, destination, alert, occurrence, startedAt, notified, ...(isEscalated && { escalation }) };
}

function newsOf({ alert }: OpenAlert, notified: Notified, situation: Situation): NoticeKind | undefined {
  if (alert.level === 'critical' && notified.level === 'warning') return 'level';
  if (factsOf(alert.type).notifiesGrowth && alert.value > notified.alert.value) return 'level';
  if (alert.metadata?.flapping && !notified.flapping) return 'flapping';
  return isReminderDue(notified, alert, situation) ? 'reminder' : undefined;
}

/** A digest if it began in the last pause, or waited for its group when that began. */
function firstKind({ alert, startTime }: OpenAlert, destination: Destination, situation: Situation): NoticeKind {
  const { quiet, rules } = situation;
  const own = situation.closed(destination).last;
  const isIn = (span: typeof own) => span && startTime >= span.start - rules.windowMs && startTime < span.end;
  return isIn(own) || (quietsFor('raised', alert, rules) && isIn(quiet.last)) ? 'digest' : 'raised';
}
