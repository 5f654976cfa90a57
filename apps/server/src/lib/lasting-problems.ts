// Problems of stored settings: each lasts until somebody corrects the setting.
import { inEnglish } from '@belfry/domain/sentences/english';
import type { Sentence } from '@belfry/schema/sentences/sentence';
import type { State } from '@belfry/schema/state';
import { type Clock, iso } from './clock.ts';

export type FoundProblems = readonly (readonly [name: string, problem: Sentence])[];

/** Adds to each problem since when it exists. Returns the same object while nothing changes. */
export function createLastingProblems(
  find: () => FoundProblems,
  clock: Pick<Clock, 'now'>,
): () => State['serverProblems'] {
  let problems: State['serverProblems'] = {};
  let lastKey = '';
  return () => {
    const found = find();
    const key = JSON.stringify(found);
    if (key === lastKey) return problems;
    lastKey = key;
    const since = iso(clock.now());
    problems = Object.fromEntries(
      found.map(([name, problem]) => [name, { ...inEnglish(problem), since: problems[name]?.since ?? since }]),
    );
    return problems;
  };
}
