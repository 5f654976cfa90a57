// One sample: the values of one resource at one time, in the order of the catalogue.
import { type MetricOf, metricsOf, type ResourceKind } from '@belfry/schema/history/metrics';
import type { Sample } from '../history-store.ts';

/** Null and undefined: not measured. */
export type Value = number | null | undefined;
export type Values<K extends ResourceKind> = { readonly [M in MetricOf<K>]: Value };

/** Undefined when nothing was measured: a resource without values has no sample. */
export function sampleOf<K extends ResourceKind>(kind: K, id: string, values: Values<K>): Sample | undefined {
  const read = values as Readonly<Record<string, Value>>;
  return measured(
    kind,
    id,
    metricsOf(kind).map((metric) => finite(read[metric.id])),
  );
}

const finite = (value: Value): number => (Number.isFinite(value) ? (value as number) : Number.NaN);

/** The values are no typed array: one of more than 64 bytes has memory outside of the heap, which takes longer than to read a guest. */
const measured = (kind: ResourceKind, id: string, values: readonly number[]): Sample | undefined =>
  values.some(Number.isFinite) ? { kind, id, values } : undefined;

export type Readers<K extends ResourceKind, E> = { readonly [M in MetricOf<K>]: (entity: E) => Value };

/**
 * As `sampleOf`, for resources of which there are very many: each value is read where its column is, so no object is made with names that are
 * looked up again.
 */
export function createSampling<K extends ResourceKind, E>(kind: K, readers: Readers<K, E>) {
  const inOrder = metricsOf(kind).map((metric) => readers[metric.id as MetricOf<K>]);
  return (id: string, entity: E): Sample | undefined =>
    measured(
      kind,
      id,
      inOrder.map((read) => finite(read(entity))),
    );
}

/** A figure that its source reports as −1, or as another number below 0, while it is not known. */
export const ifKnown = (value: number | undefined): Value => (value === undefined || value < 0 ? undefined : value);

/** Percent; undefined when there is no total. More than 100 stays, because the history shows what was measured. */
export const share = (used: Value, total: Value): Value =>
  typeof used === 'number' && typeof total === 'number' && total > 0 ? (used / total) * 100 : undefined;

interface Space {
  readonly usage: Value;
  readonly used: Value;
  readonly total: Value;
}

/** The space of something that holds data. Nothing is known of it when its total is 0. */
export const space = ({ total, used, usage }: { total: number; used: number; usage: number }): Space =>
  total > 0 ? { usage: ifKnown(usage), used, total } : { usage: undefined, used: undefined, total: undefined };
