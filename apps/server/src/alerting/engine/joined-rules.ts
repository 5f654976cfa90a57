// Joins several rule sets about one list. The engine needs all readings of an entity together to see which are missing.

import type { Reading } from './reading.ts';
import { readingsOfAll } from './readings-of-all.ts';
import type { RuledList, RuleSet } from './rule-set.ts';

/** All `parts` read the same list. None of them has `mayBeBad`, so it is not joined. */
export function joinRules<L extends RuledList>(
  list: L,
  sets: readonly Pick<
    RuleSet<L>,
    | 'list'
    | 'notices'
    | 'read'
    | 'readsStale'
    | 'unknownParts'
    | 'memories'
    | 'everyMs'
    | 'follows'
    | 'followsOfGuest'
    | 'renewed'
  >[],
): RuleSet<L> {
  const rules = sets.map((set) => (given: Parameters<RuleSet<L>['read']>): readonly Reading[] => {
    const [entity] = given;
    const read = set.read(...given);
    const isStale = 'staleSince' in entity && entity.staleSince !== undefined;
    return isStale && !set.readsStale ? read.map((reading) => ({ ...reading, verdict: { is: 'unknown' } })) : read;
  });
  return {
    list,
    notices: sets.flatMap(({ notices = [] }) => notices),
    readsStale: true,
    read: (...given) => readingsOfAll(rules, given, given[1]),
    unknownParts: (entity, context) => sets.flatMap((set) => set.unknownParts?.(entity, context) ?? []),
    follows: [...new Set(sets.flatMap(({ follows = [] }) => follows))],
    followsOfGuest: [...new Set(sets.flatMap(({ followsOfGuest = [] }) => followsOfGuest))],
    everyMs: Math.min(...sets.map(({ everyMs = Number.POSITIVE_INFINITY }) => everyMs)),
    renewed(instanceId) {
      for (const set of sets) set.renewed?.(instanceId);
    },
    memories: sets.flatMap(({ memories = [] }) => memories),
  };
}
