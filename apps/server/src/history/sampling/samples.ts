// State → samples. What is stopped, offline, unknown or too old has no sample, so that a gap stays a gap.
import type { State } from '@belfry/schema/state';
import type { Sample } from '../history-store.ts';
import { otherSamples } from './others.ts';
import { proxmoxSamples } from './proxmox.ts';

/** One after the other. `isHeard`: whether an instance of a site was observed just now. */
export function* eachSample(state: State, isHeard: (instance: string) => boolean = () => true): Generator<Sample> {
  const away = new Set(state.instances.filter(({ id, site }) => site && !isHeard(id)).map(({ id }) => id));
  const hasAnswered = answering(state);
  const isAnswering = (instance: string) => hasAnswered(instance) && !away.has(instance);
  for (const part of [proxmoxSamples, otherSamples])
    for (const sample of part(state, isAnswering)) if (sample) yield sample;
}

export const samplesOf = (state: State): Sample[] => [...eachSample(state)];

/** Until data counts as stale, its instance has failed for several polls: these old figures were not measured now. */
export function answering({ instances }: Pick<State, 'instances'>): (instance: string) => boolean {
  const silent = new Set(instances.filter(({ health }) => health === 'error').map(({ id }) => id));
  return (instance) => !silent.has(instance);
}
