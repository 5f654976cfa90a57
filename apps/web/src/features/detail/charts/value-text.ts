import type { Unit } from '@belfry/schema/history/metrics';
import { formatBytes, formatCount, formatDecimal, formatRate, wholePercent } from '../../../lib/language/format.ts';
import { hourMinute, shortMoment } from '../../../lib/moment.ts';

/** A value of the history for people. */
export function valueText(unit: Unit, value: number): string {
  switch (unit) {
    case 'percent':
      return `${wholePercent(value)}%`;
    case 'bytes':
      return formatBytes(value);
    case 'bytes/s':
      return formatRate(value);
    case 'celsius':
      return `${Math.round(value)}°`;
    default:
      return value < 10 && !Number.isInteger(value) ? formatDecimal(value, 2) : formatCount(value);
  }
}

/** The same on a scale, where there is little room: 2.5 and not 2.50. A text is shown once, although two values may have it. */
export function scaleTexts(unit: Unit, values: readonly number[]): string[] {
  const sizes = new Map<string, number>();
  return values.map((value) => {
    const size = Math.abs(value);
    const text = scaleText(unit, size);
    if ((sizes.get(text) ?? size) !== size) return '';
    sizes.set(text, size);
    return text;
  });
}

function scaleText(unit: Unit, value: number): string {
  if (unit === 'bytes/s') return value === 0 ? '0' : `${formatBytes(value)}/s`;
  const tenths = value * 10;
  return unit === 'count' && value < 10 && Number.isInteger(tenths) && tenths % 10 !== 0
    ? formatDecimal(value, 1)
    : valueText(unit, value);
}

const DAY_MS = 86_400_000;

/** The time at the crosshair of a span in ms: the day too, where there are several. */
export const pointText = (at: number, span: number): string => (span > DAY_MS ? shortMoment(at, at) : hourMinute(at));
