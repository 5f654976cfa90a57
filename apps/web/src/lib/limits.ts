// The thresholds of the rows on a screen, found with the same rules as the server's.

import { type AlertLevels, withLevel, withLevels } from '@belfry/domain/alerts/levels';
import { rootLimit, storagesOnRoot } from '@belfry/domain/alerts/root-file-system';
import type { Limit, Limits, Subject } from '@belfry/domain/alerts/thresholds';
import type { AlertConfig } from '@belfry/schema/alerts/config';
import type { Node } from '@belfry/schema/entities/node';
import type { Storage } from '@belfry/schema/entities/storage';
import { messages } from './messages.ts';
import { remember } from './remember.ts';

const NONE: Limits = {};

/**
 * The configuration, and the rules that read it. Their code comes with it, because no screen uses them without it. `levels` changes
 * only when an alert about a figure begins, ends or changes its level.
 */
export interface AlertPolicies {
  config: AlertConfig;
  policyOf: PolicyOf;
  levels: AlertLevels;
}
type PolicyOf = typeof import('@belfry/domain/alerts/policy').policyOf;

/**
 * The limits of an entity with the levels of its alerts; none while the configuration is not known, or where alerts are switched off.
 * The result is the same object for all entities with the same limits and no alert about a figure. `alertsOf`: with which the ids of its
 * alerts begin, if not with the id of its overrides.
 */
export function createLimits<E extends object>(
  subjectOf: (entity: E) => Subject,
  alertsOf: (entity: E) => string = (entity) => subjectOf(entity).id,
) {
  const limitsOf = remember(({ config, policyOf, levels }: AlertPolicies, entity: E): Limits => {
    const policy = policyOf(config, subjectOf(entity));
    return policy.disabled ? NONE : withLevels(policy.limits, alertsOf(entity), levels);
  });
  return (policies: AlertPolicies | undefined, entity: E): Limits => (policies ? limitsOf(policies, entity) : NONE);
}

/** The limits of a node, with that of its root file system: the engine judges it together with the storages on it. */
export function withRootLimit(
  policies: AlertPolicies | undefined,
  node: Node,
  storages: readonly Storage[],
  limits: Limits,
): Limits {
  if (!policies || !limits.disk) return limits;
  const own: Parameters<typeof rootLimit>[2] = (subject) => policies.policyOf(policies.config, subject);
  const { level } = limits.disk;
  const limit = rootLimit(limits.disk, storagesOnRoot(node, storages, own), own);
  return limit === limits.disk || limit === undefined ? limits : withDisk(limits, withLevel(limit, level));
}

/** The same object for the same limits, so that a row renders again only when they change. */
const withDisk = remember((limits: Limits, disk: Limit): Limits => ({ ...limits, disk }));

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
