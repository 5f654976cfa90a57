// The stored values of what has a threshold, and the alerts that a configuration would have made of them.
import { holdMsOf, type Measured } from '@belfry/domain/backtest/measured';
import { type Replayed, replay, type Steps } from '@belfry/domain/backtest/replay';
import type { AlertConfig } from '@belfry/schema/alerts/config';
import type { HistoryStore, Series } from '../history-store.ts';

type WithEstimate<T> = T & { estimate?: Series | undefined };
export type Found = ReadonlyMap<Measured, WithEstimate<Series>>;

/** Epoch ms. */
interface Range {
  from: number;
  to: number;
  stepMs: number;
}

export async function readStored(
  store: Pick<HistoryStore, 'series'>,
  group: readonly Measured[],
  { from, to, stepMs }: Range,
): Promise<Found> {
  if (group.length === 0) return new Map();
  const resources = [...new Map(group.map(({ kind, id }) => [id, { kind, id }])).values()];
  const metrics = [...new Set(group.flatMap(({ metric, isEstimate }) => [metric, isEstimate ?? metric]))];
  const series = await store.series({ resources, metrics, from, to, points: Math.ceil((to - from) / stepMs) });
  const keyOf = (id: string, metric: string) => `${metric} ${id}`;
  const byKey = new Map(series.map((each) => [keyOf(each.resource.id, each.metric), each]));
  return new Map(
    group.flatMap((each): [Measured, WithEstimate<Series>][] => {
      const own = byKey.get(keyOf(each.id, each.metric));
      const estimate = each.isEstimate && byKey.get(keyOf(each.id, each.isEstimate));
      return own ? [[each, { ...own, estimate }]] : [];
    }),
  );
}

export function stepsOf(each: Measured, found: Found): WithEstimate<Steps> | undefined {
  const series = found.get(each);
  return series && { from: series.from, stepMs: series.stepMs, values: series.mean, estimate: series.estimate };
}

/** An estimate counts only for a threshold that was set for the guest itself. */
export function alertsUnder(config: AlertConfig, each: Measured, steps: WithEstimate<Steps>): Replayed[] {
  const limit = each.limitOf(config);
  if (!limit) return [];
  const { estimate } = steps;
  const values =
    estimate && limit.origin.from === 'default'
      ? Float64Array.from(steps.values, (value, nth) => ((estimate.max[nth] ?? 0) > 0 ? Number.NaN : value))
      : steps.values;
  return replay({ ...steps, values }, limit, holdMsOf(config, each), each.factor, config);
}
