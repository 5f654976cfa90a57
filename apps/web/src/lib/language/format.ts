// Figures as text in the language of the user. How figures are rounded is the same in every language, and on the server.
import * as plain from '@belfry/domain/format';
import { spoken } from './in-language.ts';
import { messages } from './messages.ts';

export { NONE, unbroken, wholePercent } from '@belfry/domain/format';

/** Makes a formatter of the language of the user; one per language is kept, because making it is slow. */
export function perLanguage<Formatter>(make: (tag: string) => Formatter): () => Formatter {
  const made = new Map<string, Formatter>();
  return () => {
    const { tag } = spoken();
    let formatter = made.get(tag);
    if (!formatter) {
      formatter = make(tag);
      made.set(tag, formatter);
    }
    return formatter;
  };
}

/** Small counts come again with every update, and the browser takes long for each. */
const SMALL = 1000;

/** Keeps what `make` returns for small counts. */
function keeping<Made>(make: (count: number) => Made): (count: number) => Made {
  const made: Record<number, Made> = {};
  return (count) => {
    if (count >= 0 && count < SMALL) made[count] ??= make(count);
    return made[count] ?? make(count);
  };
}

const counts = perLanguage((tag) => {
  const format = new Intl.NumberFormat(tag, { maximumFractionDigits: 0 });
  return keeping((count: number) => format.format(count));
});
const rules = perLanguage((tag) => {
  const forms = new Intl.PluralRules(tag);
  return keeping((count: number) => forms.select(count));
});
const ages = perLanguage((tag) => new Intl.RelativeTimeFormat(tag));
const secondsAgo = perLanguage((tag) => new Intl.RelativeTimeFormat(tag, { style: 'narrow' }));
const points = perLanguage(
  (tag) => new Intl.NumberFormat(tag).formatToParts(0.5).find(({ type }) => type === 'decimal')?.value ?? '.',
);

/** A text in English figures with the decimal separator of the language. */
const decimal = (text: string): string => {
  const point = points();
  return point === '.' ? text : text.replace(/(?<=\d)\.(?=\d)/g, point);
};

/** A figure with that many decimals: "0.50". */
export const formatDecimal = (value: number, decimals: number): string => decimal(value.toFixed(decimals));

/** A figure as it came, with the decimal separator of the language. */
export const formatFigure = (value: number): string => decimal(String(value));

export const formatCount = (count: number): string => counts()(count);

/** "1 backup", "9,525 backups". */
export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${formatCount(count)} ${rules()(count) === 'one' ? one : many}`;

export const formatBytes = (bytes: number): string => decimal(plain.formatBytes(bytes));
export const formatShare = (used: number, total: number): string => decimal(plain.formatShare(used, total));
export const formatRate = (bytesPerSecond: number | null): string => decimal(plain.formatRate(bytesPerSecond));

type Parts = ReturnType<typeof plain.uptimeParts>;
const joined = (parts: Parts): string =>
  parts.length === 0 ? plain.NONE : parts.map((part) => messages.short(...part)).join(' ');

/** Seconds as days and hours, hours and minutes, or minutes: "3d 4h", "3h 12m", "5m". */
export const formatUptime = (seconds: number): string => joined(plain.uptimeParts(seconds));

/** Milliseconds: "42s", "5m", "3h 12m". */
export const formatDuration = (ms: number): string => joined(plain.durationParts(ms));

/** "3 minutes ago". A dash for a time that is not one: hosts send any text. */
export function formatAgo(thenMs: number, nowMs: number): string {
  if (!Number.isFinite(thenMs)) return plain.NONE;
  const [count, unit] = plain.ageParts(thenMs, nowMs);
  return (unit === 'second' ? secondsAgo : ages)().format(-count, unit);
}

/** The short form: "3m", "2h", "5d". */
export const formatAge = (thenMs: number, nowMs: number): string =>
  !Number.isFinite(thenMs) ? plain.NONE : messages.short(...plain.ageParts(thenMs, nowMs, 'day'));
