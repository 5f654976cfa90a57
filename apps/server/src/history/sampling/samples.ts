// State → samples. What is stopped, offline, unknown or too old has no sample, so that a gap stays a gap.
import type { State } from '@belfry/schema/state';
import type { Sample } from '../history-store.ts';
import { otherSamples } from './others.ts';
import { proxmoxSamples } from './proxmox.ts';

export function samplesOf(state: State): Sample[] {
  // Until data counts as stale, its instance has failed for several polls: these old figures were not measured now.
  const silent = new Set(state.instances.filter(({ health }) => health === 'error').map(({ id }) => id));
  const isAnswering = (instance: string): boolean => !silent.has(instance);
  const samples: Sample[] = [];
  for (const part of [proxmoxSamples, otherSamples])
    for (const sample of part(state, isAnswering)) if (sample) samples.push(sample);
  return samples;
}
