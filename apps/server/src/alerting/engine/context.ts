// What rules may look at besides their entity.
import { holdSecondsOf, policyOf } from '@belfry/domain/alerts/policy';
import type { Metric, Subject } from '@belfry/domain/alerts/thresholds';
import type { AlertConfig } from '@belfry/schema/alerts/config';
import type { State } from '@belfry/schema/state';
import type { Moment } from '../../lib/clock.ts';
import type { Confirm } from './reading.ts';
import type { Context } from './rule-set.ts';

type OfConfig = Pick<Context, 'config' | 'policyOf' | 'holdOf'>;

/** Data derived from the configuration is computed once for each configuration. */
export function createContexts(): (state: State, config: AlertConfig, now: Moment) => Context {
  let last: OfConfig | undefined;
  const ofConfig = (config: AlertConfig): OfConfig => {
    const holds: { [K in Subject['kind']]?: { [M in Metric]?: Confirm } } = {};
    return {
      config,
      policyOf: (subject) => policyOf(config, subject),
      holdOf(kind, metric) {
        holds[kind] ??= {};
        const ofKind = holds[kind];
        const hold = ofKind[metric] ?? { holdMs: holdSecondsOf(config, kind, metric) * 1000 };
        ofKind[metric] = hold;
        return hold;
      },
    };
  };
  return (state, config, now) => {
    if (last?.config !== config) last = ofConfig(config);
    return { ...last, state, now, failures: [] };
  };
}
