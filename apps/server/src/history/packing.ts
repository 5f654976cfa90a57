// The samples of one moment as one array, so that a worker gets them without a copy.
import { metricsOf, type Resource } from '@belfry/schema/history/metrics';
import type { Sample } from './history-store.ts';

export interface Packed {
  /** The same list as before while the samples are of the same resources. */
  readonly resources: readonly Resource[];
  /** The values of all resources, one after the other. */
  readonly values: Float64Array<ArrayBuffer>;
}

export function createPacking(): (samples: readonly Sample[]) => Packed {
  let resources: readonly Resource[] = [];
  let width = 0;
  return (samples) => {
    const isSame =
      samples.length === resources.length &&
      samples.every(({ kind, id }, n) => resources[n]?.id === id && resources[n]?.kind === kind);
    if (!isSame) {
      resources = samples.map(({ kind, id }) => ({ kind, id }));
      width = resources.reduce((sum, { kind }) => sum + metricsOf(kind).length, 0);
    }
    const values = new Float64Array(width).fill(Number.NaN);
    let offset = 0;
    for (const sample of samples) {
      const { length } = metricsOf(sample.kind);
      for (let column = 0; column < length; column++) values[offset + column] = sample.values[column] as number;
      offset += length;
    }
    return { resources, values };
  };
}
