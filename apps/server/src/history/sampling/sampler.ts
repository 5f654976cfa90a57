// When samples are taken: once in every ten seconds of the wall clock, on the tick of the pipeline. Those of a hundred sites are taken in parts,
// and everything else runs between two of them.
import type { State } from '@belfry/schema/state';
import type { Moment } from '../../lib/clock.ts';
import type { HistoryStore, Sample } from '../history-store.ts';
import { SAMPLE_MS } from '../tiers.ts';
import { createOwnCost, type Usage } from './own-cost.ts';
import { eachSample } from './samples.ts';

export interface SamplerDeps {
  store: Pick<HistoryStore, 'record'>;
  isEnabled(): boolean;
  /** Whether an instance of a site was observed just now. Without a line its figures are only held, and its collector records them. */
  isHeard(instance: string): boolean;
  usage(): Usage;
  /** Runs it in a later turn. */
  later(run: () => void): void;
}

/** So many samples are taken in one turn at most: about 15 ms. */
const MOST = 3000;
/** A part ends after one resource in so many. */
const LENGTH = 1024;

/**
 * Depends on the id alone, so that a guest that starts or stops is in one part and moves no other: the history gets the resources of a part only
 * when they are others than before.
 */
function isLast({ id }: Sample): boolean {
  let hash = 0;
  for (let n = 0; n < id.length; n++) hash = Math.imul(hash ^ id.charCodeAt(n), 16_777_619);
  return hash % LENGTH === 0;
}

/** Called at least once a second. Costs nothing while history is switched off. */
export function createSampler(deps: SamplerDeps): (state: State, now: Moment) => void {
  const { store, isEnabled, isHeard, usage, later } = deps;
  const costs = createOwnCost();
  let taken = Number.NaN;
  /** Takes the next part of the present step. False: there is none. */
  let next: () => boolean = () => false;

  function* partsOf(samples: Iterable<Sample>): Generator<Sample[], undefined> {
    let part: Sample[] = [];
    for (const sample of samples) {
      part.push(sample);
      if (part.length < MOST && !isLast(sample)) continue;
      yield part;
      part = [];
    }
    if (part.length > 0) yield part;
  }
  /** All parts are of the state at its beginning. */
  function begin(at: number, samples: Iterable<Sample>): () => boolean {
    const parts = partsOf(samples);
    let number = 0;
    return () => {
      const { value, done } = parts.next();
      if (value) store.record(at, value, number++);
      return done !== true;
    };
  }
  function goOn(own: () => boolean): void {
    if (own === next && own()) later(() => goOn(own));
  }

  return (state, { at, monotonic }) => {
    const step = Math.floor(at / SAMPLE_MS);
    if (step === taken || !isEnabled()) return;
    // A machine that is too slow for parts takes the rest of the step before at once, so that no gap comes of it.
    while (next());
    const own = costs(usage(), monotonic);
    next = begin(at, eachOf(own, eachSample(state, isHeard)));
    goOn(next);
    taken = step;
  };
}

function* eachOf(...lists: Iterable<Sample>[]): Generator<Sample> {
  for (const list of lists) yield* list;
}
