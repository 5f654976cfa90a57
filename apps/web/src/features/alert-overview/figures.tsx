// The value of an alert with its threshold, and when it started.
import type { Alert } from '@belfry/schema/entities/alert';
import { formatAge } from '../../lib/language/format.ts';
import { momentOf } from '../../lib/moment.ts';
import { MINUTE_MS, useNow } from '../../lib/now.ts';
import { valueText } from '../../ui/alerts/value-text.ts';
import { hint } from '../../ui/hint.tsx';
import { messages } from './messages.ts';
import { untilText } from './until.ts';

const falling: ReadonlySet<string> = new Set(['disk-wearout', 'datastore-full-soon', 'certificate-expiry']);
/** Whether alerts of the type are raised when the value falls below the threshold. */
export const falls = (type: string): boolean => falling.has(type);

/** "over 85%", "below 14 days". */
export function limitText(type: string, threshold: number): string {
  const limit = valueText(type, threshold);
  return falls(type) ? messages.below(limit) : messages.over(limit);
}

export function Value({ alert: { type, value, threshold, level, acknowledged } }: { alert: Alert }) {
  const tone = acknowledged ? '' : level === 'critical' ? 'text-crit' : 'text-warn';
  return (
    <span className="figure tabular-nums">
      <b className={`font-semibold ${tone}`}>{valueText(type, value)}</b>{' '}
      <span className="text-mute text-sm">{limitText(type, threshold)}</span>
    </span>
  );
}

export function Since({ alert: { startTime } }: { alert: Alert }) {
  const at = Date.parse(startTime);
  const start = untilText(startTime, useNow(MINUTE_MS));
  const age = formatAge(at, useNow());
  return (
    <time
      dateTime={startTime}
      className="figure text-soft tabular-nums"
      {...hint(messages.startedAt(momentOf(at), age))}
    >
      {start}
      {/* a start with its day says enough */}
      {!start.includes(' ') && <span className="text-mute"> · {age}</span>}
    </time>
  );
}
