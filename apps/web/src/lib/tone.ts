// Value → tone of its text and bar. The only place where a figure becomes a colour.
import {
  type Level,
  levelOf,
  rateLevel,
  TEMPERATURE_BANDS,
  USAGE_BANDS,
  type UsageMetric,
} from '@belfry/domain/thresholds';

const TEXT: Record<Level | 'faint', string> = {
  faint: 'text-mute',
  ok: '',
  warn: 'text-warn font-semibold',
  crit: 'text-crit font-bold',
};

export const usageTone = (metric: UsageMetric, percent: number): Level => levelOf(percent, USAGE_BANDS[metric]);

export const temperatureText = (celsius: number): string => TEXT[levelOf(celsius, TEMPERATURE_BANDS)];

/** Rates are not states of health until they are large: faint, then quiet green, then amber and red. */
export function rateText(bytesPerSecond: number | null): string {
  const level = rateLevel(bytesPerSecond ?? 0);
  return level === 'ok' ? 'text-ok' : TEXT[level];
}
