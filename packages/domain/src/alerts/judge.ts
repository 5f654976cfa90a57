// What a value means by its threshold. The engine raises alerts with it, the browser colours bars and figures with it.
import type { Severity } from '@belfry/schema/alerts/config';
import type { Limit } from './thresholds.ts';

/**
 * `level`: of the active alert, if there is one. Between the two values of a threshold nothing changes. `unknown`: the value is no
 * number. `off`: the threshold is switched off.
 */
export function judgeValue(
  value: number,
  { trigger, clear, critical = Infinity }: Pick<Limit, 'trigger' | 'clear' | 'critical'>,
  level?: Severity,
): Severity | 'well' | 'unknown' | 'off' {
  if (trigger <= 0) return 'off';
  if (!Number.isFinite(value)) return 'unknown';
  const isActive = level !== undefined;
  // A clear level of 0 means none, because the value would have to be 0.
  const isWell = value < trigger && (!isActive || value <= clear || clear <= 0);
  if (isWell) return 'well';
  const isCritical = value >= critical || (level === 'critical' && value > critical - (trigger - clear));
  return isCritical ? 'critical' : 'warning';
}
