// The configuration of alerts, as it is stored and sent. Its keys are those of the reference product.
import * as z from 'zod';
import { factoryAges } from './factory-config.ts';

/** A missing clear level lies this far below the trigger, and never below 0. */
export const CLEAR_MARGIN = 5;

/**
 * From `trigger` an alert starts, at `clear` or below it ends, from `critical` it is critical. A trigger of 0 or less means off.
 * Without `critical` the metric's own distance from the trigger holds.
 */
export const Threshold = z.object({ trigger: z.number(), clear: z.number(), critical: z.number().optional() });
export type Threshold = z.infer<typeof Threshold>;

/** What a client sends: a number is a trigger, −1 and booleans mean off. */
const ThresholdInput = z
  .union([z.number(), z.boolean(), z.object({ ...Threshold.shape, clear: z.number().optional() })])
  .transform((given): Threshold => {
    const { trigger, clear, ...rest } =
      typeof given === 'object' ? given : { trigger: typeof given === 'number' ? given : 0 };
    return { ...rest, trigger, clear: clear ?? Math.max(0, trigger - CLEAR_MARGIN) };
  });

export const Severity = z.enum(['warning', 'critical']);
export type Severity = z.infer<typeof Severity>;

const Seconds = z.number().min(0);

/**
 * `backupAge` is the age of the last backup of a guest that a job backs up, `snapshotAge` that of its oldest snapshot, both in days.
 * The reference product has neither, so they may be missing.
 */
const GuestDefaults = z.object({
  cpu: ThresholdInput,
  memory: ThresholdInput,
  disk: ThresholdInput,
  diskRead: ThresholdInput,
  diskWrite: ThresholdInput,
  networkIn: ThresholdInput,
  networkOut: ThresholdInput,
  backupAge: ThresholdInput.default(factoryAges.backupAge),
  snapshotAge: ThresholdInput.default(factoryAges.snapshotAge),
  disableConnectivity: z.boolean(),
  poweredOffSeverity: Severity,
});

const NodeDefaults = z.object({
  cpu: ThresholdInput,
  memory: ThresholdInput,
  disk: ThresholdInput,
  temperature: ThresholdInput,
});

/** `restartWindow` seconds; memory percent of the container's limit. */
const DockerDefaults = z.object({
  cpu: ThresholdInput,
  memory: ThresholdInput,
  restartCount: z.number(),
  restartWindow: z.number(),
  memoryWarnPct: z.number(),
  memoryCriticalPct: z.number(),
});

const PmgDefaults = z.object({
  queueTotalWarning: z.number(),
  queueTotalCritical: z.number(),
  oldestMessageWarnMins: z.number(),
  oldestMessageCritMins: z.number(),
  deferredQueueWarn: z.number(),
  deferredQueueCritical: z.number(),
  holdQueueWarn: z.number(),
  holdQueueCritical: z.number(),
  quarantineSpamWarn: z.number(),
  quarantineSpamCritical: z.number(),
  quarantineVirusWarn: z.number(),
  quarantineVirusCritical: z.number(),
  quarantineGrowthWarnPct: z.number(),
  quarantineGrowthWarnMin: z.number(),
  quarantineGrowthCritPct: z.number(),
  quarantineGrowthCritMin: z.number(),
});

/** All that one override may set. A field that is absent comes from a weaker source. */
export const Override = z
  .object({
    disabled: z.boolean(),
    disableConnectivity: z.boolean(),
    poweredOffSeverity: Severity,
    cpu: ThresholdInput,
    memory: ThresholdInput,
    disk: ThresholdInput,
    diskRead: ThresholdInput,
    diskWrite: ThresholdInput,
    networkIn: ThresholdInput,
    networkOut: ThresholdInput,
    backupAge: ThresholdInput,
    snapshotAge: ThresholdInput,
    usage: ThresholdInput,
    temperature: ThresholdInput,
    restartCount: z.number(),
    restartWindow: z.number(),
    memoryWarnPct: z.number(),
    memoryCriticalPct: z.number(),
    ...PmgDefaults.shape,
  })
  .partial();
export type Override = z.infer<typeof Override>;

/** `overrides` are by resource id, `tag:NAME` or `node:ID`. Blocks at the end are only kept for clients. */
export const AlertConfig = z.object({
  enabled: z.boolean(),
  guestDefaults: GuestDefaults,
  nodeDefaults: NodeDefaults,
  storageDefault: ThresholdInput,
  dockerDefaults: DockerDefaults,
  pmgDefaults: PmgDefaults,
  overrides: z.record(z.string(), Override),
  disableAllNodes: z.boolean(),
  disableAllGuests: z.boolean(),
  disableAllStorage: z.boolean(),
  disableAllPBS: z.boolean(),
  disableAllPMG: z.boolean(),
  disableAllDockerHosts: z.boolean(),
  disableAllDockerContainers: z.boolean(),
  disableAllNodesOffline: z.boolean(),
  disableAllGuestsOffline: z.boolean(),
  disableAllPBSOffline: z.boolean(),
  disableAllPMGOffline: z.boolean(),
  disableAllDockerHostsOffline: z.boolean(),
  /** In the unit of the metric. */
  minimumDelta: z.number().min(0),
  /** Minutes. */
  suppressionWindow: z.number().min(0),
  hysteresisMargin: z.number().min(0),
  timeThreshold: Seconds,
  timeThresholds: z.record(z.string(), Seconds),
  metricTimeThresholds: z.record(z.string(), z.record(z.string(), Seconds)),
});
export type AlertConfig = z.infer<typeof AlertConfig>;
