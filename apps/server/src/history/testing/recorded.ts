// What the test of kills records: values that follow from the resource and the time.
import { metricsOf, type Resource } from '@belfry/schema/history/metrics';

export const recorded = (): Resource[] => Array.from({ length: 10 }, (_, n) => ({ kind: 'guest', id: `a-${n}` }));

/** Whole numbers, which the precision of each metric keeps as they are. */
export function valuesAt({ id }: Resource, at: number): Float64Array {
  const number = Number(id.slice(2));
  const values = new Float64Array(metricsOf('guest').length);
  values.set([(at / 10_000) % 97, number, (at / 600_000) % 83]);
  return values;
}
