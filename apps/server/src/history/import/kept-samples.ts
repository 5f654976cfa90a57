// What a host has kept, as samples for the store.
import type { KeptColumns } from '../../config/past.ts';
import type { ForeignSamples } from '../history-store.ts';

/** Both must have the same steps: between two calls the host may have begun a new one. */
export function samplesOf(mean: KeptColumns, max?: KeptColumns): ForeignSamples {
  const { from, stepMs, columns } = mean;
  const fits = max?.from === from && max.stepMs === stepMs && max.columns[0]?.length === columns[0]?.length;
  return { from, stepMs, mean: columns, ...(fits && { max: max.columns }) };
}
