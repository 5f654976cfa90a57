// How an alert says that a clock is wrong.
import { plural } from '@belfry/domain/format';

/** "5 minutes behind" or "2 hours ahead of". Never less than a minute. */
export function clockText(aheadSeconds: number): string {
  const minutes = Math.max(1, Math.round(Math.abs(aheadSeconds) / 60));
  const long = minutes < 120 ? plural(minutes, 'minute') : plural(Math.round(minutes / 60), 'hour');
  return `${long} ${aheadSeconds > 0 ? 'ahead of' : 'behind'}`;
}
