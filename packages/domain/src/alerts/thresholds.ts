// The threshold of one metric of one resource, and where it comes from. The server evaluates with it, the browser draws it.
import type { Override, Severity, Threshold } from '@belfry/schema/alerts/config';

/** What decides about the thresholds of a resource. `ids`: its id first, then older forms of it. */
export interface Subject {
  kind: 'guest' | 'node' | 'storage' | 'pbs' | 'pmg' | 'dockerHost' | 'dockerContainer';
  ids: readonly string[];
  tags?: readonly string[];
  /** The id of the node it is on. */
  nodeId?: string;
}

/** The strongest first. `key` is that of the override. */
export type Origin = { from: 'override' | 'tag' | 'node'; key: string } | { from: 'default' };

/** `critical` is always set: where the configuration has none, it follows from the metric. */
export interface Limit extends Required<Threshold> {
  origin: Origin;
}

export type Metric =
  | 'cpu'
  | 'memory'
  | 'disk'
  | 'diskRead'
  | 'diskWrite'
  | 'networkIn'
  | 'networkOut'
  | 'usage'
  | 'temperature';

/** A metric that is absent is switched off. */
export type Limits = { [M in Metric]?: Limit };

/** All that is configured for one resource. `plain` are the numbers that are no thresholds, such as `restartCount`. */
export interface Policy {
  limits: Limits;
  /** No rule of this resource is evaluated. */
  disabled: boolean;
  /** It may be off or silent without an alert. */
  connectivityDisabled: boolean;
  poweredOffSeverity: Severity;
  plain: Readonly<Partial<Record<keyof Override, number>>>;
}
