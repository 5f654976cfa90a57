// The age of the last scan in words: for a day how long ago it was, then the date.
import { formatAgo } from '../../../lib/language/format.ts';
import { momentOf } from '../../../lib/moment.ts';
import { messages } from './messages.ts';

const DAY_MS = 86_400_000;

/** A time in the future, from a server whose clock is ahead, is "just now". */
export function lastScan(thenMs: number, nowMs: number): string {
  const age = nowMs - thenMs;
  if (age >= DAY_MS) return momentOf(thenMs);
  return age < 1000 ? messages.justNow : formatAgo(thenMs, nowMs);
}
