// Which steps of 10 s have samples already, so that a clock that is stepped back makes no second ones.
import type { Resource } from '@belfry/schema/history/metrics';
import { SAMPLE_MS } from '../tiers.ts';

export interface TakenSteps {
  /** Those of the resources that have no sample yet in the step that begins at `step` (epoch ms). They have one from then on. */
  take<R extends Resource>(step: number, resources: readonly R[]): readonly R[];
}

interface Span {
  from: number;
  to: number;
}

/** Each step back or ahead of the clock begins a span. The oldest are dropped beyond this number. */
const MAX_SPANS = 1000;

/** Of the newest step it knows each resource; earlier steps are taken for all of them. */
export function createTakenSteps(): TakenSteps {
  const spans: Span[] = [];
  let newest: { step: number; keys: Set<string> } | undefined;

  /** True when the step was free. */
  function add(step: number): boolean {
    if (spans.some(({ from, to }) => step >= from && step < to)) return false;
    const before = spans.find(({ to }) => to === step);
    if (before) before.to += SAMPLE_MS;
    else spans.push({ from: step, to: step + SAMPLE_MS });
    if (spans.length > MAX_SPANS) spans.shift();
    return true;
  }

  return {
    take(step, resources) {
      if (newest?.step !== step) {
        if (!add(step)) return [];
        newest = { step, keys: new Set() };
      }
      const { keys } = newest;
      return resources.filter(({ kind, id }) => {
        const key = `${kind}/${id}`;
        return keys.has(key) ? false : keys.add(key);
      });
    },
  };
}
