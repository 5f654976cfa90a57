// Series as they are sent: JSON with a null for each gap, or CSV with a line for each step that has a value.
import { csvField } from '@belfry/domain/csv';
import { metricsOf } from '@belfry/schema/history/metrics';
import type { HistorySeries } from '@belfry/schema/http/history';
import { iso } from '../../lib/clock.ts';
import type { Series } from '../history-store.ts';
import { roundingOf } from './rounding.ts';

export function sentSeries({ resource, metric, from, stepMs, parts, ...columns }: Series): HistorySeries {
  const described = metricsOf(resource.kind).find(({ id }) => id === metric);
  if (!described) throw new Error(`the history answered with a metric that ${resource.kind} does not have: ${metric}`);
  const rounded = roundingOf(described.precision);
  const column = (values: Float64Array) => Array.from(values, rounded);
  return {
    ...{ kind: resource.kind, id: resource.id, metric, unit: described.unit, from, step: stepMs },
    ...{ min: column(columns.min), mean: column(columns.mean), max: column(columns.max), parts: [...parts] },
  };
}

const HEAD = 'time,kind,id,metric,unit,min,mean,max,source';

export function csvOf(series: readonly HistorySeries[]): string {
  const lines = [HEAD];
  for (const { kind, id, metric, unit, from, step, min, mean, max, parts } of series) {
    for (const [index, value] of mean.entries()) {
      if (value === null) continue;
      const at = from + index * step;
      const source = parts.find((part) => at >= part.from && at < part.to)?.source ?? '';
      lines.push([iso(at), kind, csvField(id), metric, unit, min[index], value, max[index], source].join(','));
    }
  }
  return `${lines.join('\r\n')}\r\n`;
}
