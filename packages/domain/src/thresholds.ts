// From which figure a usage has the colour of a warning or a critical state. Alerts have thresholds of their own: alerts/.

/** `warn` and `crit` are the first values of their band. */
export interface Bands {
  warn: number;
  crit: number;
}

/** Percent 0–100. */
export const USAGE_BANDS = {
  cpu: { warn: 80, crit: 90 },
  memory: { warn: 75, crit: 85 },
  disk: { warn: 80, crit: 90 },
  storage: { warn: 80, crit: 90 },
  generic: { warn: 75, crit: 90 },
} as const satisfies Record<string, Bands>;
/** `cpu`, `memory` and `disk` of guests and nodes; `storage` is for storages, `generic` for any other usage. */
export type UsageMetric = Exclude<keyof typeof USAGE_BANDS, 'generic' | 'storage'>;

/** Degrees Celsius of a node. */
export const TEMPERATURE_BANDS: Bands = { warn: 70, crit: 80 };

export type Level = 'ok' | 'warn' | 'crit';

export const levelOf = (value: number, bands: Bands): Level =>
  value >= bands.crit ? 'crit' : value >= bands.warn ? 'warn' : 'ok';

/** The unit of the thresholds of rates. */
export const MEGABYTE = 1024 * 1024;

/** Network and disk rates in bytes per second: faint below 1 MB/s, ok below 10 MB/s, warn below 50 MB/s, else crit. */
export function rateLevel(bytesPerSecond: number): 'faint' | Level {
  const rate = bytesPerSecond / MEGABYTE;
  return rate < 1 ? 'faint' : rate < 10 ? 'ok' : rate < 50 ? 'warn' : 'crit';
}

/** A shorter uptime is highlighted. Seconds. */
export const FRESH_UPTIME = 3600;

/** Degrees Celsius of a physical disk. A band begins above its value. */
export const DISK_TEMPERATURE_BANDS: Bands = { warn: 60, crit: 70 };

export const levelAbove = (value: number, bands: Bands): Level =>
  value > bands.crit ? 'crit' : value > bands.warn ? 'warn' : 'ok';

/** Four levels: `high` is between `warn` and `crit`. */
export type Grade = Level | 'high';
const GRADES: readonly Grade[] = ['ok', 'warn', 'high', 'crit'];

/** `limits` are the first values of warn, high and crit. */
const gradeOf = (value: number, limits: readonly [number, number, number]): Grade =>
  GRADES[limits.filter((limit) => value >= limit).length] as Grade;

export const backupAgeGrade = (ageMs: number): Grade => gradeOf(ageMs / 86_400_000, [3, 7, 30]);

export const backupSizeGrade = (bytes: number): Grade => gradeOf(bytes / 1024 ** 3, [5, 20, 50]);

/** The remaining life of a disk in percent. */
export const diskLifeGrade = (percent: number): Grade =>
  percent >= 50 ? 'ok' : percent >= 20 ? 'warn' : percent >= 10 ? 'high' : 'crit';
