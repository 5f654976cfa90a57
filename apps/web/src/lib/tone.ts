// Value → tone of its text and bar. Only this file decides the colour of a figure.
import {
  backupAgeGrade,
  backupSizeGrade,
  DISK_TEMPERATURE_BANDS,
  type Grade,
  type Level,
  levelAbove,
  levelOf,
  rateLevel,
  TEMPERATURE_BANDS,
  USAGE_BANDS,
  type UsageMetric,
} from '@belfry/domain/thresholds';
import type { Memory } from '@belfry/schema/entities/usage';

const TEXT: Record<Grade | 'faint', string> = {
  faint: 'text-mute',
  ok: '',
  warn: 'text-warn font-semibold',
  high: 'text-fresh font-semibold',
  crit: 'text-crit font-bold',
};

export const usageTone = (metric: keyof typeof USAGE_BANDS, percent: number): Level =>
  levelOf(percent, USAGE_BANDS[metric]);

/** The memory of a VM as its host sees it contains its cache, and may exceed its maximum. That is no problem of the VM. */
export const guestTone = (metric: UsageMetric, percent: number, memory: Pick<Memory, 'quality'>): Level =>
  metric === 'memory' && memory.quality === 'estimate' ? 'ok' : usageTone(metric, percent);

export const temperatureText = (celsius: number): string => TEXT[levelOf(celsius, TEMPERATURE_BANDS)];

/** Rates say nothing about health until they are large: first faint, then green, then amber and red. */
export function rateText(bytesPerSecond: number | null): string {
  const level = rateLevel(bytesPerSecond ?? 0);
  return level === 'ok' ? 'text-ok' : TEXT[level];
}

export const diskTemperatureText = (celsius: number): string => TEXT[levelAbove(celsius, DISK_TEMPERATURE_BANDS)];

/** All values have a light colour, because an old or large backup is not a problem. */
const SCALE: Record<Grade, string> = { ok: 'text-ok', warn: 'text-warn', high: 'text-fresh', crit: 'text-crit' };

export const backupAgeText = (ageMs: number): string => SCALE[backupAgeGrade(ageMs)];
export const backupSizeText = (bytes: number): string => SCALE[backupSizeGrade(bytes)];

/** For figures that have a warning colour but no critical one. */
export const warnText = (warn: boolean): string => (warn ? TEXT.warn : '');
