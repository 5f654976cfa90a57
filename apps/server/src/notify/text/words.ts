// Words that all messages use.
import { consequencesOf } from '@belfry/domain/alerts/consequences';
import { englishWords, type Words } from '@belfry/domain/sentences/words';
import type { Alert, ResolvedReason } from '@belfry/schema/entities/alert';
import type { Sentence } from '@belfry/schema/sentences/sentence';
import type { Notice } from '../notice.ts';

/** What decides about colour and priority: an end is `resolved`, a test is `information`. */
export type Urgency = Alert['level'] | 'resolved' | 'information';

export const urgencyWord = (urgency: Urgency, words: Words = englishWords): string =>
  words.say({ id: `urgency.${urgency}` });

/** For services that show no colour. */
export const urgencySign: Record<Urgency, string> = {
  critical: '🔴',
  warning: '🟠',
  resolved: '🟢',
  information: '🔵',
};

/** Red, orange, green and blue, for services that show one. */
export const urgencyColour: Record<Urgency, number> = {
  critical: 0xd32f2f,
  warning: 0xf57c00,
  resolved: 0x2e7d32,
  information: 0x1976d2,
};

/** Of a notice, or of one of its alerts. The worst alert is the first. */
export function urgencyOf({ kind, alerts }: Pick<Notice, 'kind' | 'alerts'>, entry = alerts[0]): Urgency {
  if (kind === 'test') return 'information';
  return kind === 'resolved' ? 'resolved' : (entry?.alert.level ?? 'warning');
}

export const reasonText = (reason: ResolvedReason = 'recovered', words: Words = englishWords): string =>
  words.say({ id: `reason.${reason}` });

/** "and 940 more", for what a message has no room for. Empty when nothing is left. */
export const andMore = (left: number, words: Words = englishWords): string =>
  left > 0 ? words.say({ id: 'alert.more', values: { count: left } }) : '';

/** "web-1, web-2 and 10 more" */
export const listed = (names: readonly string[], count: number, words: Words): string =>
  [names.join(', '), andMore(count - names.length, words)].filter(Boolean).join(' ');

/** A message names so many. The page of the alert has all of them. */
const MAX_NAMED = 20;

/**
 * "12 resources: web-1, web-2 and 10 more". Of a lost node or host it is the number that the screens show: "12 guests that ran there".
 * Empty when the alert explains no other resource.
 */
export function affectsText(alert: Alert, words: Words = englishWords): string {
  const harm = consequencesOf(alert);
  if (!harm) return '';
  if (harm.kind === 'ran') return words.say(ranThere(harm));
  const { count } = harm;
  const named = alert.metadata?.affects?.resources.slice(0, MAX_NAMED) ?? [];
  const names = listed(
    named.map(({ name }) => name),
    count,
    words,
  );
  return words.say({ id: 'alert.affected', values: { count, names } });
}

function ranThere({ count, unknown }: { count: number; unknown: number }): Sentence {
  if (unknown === 0) return { id: 'alert.ranThere', values: { count } };
  return count === 0
    ? { id: 'alert.ranUnknown', values: { count: unknown } }
    : { id: 'alert.ranPartly', values: { count, unknown } };
}

/** What the type of an alert is called. A type that is not known has its own name. */
export const typeText = (type: string, words: Words = englishWords): string => words.say({ id: `type.${type}` }, type);
