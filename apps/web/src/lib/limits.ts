// The thresholds of the rows on a screen, found with the same rules as the server's.

import { policyOf } from '@belfry/domain/alerts/policy';
import type { Limit, Limits, Subject } from '@belfry/domain/alerts/thresholds';
import type { AlertConfig } from '@belfry/schema/alerts/config';
import { messages } from './messages.ts';

const NONE: Limits = {};

/**
 * The limits of an entity; none while the configuration is not known, or where alerts are switched off. They are kept for as long as
 * the object of the entity lives: its figures change inside it. The result is the same object for all entities with the same limits.
 */
export function createLimits<E extends object>(subjectOf: (entity: E) => Subject) {
  const known = new WeakMap<AlertConfig, WeakMap<E, Limits>>();
  return (config: AlertConfig | undefined, entity: E): Limits => {
    if (!config) return NONE;
    let byEntity = known.get(config);
    if (!byEntity) {
      byEntity = new WeakMap();
      known.set(config, byEntity);
    }
    let limits = byEntity.get(entity);
    if (!limits) {
      const policy = policyOf(config, subjectOf(entity));
      limits = policy.disabled ? NONE : policy.limits;
      byEntity.set(entity, limits);
    }
    return limits;
  };
}

/** For a person: the threshold in percent and where it comes from. */
export const limitText = (limit: Limit): string => messages.limit(limit.trigger, originText(limit));

function originText({ origin }: Limit): string {
  switch (origin.from) {
    case 'default':
    case 'override':
      return messages.origins[origin.from]();
    case 'tag':
    case 'node':
      return messages.origins[origin.from](afterColon(origin.key));
  }
}

const afterColon = (key: string): string => key.slice(key.indexOf(':') + 1);
