// How far a clock is wrong, within a sentence.
import type { Sentence } from '@belfry/schema/sentences/sentence';

/** "8 seconds", "5 minutes" or "2 hours". */
export function clockError(seconds: number): Sentence {
  const size = Math.abs(seconds);
  if (size < 60) return { id: 'time.seconds', values: { count: Math.max(1, Math.round(size)) } };
  const minutes = Math.round(size / 60);
  if (minutes < 120) return { id: 'time.minutes', values: { count: minutes } };
  return { id: 'time.hours', values: { count: Math.round(minutes / 60) } };
}
