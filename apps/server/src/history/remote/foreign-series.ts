// What Proxmox has measured, as series: a value of a longer time stands for all steps of the tier that is no finer than it is.
import type { Resource } from '@belfry/schema/history/metrics';
import type { TimedSeries } from '../export/write-request.ts';
import type { ForeignSamples } from '../history-store.ts';
import { tierAt, tierFor } from '../tiers.ts';
import { labelsOf, remoteMetrics, toRemote } from './names.ts';

/** The label with the step of a foreign value in seconds, so that the engine is asked for values of one step. */
export const STEP = 'step';
/** The label of the maxima of foreign values; their means have none. */
export const STAT = 'stat';

export function* foreignSeries(
  resource: Resource,
  { from, stepMs, mean, max }: ForeignSamples,
): Generator<TimedSeries> {
  const step = tierAt(Math.max(0, tierFor(stepMs))).stepMs;
  const series = (column: number, values: Float64Array | undefined, stat?: string): TimedSeries | undefined => {
    const metric = remoteMetrics(resource.kind)[column];
    if (!metric || !values) return undefined;
    const points: [number, number][] = [];
    const end = from + stepMs * values.length;
    for (let at = Math.ceil(from / step) * step; at < end; at += step) {
      const value = values[Math.floor((at - from) / stepMs)] ?? Number.NaN;
      if (!Number.isNaN(value)) points.push([at, toRemote(value, metric)]);
    }
    if (points.length === 0) return undefined;
    const labels = labelsOf(resource, 'proxmox', [
      [STEP, String(step / 1000)],
      ...(stat === undefined ? [] : [[STAT, stat] as const]),
    ]);
    return { labels: [['__name__', metric.name], ...labels], points };
  };
  for (const column of mean.keys()) {
    const means = series(column, mean[column]);
    if (means) yield means;
    const maxima = means && max && max[column] !== mean[column] ? series(column, max[column], 'max') : undefined;
    if (maxima) yield maxima;
  }
}
