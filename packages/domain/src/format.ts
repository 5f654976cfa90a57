// Figures as people read them. Pure text; no locale, so that server and browser agree.

/** What stands for a figure that is not there. */
export const NONE = '–';

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB', 'PB'];

/** A size split for a muted unit: three significant digits at most, steps of 1024. Negative or broken input is 0 B. */
export function sizeParts(bytes: number): { value: string; unit: string } {
  let value = Number.isFinite(bytes) && bytes > 0 ? bytes : 0;
  let step = 0;
  while (value >= 999.5 && step < UNITS.length - 1) {
    value /= 1024;
    step++;
  }
  const digits = step === 0 || value >= 99.95 ? 0 : value >= 9.995 ? 1 : 2;
  return { value: String(Number(value.toFixed(digits))), unit: UNITS[step] as string };
}

export function formatBytes(bytes: number): string {
  const { value, unit } = sizeParts(bytes);
  return `${value} ${unit}`;
}

/** Two sizes in one unit: "4.6/8 GB". */
export function formatShare(used: number, total: number): string {
  const { value, unit } = sizeParts(total);
  const part = Math.max(0, used) / 1024 ** UNITS.indexOf(unit);
  return `${Number(part.toFixed(part >= 99.95 ? 0 : 1))}/${Number(Number(value).toFixed(1))} ${unit}`;
}

/** Bytes per second; null while no two samples exist. Below a megabyte nobody reads decimals. */
export function formatRate(bytesPerSecond: number | null): string {
  if (bytesPerSecond === null) return NONE;
  if (bytesPerSecond < 1) return '0';
  const { value, unit } = sizeParts(bytesPerSecond);
  return `${unit === 'B' || unit === 'KB' ? Math.round(Number(value)) : Number(value).toFixed(1)} ${unit}/s`;
}

/** Seconds as days and hours, hours and minutes, or minutes. */
export function formatUptime(seconds: number): string {
  if (!(seconds > 0)) return NONE;
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  const days = Math.floor(hours / 24);
  if (days > 0) return `${days}d ${hours % 24}h`;
  return hours > 0 ? `${hours}h ${minutes % 60}m` : `${minutes}m`;
}

const AGES: readonly [seconds: number, name: string][] = [
  [365 * 86_400, 'year'],
  [30 * 86_400, 'month'],
  [86_400, 'day'],
  [3600, 'hour'],
  [60, 'minute'],
];

/** "3 minutes ago". A time in the future counts as now: clocks differ. */
export function formatAgo(thenMs: number, nowMs: number): string {
  const seconds = Math.max(0, Math.floor((nowMs - thenMs) / 1000));
  for (const [size, name] of AGES) {
    const count = Math.floor(seconds / size);
    if (count > 0) return `${count} ${name}${count === 1 ? '' : 's'} ago`;
  }
  return `${seconds} s ago`;
}

/** The same, for a narrow place: "3m", "2h", "5d". */
export function formatAge(thenMs: number, nowMs: number): string {
  const seconds = Math.max(0, Math.floor((nowMs - thenMs) / 1000));
  if (seconds < 60) return `${seconds}s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)}m`;
  return seconds < 86_400 ? `${Math.floor(seconds / 3600)}h` : `${Math.floor(seconds / 86_400)}d`;
}
