// Value → tone of its text and bar. Only this file decides the colour of a figure.
import { judgeValue } from '@belfry/domain/alerts/judge';
import type { Limit } from '@belfry/domain/alerts/thresholds';
import {
  DISK_TEMPERATURE_BANDS,
  type Grade,
  type Level,
  levelAbove,
  levelOf,
  MEGABYTE,
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

const LEVELS = { well: 'ok', unknown: 'ok', off: 'ok', warning: 'warn', critical: 'crit' } as const;

/** The level of the alert that a value raises, or keeps: between the two values of a threshold the alert decides. */
const levelBy = (value: number, limit: Limit): Level => LEVELS[judgeValue(value, limit, limit.level)];

/** `limit`: the threshold of its alert. The fixed bands hold only where there is none. */
export const usageTone = (metric: keyof typeof USAGE_BANDS, percent: number, limit: Limit | undefined): Level =>
  limit ? levelBy(percent, limit) : levelOf(percent, USAGE_BANDS[metric]);

/**
 * The memory of a VM as its host sees it contains its cache, and may exceed its maximum. That is no problem of the VM, and raises no
 * alert unless a threshold was set for it.
 */
export function guestTone(
  metric: UsageMetric,
  percent: number,
  { quality }: Pick<Memory, 'quality'>,
  limit: Limit | undefined,
): Level {
  const isCalm = metric === 'memory' && quality === 'estimate' && (!limit || limit.origin.from === 'default');
  return isCalm ? 'ok' : usageTone(metric, percent, limit);
}

export const temperatureText = (celsius: number, limit: Limit | undefined): string =>
  TEXT[limit ? levelBy(celsius, limit) : levelOf(celsius, TEMPERATURE_BANDS)];

/** Rates say nothing about health until they are large: first faint, then green, then amber and red. A threshold is in MB/s. */
export function rateText(bytesPerSecond: number | null, limit: Limit | undefined): string {
  const rate = bytesPerSecond ?? 0;
  if (limit) return TEXT[levelBy(rate / MEGABYTE, limit)];
  const level = rateLevel(rate);
  return level === 'ok' ? 'text-ok' : TEXT[level];
}

export const diskTemperatureText = (celsius: number): string => TEXT[levelAbove(celsius, DISK_TEMPERATURE_BANDS)];

export const levelText = (level: Level): string => TEXT[level];
