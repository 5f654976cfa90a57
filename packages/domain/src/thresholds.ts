// From which figure on a usage is a warning or critical, and where an alert fires until somebody says otherwise.

/** `warn` and `crit` are the first values of their band. */
export interface Bands {
  warn: number;
  crit: number;
}

/** Percent 0–100 (requirement 1 §9). */
export const USAGE_BANDS = {
  cpu: { warn: 80, crit: 90 },
  memory: { warn: 75, crit: 85 },
  disk: { warn: 80, crit: 90 },
} as const satisfies Record<string, Bands>;
export type UsageMetric = keyof typeof USAGE_BANDS;

/** Degrees Celsius of a node. */
export const TEMPERATURE_BANDS: Bands = { warn: 70, crit: 80 };

/** Factory triggers of guests and nodes alike, percent (requirement 3 §9). */
export const DEFAULT_TRIGGERS: Record<UsageMetric, number> = { cpu: 80, memory: 85, disk: 90 };

export type Level = 'ok' | 'warn' | 'crit';

export const levelOf = (value: number, bands: Bands): Level =>
  value >= bands.crit ? 'crit' : value >= bands.warn ? 'warn' : 'ok';

const MEGABYTE = 1024 * 1024;

/** Network and disk rates in bytes per second: faint below 1 MB/s, ok below 10, warn below 50, else crit. */
export function rateLevel(bytesPerSecond: number): 'faint' | Level {
  const rate = bytesPerSecond / MEGABYTE;
  return rate < 1 ? 'faint' : rate < 10 ? 'ok' : rate < 50 ? 'warn' : 'crit';
}

/** An uptime below this is worth a second look. Seconds. */
export const FRESH_UPTIME = 3600;
