// How long something takes or differs, within a sentence.
import type { Sentence } from '@belfry/schema/sentences/sentence';

const minutes = (count: number): Sentence => ({ id: 'time.minutes', values: { count } });
const hours = (count: number): Sentence => ({ id: 'time.hours', values: { count } });
const days = (count: number): Sentence => ({ id: 'time.days', values: { count } });

/** The age is a range of minutes only, so hours are rounded down. */
export const waiting = (whole: number): Sentence => (whole < 120 ? minutes(whole) : hours(Math.floor(whole / 60)));

/** "3 days" to the nearest, below two days "47 hours". */
export function lateness(ms: number): Sentence {
  const whole = Math.floor(ms / 3_600_000);
  return whole < 48 ? hours(whole) : days(Math.round(whole / 24));
}
