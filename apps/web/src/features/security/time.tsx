// A time as an age. The exact time is in a hint and for screen readers.
import { formatAgo } from '../../lib/language/format.ts';
import { dateOf, momentOf } from '../../lib/moment.ts';
import { useNow } from '../../lib/now.ts';
import { hint } from '../../ui/hint.tsx';
import { messages } from './messages.ts';

export function Ago({ iso }: { iso: string | null | undefined }) {
  const now = useNow();
  const at = Date.parse(iso ?? '');
  if (Number.isNaN(at)) return messages.never;
  return (
    <time dateTime={iso ?? ''} className="whitespace-nowrap" {...hint(momentOf(at))}>
      {formatAgo(at, now)}
    </time>
  );
}

/** `at` is ISO 8601, null is never. */
export function Expiry({ at }: { at: string | null }) {
  const now = useNow();
  if (at === null) return messages.never;
  return Date.parse(at) < now ? <span className="text-crit">{messages.expired}</span> : dateOf(Date.parse(at));
}
