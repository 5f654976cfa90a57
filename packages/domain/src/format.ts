// Figures as text for people. No locale, so that server and browser write the same.

/** The text for a missing figure. */
export const NONE = '–';

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB', 'PB'];

/** How every size is rounded: at most three digits, one of them a decimal; bytes have no decimals. */
const rounded = (value: number, step: number): string =>
  String(Number(value.toFixed(step === 0 || value >= 99.95 ? 0 : 1)));

/** A size and its unit apart, so that a screen can show the unit in grey. At most three digits, steps of 1024. Invalid input is 0 B. */
export function sizeParts(bytes: number): { value: string; unit: string } {
  let value = Number.isFinite(bytes) && bytes > 0 ? bytes : 0;
  let step = 0;
  while (value >= 999.5 && step < UNITS.length - 1) {
    value /= 1024;
    step++;
  }
  return { value: rounded(value, step), unit: UNITS[step] as string };
}

export function formatBytes(bytes: number): string {
  const { value, unit } = sizeParts(bytes);
  return `${value} ${unit}`;
}

/** Two sizes in one unit: "4.6/8 GB". A part that is less than one of it has its own: "205 GB/1 TB". */
export function formatShare(used: number, total: number): string {
  const { value, unit } = sizeParts(total);
  const step = UNITS.indexOf(unit);
  const part = rounded(Math.max(0, used) / 1024 ** step, step);
  return `${step > 0 && used > 0 && Number(part) < 1 ? formatBytes(used) : part}/${value} ${unit}`;
}

/** A count with spaces between thousands: "1 234 567". */
export const formatCount = (count: number): string => String(count).replace(/\B(?=(\d{3})+$)/g, '\u00a0');

/**
 * How every percentage is rounded: down, so that a figure never reaches a threshold on the screen before its alert starts, and less than
 * everything is never 100. What a division made a little too small is not: 0.29 of 1 is 29.
 */
export const wholePercent = (value: number): number => Math.floor(value + 1e-6);

/** "86 %" */
export const formatPercent = (value: number): string => `${wholePercent(value)} %`;

/**
 * A text in which no line breaks between a figure and its unit, such as "98 %" or "21 MB/s". For screens only: a space that does not
 * break would make text messages longer, and a search would not find it.
 */
export const unbroken = (text: string): string =>
  text.replace(/(\d) (?=(?:%|°C|[KMGTP]?B(?:\/s)?)(?![\p{L}\p{N}]))/gu, '$1\u00a0');

/** "1 backup", "9 525 backups". */
export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`;

/** Bytes per second; null until there are two samples. No decimals below one megabyte. */
export function formatRate(bytesPerSecond: number | null): string {
  if (bytesPerSecond === null) return NONE;
  if (bytesPerSecond < 1) return '0';
  const { value, unit } = sizeParts(bytesPerSecond);
  return `${unit === 'B' || unit === 'KB' ? Math.round(Number(value)) : Number(value).toFixed(1)} ${unit}/s`;
}

export type TimeUnit = 'year' | 'month' | 'day' | 'hour' | 'minute' | 'second';

/** Seconds as days and hours, hours and minutes, or minutes; empty below one second. */
export function uptimeParts(seconds: number): readonly (readonly [count: number, unit: TimeUnit])[] {
  if (!(seconds > 0)) return [];
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  const days = Math.floor(hours / 24);
  if (days > 0)
    return [
      [days, 'day'],
      [hours % 24, 'hour'],
    ];
  return hours > 0
    ? [
        [hours, 'hour'],
        [minutes % 60, 'minute'],
      ]
    : [[minutes, 'minute']];
}

/** A duration in ms in its two largest units; below one minute in seconds. */
export function durationParts(ms: number): ReturnType<typeof uptimeParts> {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  return seconds < 60 ? [[seconds, 'second']] : uptimeParts(seconds);
}

const short = (parts: ReturnType<typeof uptimeParts>): string =>
  parts.length === 0 ? NONE : parts.map(([count, unit]) => `${count}${unit.charAt(0)}`).join(' ');

/** "3d 4h", "3h 12m", "5m". */
export const formatUptime = (seconds: number): string => short(uptimeParts(seconds));

/** "42s", "5m", "3h 12m", "2d 4h". */
export const formatDuration = (ms: number): string => short(durationParts(ms));

const AGES: readonly (readonly [seconds: number, unit: TimeUnit])[] = [
  [365 * 86_400, 'year'],
  [30 * 86_400, 'month'],
  [86_400, 'day'],
  [3600, 'hour'],
  [60, 'minute'],
  [1, 'second'],
];

/** An age in its largest unit, which is `largest` at most. A time in the future counts as now, because clocks differ. */
export function ageParts(
  thenMs: number,
  nowMs: number,
  largest: TimeUnit = 'year',
): readonly [count: number, unit: TimeUnit] {
  const seconds = Math.max(0, Math.floor((nowMs - thenMs) / 1000));
  const units = AGES.slice(AGES.findIndex(([, unit]) => unit === largest));
  const [size, unit] = units.find(([each]) => seconds >= each) ?? [1, 'second'];
  return [Math.floor(seconds / size), unit];
}
