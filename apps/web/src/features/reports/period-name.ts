// The period of a report as people write it. Pure.
import { perLanguage } from '../../lib/language/format.ts';
import { dateOf } from '../../lib/moment.ts';
import { messages } from './messages.ts';

const months = perLanguage((tag) => new Intl.DateTimeFormat(tag, { month: 'long', year: 'numeric' }));

const MONTH = /^(\d{4})-(\d{2})$/;
const QUARTER = /^(\d{4})-Q([1-4])$/;
const DAYS = /^(\d{4}-\d{2}-\d{2})\.\.(\d{4}-\d{2}-\d{2})$/;

/** "2026-10" → "October 2026", "2026-Q3" → "Q3 2026", "2026-10-01..2026-10-07" → "Oct 1, 2026 – Oct 7, 2026". Others stay as they are. */
export function periodName(period: string): string {
  const [, ofMonth, month] = MONTH.exec(period) ?? [];
  if (ofMonth !== undefined) return months().format(new Date(Number(ofMonth), Number(month) - 1, 1));
  const [, ofQuarter, quarter] = QUARTER.exec(period) ?? [];
  if (ofQuarter !== undefined && quarter !== undefined) return messages.quarter(quarter, ofQuarter);
  const [, first, last] = DAYS.exec(period) ?? [];
  return first === undefined || last === undefined ? period : `${dayText(first)} – ${dayText(last)}`;
}

const dayText = (day: string): string => dateOf(Date.parse(`${day}T12:00`));
