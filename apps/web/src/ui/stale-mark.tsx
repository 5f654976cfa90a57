// Marks data that is older than it should be, and says how old it is.

import { Clock } from 'lucide-react';
import { formatAge, formatAgo } from '../lib/language/format.ts';
import { momentOf } from '../lib/moment.ts';
import { useTimeText } from '../lib/now.ts';
import { hint } from './hint.tsx';
import { messages } from './messages.ts';
import { statusText } from './status-text.ts';

interface StaleMarkProps {
  /** The time (ISO) of the last good answer. */
  since: string;
  /** The status in that answer. */
  last?: string | undefined;
}

/** `then` epoch ms. `last`: the status in the last good answer. */
export const noAnswer = (then: number, ago: string, last?: string): string =>
  `${messages.noAnswerSince(momentOf(then), ago)}${last === undefined ? '' : `\n${messages.lastStatus(statusText(last))}`}`;

export function StaleMark({ since, last }: StaleMarkProps) {
  const then = Date.parse(since);
  const age = useTimeText((now) => formatAge(then, now));
  const ago = useTimeText((now) => formatAgo(then, now));
  if (Number.isNaN(then)) return null;
  return (
    <span
      className="inline-flex shrink-0 items-center gap-1 text-xs text-warn tabular-nums"
      {...hint(noAnswer(then, ago, last))}
    >
      <Clock size={11} aria-label={messages.noAnswerFor} />
      {age}
    </span>
  );
}
