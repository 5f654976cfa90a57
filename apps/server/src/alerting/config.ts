// The configuration of alerts that is in force.
import { holdSecondsOf } from '@belfry/domain/alerts/policy';
import type { Limits, Subject } from '@belfry/domain/alerts/thresholds';
import type { AlertConfig } from '@belfry/schema/alerts/config';
import { factoryConfig } from '@belfry/schema/alerts/factory-config';
import type { Confirm } from './reading.ts';

export interface AlertConfiguration {
  /** The same object until it changes. */
  current(): AlertConfig;
  /** Called after the configuration in force has changed. */
  onChange(listener: () => void): void;
}

export function createAlertConfiguration(): AlertConfiguration {
  return { current: () => factoryConfig, onChange() {} };
}

/** With a delay of 0 seconds the first bad reading is believed. */
export function holdOf(config: AlertConfig, kind: Subject['kind'], metric: keyof Limits): Confirm {
  const seconds = holdSecondsOf(config, kind, metric);
  return seconds > 0 ? { holdMs: seconds * 1000 } : { polls: 1 };
}
