// All rule sets of the server. This is the only file that knows all of them.
import type { AnyRuleSet } from '../rule-set.ts';

/** New rule sets with memories of their own. */
export const createRules = (): readonly AnyRuleSet[] => [];
