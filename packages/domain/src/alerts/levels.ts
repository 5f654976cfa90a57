// The levels of the active alerts about figures. Between the two values of a threshold the figure alone does not say whether there is
// an alert.
import { metrics } from '@belfry/schema/alerts/bounds';
import type { Severity } from '@belfry/schema/alerts/config';
import type { Alert } from '@belfry/schema/entities/alert';
import type { Limit, Limits, Metric } from './thresholds.ts';

/** By the id of the alert. */
export type AlertLevels = ReadonlyMap<string, Severity>;

const measured: ReadonlySet<string> = new Set(metrics);

export const alertLevels = (alerts: readonly Alert[]): AlertLevels =>
  new Map(alerts.filter(({ type }) => measured.has(type)).map(({ id, level }) => [id, level]));

/** `level`: undefined where no alert is active. The same object where nothing changes. */
export function withLevel(limit: Limit, level: Severity | undefined): Limit {
  if (limit.level === level) return limit;
  const { level: _, ...plain } = limit;
  return level === undefined ? plain : { ...plain, level };
}

/** `id`: with which the ids of the alerts of the resource begin. The result is the same object where no alert is active. */
export function withLevels(limits: Limits, id: string, levels: AlertLevels): Limits {
  if (levels.size === 0) return limits;
  const active = (Object.keys(limits) as Metric[]).filter((metric) => levels.has(`${id}-${metric}`));
  if (active.length === 0) return limits;
  const result = { ...limits };
  for (const metric of active) {
    const limit = limits[metric];
    if (limit) result[metric] = withLevel(limit, levels.get(`${id}-${metric}`));
  }
  return result;
}
