// Words that all messages use.
import { formatCount, plural } from '@belfry/domain/format';
import type { Alert, ResolvedReason } from '@belfry/schema/entities/alert';
import type { Notice } from '../notice.ts';

/** What decides about colour and priority: an end is `resolved`, a test is `information`. */
export type Urgency = Alert['level'] | 'resolved' | 'information';

export const urgencyWord: Record<Urgency, string> = {
  critical: 'Critical',
  warning: 'Warning',
  resolved: 'Resolved',
  information: 'Information',
};

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

const reasons: Record<ResolvedReason, string> = {
  recovered: 'The condition is over',
  stopped: 'The resource does not run any more',
  gone: 'The resource does not exist any more',
  disabled: 'The alert was switched off or its threshold was changed',
  cleared: 'A person cleared the alert',
};
export const reasonText = (reason: ResolvedReason = 'recovered'): string => reasons[reason];

/** "and 940 more", for what a message has no room for. Empty when nothing is left. */
export const andMore = (left: number): string => (left > 0 ? `and ${formatCount(left)} more` : '');

/** "web-1, web-2 and 10 more" */
export function listed(names: readonly string[], count = names.length): string {
  const more = andMore(count - names.length);
  return [names.join(', '), more].filter(Boolean).join(' ');
}

/** "12 guests: web-1, web-2 and 10 more". Empty when the alert explains no other resource. */
export function affectsText({ metadata }: Alert): string {
  const affects = metadata?.affects;
  if (!affects || affects.count === 0) return '';
  const names = affects.resources.map(({ name }) => name);
  return `${plural(affects.count, 'resource')}: ${listed(names, affects.count)}`;
}
