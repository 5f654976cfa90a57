// All rule sets of the server. This is the only file that knows all of them.
import type { ListName } from '@belfry/schema/state';
import type { RuleSet } from '../rule-set.ts';

type AnyRuleSet = { [L in ListName]: RuleSet<L> }[ListName];

/** New rule sets with memories of their own. */
export const createRules = (): readonly AnyRuleSet[] => [];
