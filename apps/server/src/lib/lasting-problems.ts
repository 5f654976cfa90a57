// Problems of stored settings: each lasts until somebody corrects the setting.
import { inEnglish } from '@belfry/domain/sentences/english';
import type { Sentence } from '@belfry/schema/sentences/sentence';
import type { State } from '@belfry/schema/state';
import { type Clock, iso } from './clock.ts';

export type FoundProblems = readonly (readonly [name: string, problem: Sentence])[];

/** With the time since when each is there. The same object while nothing changes. */
export function createLastingProblems(
  find: () => FoundProblems,
  clock: Pick<Clock, 'now'>,
): () => State['serverProblems'] {
  let problems: State['serverProblems'] = {};
  let key = '';
  return () => {
    const found = find();
    const now = JSON.stringify(found);
    if (now === key) return problems;
    key = now;
    const since = iso(clock.now());
    problems = Object.fromEntries(
      found.map(([name, problem]) => [name, { ...inEnglish(problem), since: problems[name]?.since ?? since }]),
    );
    return problems;
  };
}
