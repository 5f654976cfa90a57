// Values as they are sent: with the digits that were measured, and null for a gap.
import type { Precision } from '@belfry/schema/history/metrics';

/** A mean of many values does not have more digits than they have. */
export function roundingOf(precision: Precision): (value: number) => number | null {
  if ('digits' in precision) {
    return (value) => (Number.isNaN(value) ? null : Number(value.toPrecision(precision.digits)));
  }
  // Multiplying by 0.1 would add digits: 3 × 0.1 is 0.30000000000000004.
  const perUnit = Math.round(1 / precision.step);
  return (value) => (Number.isNaN(value) ? null : Math.round(value * perUnit) / perUnit);
}
