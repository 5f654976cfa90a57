// The configuration of alerts, as it is stored and sent. It has the keys of the reference product.
import * as z from 'zod';
import { guestFigureNames, nodeFigureNames } from '../figures.ts';
import { type containerBounds, type Metric, mailNumbers, metrics } from './bounds.ts';
import { Schedule } from './schedule.ts';

/**
 * From `trigger` an alert starts, at `clear` or below it ends, from `critical` it is critical. A trigger of 0 or less means off; a
 * clear level of 0 is the trigger. Without `critical` the metric's own distance from the trigger holds.
 */
export const Threshold = z.object({ trigger: z.number(), clear: z.number(), critical: z.number().optional() });
export type Threshold = z.infer<typeof Threshold>;

export const Severity = z.enum(['warning', 'critical']);
export type Severity = z.infer<typeof Severity>;

export const guestMetrics = [...guestFigureNames, 'backupAge', 'snapshotAge'] as const;
export const nodeMetrics = nodeFigureNames;
export const containerMetrics = ['cpu', 'memory'] as const;
export const containerNumbers = [
  'restartCount',
  'restartWindow',
  'memoryWarnPct',
  'memoryCriticalPct',
] as const satisfies readonly (keyof typeof containerBounds)[];
export const globalSwitches = [
  'disableAllNodes',
  'disableAllGuests',
  'disableAllStorage',
  'disableAllPBS',
  'disableAllPMG',
  'disableAllDockerHosts',
  'disableAllDockerContainers',
  'disableAllNodesOffline',
  'disableAllGuestsOffline',
  'disableAllPBSOffline',
  'disableAllPMGOffline',
  'disableAllDockerHostsOffline',
] as const;

/** An object with one field of the same type for each name. */
export const each = <N extends string, S>(names: readonly N[], schema: (name: N) => S): Record<N, S> =>
  Object.fromEntries(names.map((name) => [name, schema(name)])) as Record<N, S>;

const threshold = () => Threshold;
const number = () => z.number();

/** All that one override may set. A field that is absent comes from a weaker source. */
export const Override = z
  .object({
    disabled: z.boolean(),
    disableConnectivity: z.boolean(),
    poweredOffSeverity: Severity,
    ...each<Metric, typeof Threshold>(metrics, threshold),
    ...each(containerNumbers, number),
    ...each(mailNumbers, number),
    /** The name of a container. A recreated container has another id, and its override still applies by the name on that host. */
    name: z.string(),
  })
  .partial();
export type Override = z.infer<typeof Override>;

const Kept = z.record(z.string(), z.unknown());

export const AlertConfig = z.object({
  enabled: z.boolean(),
  /**
   * Percent; rates in MB/s. `backupAge` is the age of the last backup of a guest that a job backs up, `snapshotAge` that of its
   * oldest snapshot, both in days: the reference product has neither.
   */
  guestDefaults: z.object({
    ...each(guestMetrics, threshold),
    disableConnectivity: z.boolean(),
    poweredOffSeverity: Severity,
  }),
  /** Percent and °C. */
  nodeDefaults: z.object(each(nodeMetrics, threshold)),
  storageDefault: Threshold,
  /** `restartWindow` seconds; `memoryWarnPct` percent of the container's limit. */
  dockerDefaults: z.object({ ...each(containerMetrics, threshold), ...each(containerNumbers, number) }),
  pmgDefaults: z.object(each(mailNumbers, number)),
  /** By the id of a resource, `tag:NAME` or `node:ID`. */
  overrides: z.record(z.string(), Override),
  ...each(globalSwitches, () => z.boolean()),
  /** In the unit of the metric. */
  minimumDelta: z.number(),
  /** Minutes. */
  suppressionWindow: z.number(),
  /** How far below its trigger the clear level lies of a threshold that says none. */
  hysteresisMargin: z.number(),
  /** Seconds that a metric must be over its trigger: for all, by type of resource, by type and metric. */
  timeThreshold: z.number(),
  timeThresholds: z.record(z.string(), z.number()),
  metricTimeThresholds: z.record(z.string(), z.record(z.string(), z.number())),
  schedule: Schedule,
  // Kept for clients, without an effect.
  aggregation: Kept,
  flapping: Kept,
  ioNormalization: Kept,
  customRules: z.array(Kept).optional(),
});
export type AlertConfig = z.infer<typeof AlertConfig>;
