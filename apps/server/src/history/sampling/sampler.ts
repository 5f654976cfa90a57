// When samples are taken: once in every ten seconds of the wall clock, on the tick of the pipeline.
import type { State } from '@belfry/schema/state';
import type { Moment } from '../../lib/clock.ts';
import type { HistoryStore } from '../history-store.ts';
import { SAMPLE_MS } from '../tiers.ts';
import { createOwnCost, type Usage } from './own-cost.ts';
import { samplesOf } from './samples.ts';

export interface SamplerDeps {
  store: Pick<HistoryStore, 'record'>;
  isEnabled(): boolean;
  /** Whether an instance of a site was observed just now. Without a line its figures are only held, and its collector records them. */
  isHeard(instance: string): boolean;
  usage(): Usage;
}

/** Called at least once a second. Costs nothing while history is switched off. */
export function createSampler({ store, isEnabled, isHeard, usage }: SamplerDeps): (state: State, now: Moment) => void {
  const costs = createOwnCost();
  let taken = Number.NaN;
  return (state, { at, monotonic }) => {
    const step = Math.floor(at / SAMPLE_MS);
    if (step === taken || !isEnabled()) return;
    store.record(at, [...samplesOf(state, isHeard), ...costs(usage(), monotonic)]);
    taken = step;
  };
}
