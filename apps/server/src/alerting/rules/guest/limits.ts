// The lowest limits that any guest has. A guest below all of them needs no closer look.
import { type AlertConfig, guestMetrics, type Threshold } from '@belfry/schema/alerts/config';
import { type FieldFigureName, fieldFigureNames } from '@belfry/schema/figures';
import { unitOfLimit } from './metrics.ts';

type GuestMetric = (typeof guestMetrics)[number];

/**
 * In the unit of each metric; infinite where it is off for all guests. The `any…` fields: an override sets something that is
 * otherwise not checked.
 */
export interface LowestLimits extends Record<GuestMetric, number> {
  /** The lowest limits of the figures that a guest has as fields, in the units of these fields. Figures without any limit are not in it. */
  fields: readonly { name: FieldFigureName; limit: number }[];
  isOff: boolean;
  anyStop: boolean;
  anyMemory: boolean;
  anyBackup: boolean;
}

const triggerOf = (threshold: Threshold | undefined): number =>
  threshold && threshold.trigger > 0 ? threshold.trigger : Number.POSITIVE_INFINITY;

function lowestLimits({ enabled, disableAllGuests, guestDefaults, overrides }: AlertConfig): LowestLimits {
  const all = Object.values(overrides);
  const lowest = (metric: GuestMetric): number =>
    all.reduce((least, override) => Math.min(least, triggerOf(override[metric])), triggerOf(guestDefaults[metric]));
  const limits = Object.fromEntries(guestMetrics.map((metric) => [metric, lowest(metric)])) as Record<
    GuestMetric,
    number
  >;
  return {
    ...limits,
    fields: fieldFigureNames
      .filter((name) => Number.isFinite(limits[name]))
      .map((name) => ({ name, limit: limits[name] * unitOfLimit[name] })),
    isOff: !enabled || disableAllGuests,
    anyStop: all.some((override) => override.poweredOffSeverity !== undefined),
    anyMemory: all.some((override) => override.memory !== undefined),
    anyBackup: all.some((override) => override.backupAge !== undefined),
  };
}

/** The limits of a configuration, calculated once. */
export function createLowestLimits(): (config: AlertConfig) => LowestLimits {
  let known: { config: AlertConfig; limits: LowestLimits } | undefined;
  return (config) => {
    if (known?.config !== config) known = { config, limits: lowestLimits(config) };
    return known.limits;
  };
}
