// Days of the browser's calendar, as a field of type date writes them: 2026-11-22.
import { dayFrom } from '../../../lib/zone-time.ts';

export function dayText(ms: number): string {
  const date = new Date(ms);
  const two = (figure: number) => `${figure}`.padStart(2, '0');
  return `${`${date.getFullYear()}`.padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** The last moment of the day, epoch ms. Undefined for a text that is no day. */
export function endOfDay(text: string): number | undefined {
  const day = dayFrom(text);
  return day && new Date(day.year, day.month - 1, day.day, 23, 59, 59, 999).getTime();
}

/** Noon of the day, and for today the present moment: nothing is noted about the future. */
export function momentOfDay(text: string, now: number): number | undefined {
  const day = dayFrom(text);
  if (!day) return undefined;
  const noon = new Date(day.year, day.month - 1, day.day, 12).getTime();
  return text === dayText(now) ? now : noon;
}
