// The types of thresholds and policies. `policyOf` in policy.ts finds the policy of a resource.
import type { Metric } from '@belfry/schema/alerts/bounds';
import type { Override, Severity, Threshold } from '@belfry/schema/alerts/config';

export type { Metric };

/**
 * What decides about the thresholds of a resource. An override by `id` is stronger than one by `otherIds`, such as older forms of the
 * id. Overrides by tag, by node and of the server (`tags`, `nodeId`, `serverId`) are weaker.
 */
export interface Subject {
  kind: 'guest' | 'node' | 'storage' | 'pbs' | 'pmg' | 'dockerHost' | 'dockerContainer';
  id: string;
  otherIds?: readonly string[];
  tags?: readonly string[];
  /** The id of the node it is on. */
  nodeId?: string;
  /** The id of the backup server of a datastore. */
  serverId?: string;
}

/** The strongest first. `key`: of the override. */
export type Origin = { from: 'override' | 'tag' | 'node' | 'server'; key: string } | { from: 'default' };

/**
 * `critical` is always set: where the configuration has none, it follows from the metric. `level`: of the active alert about the figure,
 * if there is one. Only screens have it (`withLevels`).
 */
export interface Limit extends Required<Threshold> {
  origin: Origin;
  level?: Severity;
}

/** A metric that is absent is switched off. */
export type Limits = { [M in Metric]?: Limit };

/** The fields of an override that are plain numbers, such as `restartCount`. */
export type NumberField = {
  [K in keyof Override]-?: NonNullable<Override[K]> extends number ? K : never;
}[keyof Override];

/** All that is configured for one resource. */
export interface Policy {
  limits: Limits;
  /** No rule of this resource is evaluated. */
  disabled: boolean;
  /** It may be off or silent without an alert. */
  connectivityDisabled: boolean;
  poweredOffSeverity: Severity;
  /** A number that is absent is switched off. */
  plain: Readonly<{ [N in NumberField]?: number }>;
  /** Where each configured field comes from; a field that is absent has its default. */
  origins: Readonly<{ [K in keyof Override]?: Origin }>;
}
