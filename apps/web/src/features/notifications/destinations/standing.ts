// How a destination is doing: the state of the last message to it, as a shape and in words.
import type { Delivery, DeliveryState } from '@belfry/schema/notifications/delivery';
import { formatAgo } from '../../../lib/language/format.ts';
import { hourMinute } from '../../../lib/moment.ts';
import type { DotState } from '../../../ui/dot.tsx';
import { messages } from './messages.ts';

export interface Standing {
  dot: DotState;
  title: string;
  /** When, how often, and what comes next. */
  detail: string;
}

/** The shape of each state. */
export const DOTS = {
  queued: 'wait',
  sending: 'wait',
  sent: 'ok',
  failed: 'warn',
  'given-up': 'crit',
} as const satisfies Record<DeliveryState, DotState>;

export function standingOf(delivery: Delivery | undefined, enabled: boolean, now: number): Standing {
  const texts = messages.standing;
  if (!delivery) return { dot: 'off', title: enabled ? texts.never : texts.disabled, detail: '' };
  const { state, attempts, createdAt, lastAttemptAt = createdAt, nextAttemptAt, lost } = delivery;
  const answer = answerOf(delivery);
  const detail = [
    formatAgo(Date.parse(lastAttemptAt), now),
    attempts > 1 && texts.attempts(attempts),
    lost > 0 && texts.lost(lost),
    nextAttemptAt !== undefined && texts.again(hourMinute(Date.parse(nextAttemptAt))),
  ];
  const shown = {
    title: [texts.states[state], answer].filter(Boolean).join(': '),
    detail: detail.filter(Boolean).join(', '),
  };
  if (enabled) return { dot: DOTS[state], ...shown };
  return { dot: 'off', title: texts.disabled, detail: texts.before(shown.title, shown.detail) };
}

/** What the far side said: "204", "503 busy", "No route to host". */
function answerOf({ status, words = '' }: Delivery): string {
  const said = words === `HTTP ${status}` ? '' : words;
  return [status || '', said].filter(Boolean).join(' ');
}
