// Says that figures are older than they should be, and how old.
import { formatAge, formatAgo } from '@belfry/domain/format';
import { Clock } from 'lucide-react';
import { useNow } from '../lib/now.ts';
import { hint } from './hint.tsx';

/** `since` is ISO: the time of the last good answer. */
export function StaleMark({ since }: { since: string }) {
  const now = useNow();
  const then = Date.parse(since);
  if (Number.isNaN(then)) return null;
  return (
    <span
      className="inline-flex shrink-0 items-center gap-1 text-xs text-warn tabular-nums"
      {...hint(`Stale: last good answer ${formatAgo(then, now)}`)}
    >
      <Clock size={11} aria-label="stale for" />
      {formatAge(then, now)}
    </span>
  );
}
