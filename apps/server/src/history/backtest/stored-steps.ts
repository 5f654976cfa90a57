// The stored values of what has a threshold, and the alerts that a configuration would have made of them.
import { holdMsOf, type Measured } from '@belfry/domain/backtest/measured';
import { type Replayed, replay, type Steps } from '@belfry/domain/backtest/replay';
import type { AlertConfig } from '@belfry/schema/alerts/config';
import type { HistoryStore, Series } from '../history-store.ts';

type WithEstimate<T> = T & { estimate?: Series | undefined };
type Found = ReadonlyMap<Measured, WithEstimate<Series>>;

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

/** The values of each figure that has any. A guest that did not run had no load, which ends its alerts as in the engine. */
export async function readSteps(
  store: Pick<HistoryStore, 'series'>,
  group: readonly Measured[],
  range: Range,
): Promise<ReadonlyMap<Measured, WithEstimate<Steps>>> {
  const [found, isOff] = [await readStored(store, group, range), await readOff(store, group, range)];
  return new Map(
    [...found].map(([each, { from, stepMs, mean, estimate }]) => {
      const values = each.guest ? mean.map((value, nth) => (isOff(each, nth) ? 0 : value)) : mean;
      return [each, { from, stepMs, values, estimate }];
    }),
  );
}

/** Whether the guest of a figure did not run in a step: nothing is known of it, and something of its present node. */
async function readOff(store: Pick<HistoryStore, 'series'>, group: readonly Measured[], { from, to, stepMs }: Range) {
  const guests = new Map(group.flatMap(({ guest }) => (guest ? [[guest.id, guest.node] as const] : [])));
  if (guests.size === 0) return () => false;
  const resources = [
    ...[...guests.keys()].map((id) => ({ kind: 'guest' as const, id })),
    ...[...new Set(guests.values())].map((id) => ({ kind: 'node' as const, id })),
  ];
  const points = Math.ceil((to - from) / stepMs);
  const series = await store.series({ resources, metrics: ['cpu'], from, to, points });
  const byId = new Map(series.map((each) => [`${each.resource.kind} ${each.resource.id}`, each.mean]));
  const isKnown = (key: string, nth: number) => !Number.isNaN(byId.get(key)?.[nth] ?? Number.NaN);
  return ({ guest }: Measured, nth: number) =>
    guest !== undefined && !isKnown(`guest ${guest.id}`, nth) && isKnown(`node ${guest.node}`, nth);
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
