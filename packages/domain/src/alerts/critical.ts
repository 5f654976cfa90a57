// The critical level of a metric whose threshold does not say one.
import type { Metric } from '@belfry/schema/alerts/bounds';
import { alertTypes, type Unit } from './catalogue.ts';

const DISTANCE = 10;

/**
 * Where a threshold does not say it, its critical level is 10 percentage points, 10 °C or 10 days above the trigger. A rate is
 * critical at 1.5 times the trigger. Above a trigger of 87.5 % the critical level is four fifths of the way to 100 %, because a
 * full disk or memory is hardly ever reported as exactly 100 %.
 */
export function criticalOf(metric: Metric, trigger: number): number {
  const unit: Unit = alertTypes[metric].unit;
  if (unit === 'rate') return trigger * 1.5;
  return trigger + (unit === 'percent' ? Math.min(DISTANCE, (100 - trigger) * 0.8) : DISTANCE);
}
