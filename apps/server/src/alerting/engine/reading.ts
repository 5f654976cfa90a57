// What a rule says about one resource at one moment. The lifecycle makes alerts of readings.

import type { AlertType, ResourceKind } from '@belfry/domain/alerts/catalogue';
import type { Limit, Origin } from '@belfry/domain/alerts/thresholds';
import type { Severity } from '@belfry/schema/alerts/config';
import type { Sentence } from '@belfry/schema/sentences/sentence';

/** `node` and `instance` are what an alert shows; `instanceId` is the instance whose polls report the resource. */
export interface Resource {
  kind: ResourceKind;
  id: string;
  name: string;
  node: string;
  instance: string;
  instanceId: string;
  tags?: readonly string[];
  /** Its node as an id, where it has one. */
  nodeId?: string;
}

/**
 * `measured` is compared with its limit. `bad` and `well` are decided by the rule, for instance by a state. `unknown` starts and
 * ends nothing. `off`: the rule is switched off for the resource, which ends its alert.
 */
export type Verdict =
  | { is: 'measured'; value: number; limit: Limit }
  | { is: 'bad'; level: Severity; value: number; threshold: number; origin?: Origin }
  | { is: 'well'; value?: number }
  | { is: 'unknown' }
  | { is: 'off' };

/**
 * When a bad reading is confirmed. `polls`: after this many good polls of the instance in a row (1: at once). `tries`: after this
 * many polls, whether they succeed or not. `holdMs`: it has lasted this long, and a second poll says the same. `silentMs`: it has
 * lasted this long; time alone is enough.
 */
export type Confirm = { polls: number } | { tries: number } | { holdMs: number } | { silentMs: number };

export interface Reading {
  /** The id of the alert: the same for as long as the resource exists, and unique over all rules. */
  id: string;
  type: AlertType;
  resource: Resource;
  verdict: Verdict;
  confirm: Confirm;
  /** Alerts that would explain this one, by id. It waits until they are decided, and is attached to the first that is active. */
  causes?: readonly string[];
  /** For a person, with the value in its unit. Called only when an alert needs it. A text is in the words of somebody else. */
  message(): Sentence | string;
  metadata?: Record<string, unknown>;
}

/** What the readings of one entity have in common. */
export type Shared = Pick<Reading, 'resource' | 'causes'>;
