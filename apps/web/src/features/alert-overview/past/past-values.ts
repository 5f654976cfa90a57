// The values of the past of alerts. All that are on the screen at the same moment are one request.

import type { Past } from '@belfry/domain/history/past-of';
import type { HistorySeries } from '@belfry/schema/http/history';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { ApiError } from '../../../api/client.ts';
import { readHistory } from '../../../api/history.ts';
import { createBatch } from '../../../lib/batch.ts';

/** Epoch ms. */
export interface Span {
  from: number;
  to: number;
}

/** A step of each value; null is a gap. */
export type PastValues = readonly (number | null)[];

const POINTS = 60;

type PastSpan = Past & Span;

/** Requests for the same span are loaded together. */
const ask = createBatch(async (all: readonly PastSpan[]): Promise<readonly PastValues[]> => {
  const bySpan = [...Map.groupBy(all, ({ from, to }) => `${from} ${to}`).values()];
  const loaded = new Map<PastSpan, PastValues>();
  for (const asked of bySpan) for (const [each, values] of await load(asked)) loaded.set(each, values);
  return all.map((each) => loaded.get(each) ?? []);
});

async function load(asked: readonly PastSpan[]): Promise<readonly (readonly [PastSpan, PastValues])[]> {
  const [first] = asked;
  if (!first) return [];
  try {
    const { from, to } = first;
    const metrics = asked.map(({ metric }) => metric);
    const { series } = await readHistory({ resources: asked, metrics, from, to, points: POINTS }, null);
    const found = new Map(series.map((each) => [nameOf(each), each]));
    return asked.map((each) => [each, valuesOf(found.get(nameOf(each)), each)] as const);
  } catch (error) {
    // a resource that has never had a value is refused, and all others with it
    if (asked.length === 1 || !(error instanceof ApiError && error.status === 400)) throw error;
    const half = Math.ceil(asked.length / 2);
    return [...(await orNone(asked.slice(0, half))), ...(await orNone(asked.slice(half)))];
  }
}

const orNone = (asked: readonly PastSpan[]) => load(asked).catch(() => []);

const nameOf = ({ kind, id, metric }: Pick<HistorySeries, 'id' | 'metric'> & { kind: string }): string =>
  `${kind} ${metric} ${id}`;

/** In the unit of the alert, from the begin of the span on. */
function valuesOf(series: HistorySeries | undefined, { factor, from, to }: PastSpan): PastValues {
  if (!series || series.mean.every((value) => value === null)) return [];
  const length = Math.max(1, Math.ceil((to - from) / series.step));
  return Array.from({ length }, (_, n) => {
    const value = series.mean[Math.floor((from + n * series.step - series.from) / series.step)] ?? null;
    return value === null ? null : value * factor;
  });
}

/** The present value is newer than the last step that is stored. */
export const withLast = (values: PastValues, last: number): PastValues =>
  values.length === 0 ? values : [...values, last];

/** Without values: an empty list. */
export const pastValues = (past: Past, { from, to }: Span) =>
  queryOptions({
    queryKey: ['alert-past', nameOf(past), from, to],
    queryFn: () => ask({ ...past, from, to }),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    retry: false,
  });
