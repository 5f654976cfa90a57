// The periods that a report can be about, as the server reads them. Pure.

const MONTHS = 24;
const QUARTERS = 8;

const twoDigits = (value: number): string => `${value}`.padStart(2, '0');

/** "2026-10" and the months before it, from the last complete one. The present month comes last, because its report is not complete. */
export function monthsBefore(now: Date): string[] {
  const months = Array.from({ length: MONTHS }, (_, n) => monthOf(now.getFullYear(), now.getMonth() - 1 - n));
  return [...months, monthOf(now.getFullYear(), now.getMonth())];
}

function monthOf(year: number, month: number): string {
  const first = new Date(year, month, 1);
  return `${first.getFullYear()}-${twoDigits(first.getMonth() + 1)}`;
}

/** "2026-Q3" and the quarters before it, from the last complete one. The present quarter comes last. */
export function quartersBefore(now: Date): string[] {
  const present = now.getFullYear() * 4 + Math.floor(now.getMonth() / 3);
  const key = (quarter: number) => `${Math.floor(quarter / 4)}-Q${(quarter % 4) + 1}`;
  return [...Array.from({ length: QUARTERS }, (_, n) => key(present - 1 - n)), key(present)];
}

export type DaysProblem = 'missing' | 'order' | 'future' | 'long';
const MAX_DAYS = 366;
const DAY_MS = 86_400_000;

/** Both days are "2026-10-01". Undefined: there is no problem. */
export function problemOfDays(first: string, last: string, now: Date): DaysProblem | undefined {
  const [from, until] = [Date.parse(first), Date.parse(last)];
  if (Number.isNaN(from) || Number.isNaN(until)) return 'missing';
  if (until < from) return 'order';
  if (from > now.getTime()) return 'future';
  return until - from > MAX_DAYS * DAY_MS ? 'long' : undefined;
}

export const dayOf = (date: Date): string =>
  `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`;
