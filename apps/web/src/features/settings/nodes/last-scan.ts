// The age of the last scan in words: seconds, minutes or hours ago, otherwise the date.
import { plural } from '@belfry/domain/format';
import { momentOf } from '../../../lib/moment.ts';

const UNITS = [
  [3600, 'hour'],
  [60, 'minute'],
  [1, 'second'],
] as const;
const DAY_S = 86_400;

/** A time in the future, from a server whose clock is ahead, is "just now". */
export function lastScan(thenMs: number, nowMs: number): string {
  const seconds = Math.floor((nowMs - thenMs) / 1000);
  if (seconds >= DAY_S) return momentOf(thenMs);
  const [size, name] = UNITS.find(([unit]) => seconds >= unit) ?? [0, ''];
  if (size === 0) return 'just now';
  return `${plural(Math.floor(seconds / size), name)} ago`;
}
