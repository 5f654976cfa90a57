// Days and times in local time, in the language of the user, always with 24 hours.
import { NONE, perLanguage } from './language/format.ts';

const forms = (options: Intl.DateTimeFormatOptions) =>
  perLanguage((tag) => new Intl.DateTimeFormat(tag, { hourCycle: 'h23', ...options }));

const HOUR = { hour: '2-digit', minute: '2-digit' } as const;
const DAY = { month: 'short', day: 'numeric' } as const;

const hours = forms(HOUR);
const seconds = forms({ ...HOUR, second: '2-digit' });
const days = forms(DAY);
const dates = forms({ ...DAY, year: 'numeric' });
const moments = forms({ ...DAY, year: 'numeric', ...HOUR, second: '2-digit' });
const shortMoments = forms({ ...DAY, ...HOUR });
const longMoments = forms({ ...DAY, year: 'numeric', ...HOUR });
const months = forms({ month: 'long' });

/** The last millisecond of a `Date`. Later ones, which a hostile host can send, are no times. */
const LAST_MS = 8.64e15;

const written = (form: () => Intl.DateTimeFormat) => (ms: number) =>
  Math.abs(ms) <= LAST_MS ? form().format(ms) : NONE;

/** Epoch milliseconds → "14:03". */
export const hourMinute = written(hours);

/** "14:03:09". */
export const timeOfDay = written(seconds);

/** "Nov 9". */
export const monthDay = written(days);

/** "Nov 9, 2026". */
export const dateOf = written(dates);

/** "November". */
export const monthOf = written(months);

/** With seconds: "Nov 9, 2026, 14:03:09". */
export const momentOf = written(moments);

/** For a row of a list: "Nov 9, 14:03", with the year only when it differs from the year of `now`. */
export const shortMoment = (ms: number, now: number): string =>
  written(new Date(ms).getFullYear() === new Date(now).getFullYear() ? shortMoments : longMoments)(ms);
