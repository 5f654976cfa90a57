// The thresholds of the rows on a screen, found with the same rules as the server's.

import type { Limit, Limits, Subject } from '@belfry/domain/alerts/thresholds';
import type { AlertConfig } from '@belfry/schema/alerts/config';
import { messages } from './messages.ts';
import { remember } from './remember.ts';

const NONE: Limits = {};

/** The configuration, and the rules that read it. Their code comes with it, because no screen uses them without it. */
export interface AlertPolicies {
  config: AlertConfig;
  policyOf: PolicyOf;
}
type PolicyOf = typeof import('@belfry/domain/alerts/policy').policyOf;

/**
 * The limits of an entity; none while the configuration is not known, or where alerts are switched off. The result is the same object
 * for all entities with the same limits.
 */
export function createLimits<E extends object>(subjectOf: (entity: E) => Subject) {
  const limitsOf = remember(({ config, policyOf }: AlertPolicies, entity: E): Limits => {
    const policy = policyOf(config, subjectOf(entity));
    return policy.disabled ? NONE : policy.limits;
  });
  return (policies: AlertPolicies | undefined, entity: E): Limits => (policies ? limitsOf(policies, entity) : NONE);
}

/** For a person: the threshold in percent and where it comes from. */
export const limitText = (limit: Limit): string => messages.limit(limit.trigger, originText(limit));

function originText({ origin }: Limit): string {
  switch (origin.from) {
    case 'default':
    case 'override':
    case 'server':
      return messages.origins[origin.from]();
    case 'tag':
    case 'node':
      return messages.origins[origin.from](afterColon(origin.key));
  }
}

const afterColon = (key: string): string => key.slice(key.indexOf(':') + 1);
