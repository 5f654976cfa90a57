// The answer in words: one sentence first, then the reason for each destination.
import type { Recipient } from '@belfry/schema/notifications/recipients';
import { perLanguage } from '../../../lib/language/format.ts';
import { shortMoment } from '../../../lib/moment.ts';
import { messages } from './messages.ts';

const lists = perLanguage((tag) => new Intl.ListFormat(tag, { type: 'conjunction' }));
const MAX_NAMED = 4;

function named(recipients: readonly Recipient[]): string {
  const rest = recipients.length - MAX_NAMED;
  const names = recipients.slice(0, MAX_NAMED).map(({ name }) => name);
  return lists().format(rest > 0 ? [...names, messages.more(rest)] : names);
}

/** The server names e-mail in English, and every other destination as a person did. */
export const withOwnNames = (recipients: readonly Recipient[]): Recipient[] =>
  recipients.map((each) => (each.channel === 'email' ? { ...each, name: messages.email } : each));

export function answerText(recipients: readonly Recipient[]): string {
  if (recipients.length === 0) return messages.noDestinations;
  const [now, later] = (['now', 'later'] as const).map((wanted) => recipients.filter(({ when }) => when === wanted));
  const firstEscalation = Math.min(...recipients.flatMap(({ escalations }) => escalations.map(({ after }) => after)));
  const escalated = recipients.filter(({ escalations }) => escalations.some(({ after }) => after === firstEscalation));
  return [
    now?.length ? messages.now(named(now)) : messages.nobodyNow,
    later?.length && messages.later(named(later)),
    escalated.length > 0 && messages.escalation(firstEscalation, named(escalated)),
  ]
    .filter(Boolean)
    .join(' ');
}

/** `now` epoch ms. */
export function reasonText({ heldBack }: Recipient, now: number): string {
  if (!heldBack) return messages.nothingHolds;
  const { by, reason = '', until } = heldBack;
  const filter = by === 'routing' && Object.hasOwn(messages.filters, reason);
  const text = filter ? messages.filters[reason as keyof typeof messages.filters] : messages.holds[by];
  return until === undefined ? text : messages.until(text, shortMoment(Date.parse(until), now));
}
