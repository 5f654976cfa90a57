// The configuration of alerts as a client sends it. Each missing or null field gets its default.
import * as z from 'zod';
import { toMessage } from '../sentences/message.ts';
import { containerBounds, MAX_SECONDS, type Metric, mailNumbers, metrics, triggerBounds } from './bounds.ts';
import {
  type AlertConfig,
  containerMetrics,
  containerNumbers,
  each,
  globalSwitches,
  guestMetrics,
  nodeMetrics,
  Severity,
} from './config.ts';
import { clearOf, factoryConfig } from './factory-config.ts';
import { type Schedule, ScheduleInput } from './schedule.ts';
import { containerNumber, type GivenThreshold, mailNumber, threshold } from './threshold-input.ts';
import { isTimeZone } from './time-zone.ts';
import { zoneMeant } from './typed-zone.ts';

export const MAX_OVERRIDES = 20_000;
const MAX_KEY = 512;
const descriptive = ['id', 'type', 'resourceType', 'vmid', 'node', 'instance'] as const;

const MAX_KEPT_VALUES = 2_000;
const MAX_KEPT_DEPTH = 12;

const thresholdOf = (metric: Metric) => threshold(triggerBounds[metric]).nullish();
const containerNumberOf = (name: keyof typeof containerBounds) => containerNumber(containerBounds[name]).nullish();
const mailNumberOf = () => mailNumber().nullish();
const flag = z.boolean(toMessage({ id: 'field.boolean' })).nullish();
const severity = Severity.nullish();

const bounded = (max: number) => {
  const text = `must be a number from 0 to ${max}`;
  return z.number(text).min(0, text).max(max, text);
};
const Key = z.string().min(1).max(MAX_KEY, `must have at most ${MAX_KEY} characters`);

const metricFields = each(metrics, thresholdOf);
const numberFields = { ...each(containerNumbers, containerNumberOf), ...each(mailNumbers, mailNumberOf) };
const LEGACY = 'Legacy';
const legacyFields = Object.fromEntries(metrics.map((metric) => [`${metric}${LEGACY}`, thresholdOf(metric)]));
const left = new Set<string>([...descriptive, ...Object.keys(legacyFields)]);
const described = z.union([z.string(), z.number()]).nullish();

/**
 * Thresholds stand in the override, in its `thresholds`, or under names such as `cpuLegacy`; the first of these counts. What only
 * describes the resource is not kept.
 */
const OverrideInput = z
  .strictObject({
    ...legacyFields,
    disabled: flag,
    disableConnectivity: flag,
    poweredOffSeverity: severity,
    ...metricFields,
    ...numberFields,
    thresholds: z.strictObject({ ...metricFields, ...numberFields }).nullish(),
    name: z.string().max(MAX_KEY).nullish(),
    ...each(descriptive, () => described),
  })
  .transform(({ thresholds, ...given }): GivenBlock => {
    const own = Object.entries(given).filter(([name]) => !left.has(name));
    const fields: GivenBlock = given;
    const legacy = metrics.map((metric) => [metric, fields[`${metric}${LEGACY}`]] as const);
    return {
      ...present(Object.fromEntries(legacy)),
      ...present(thresholds ?? {}),
      ...present(Object.fromEntries(own)),
    };
  });

/** Only ever kept: any JSON of a moderate size. */
const isModerate = (value: unknown): boolean => countOf(value, MAX_KEPT_DEPTH) <= MAX_KEPT_VALUES;
function countOf(value: unknown, depth: number): number {
  if (typeof value === 'string') return 1 + value.length / 100;
  if (typeof value !== 'object' || value === null) return 1;
  if (depth === 0) return Number.POSITIVE_INFINITY;
  let count = 1;
  for (const [key, item] of Object.entries(value)) {
    count += key.length / 100 + countOf(item, depth - 1);
    if (count > MAX_KEPT_VALUES) break;
  }
  return count;
}
const LARGE = toMessage({ id: 'input.tooLarge' });
const Kept = z.record(z.string(), z.unknown()).refine(isModerate, LARGE).nullish();

export const AlertFields = z.strictObject({
  enabled: flag,
  guestDefaults: z
    .strictObject({ ...each(guestMetrics, thresholdOf), disableConnectivity: flag, poweredOffSeverity: severity })
    .nullish(),
  nodeDefaults: z.strictObject(each(nodeMetrics, thresholdOf)).nullish(),
  storageDefault: thresholdOf('usage'),
  dockerDefaults: z
    .strictObject({ ...each(containerMetrics, thresholdOf), ...each(containerNumbers, containerNumberOf) })
    .nullish(),
  pmgDefaults: z.strictObject(each(mailNumbers, mailNumberOf)).nullish(),
  overrides: z
    .record(Key, OverrideInput)
    .refine((all) => Object.keys(all).length <= MAX_OVERRIDES, `must have at most ${MAX_OVERRIDES} entries`)
    .nullish(),
  ...each(globalSwitches, () => flag),
  minimumDelta: bounded(10_000).nullish(),
  suppressionWindow: bounded(10_080).nullish(),
  hysteresisMargin: bounded(100).nullish(),
  timeThreshold: bounded(MAX_SECONDS).nullish(),
  timeThresholds: z.record(Key, bounded(MAX_SECONDS).nullable()).nullish(),
  metricTimeThresholds: z.record(Key, z.record(Key, z.unknown()).nullable()).refine(isModerate, LARGE).nullish(),
  schedule: ScheduleInput.refine(isModerate, LARGE).nullish(),
  aggregation: Kept,
  flapping: Kept,
  ioNormalization: Kept,
  customRules: z.array(z.record(z.string(), z.unknown())).refine(isModerate, LARGE).nullish(),
});

type GivenBlock = Record<string, unknown>;

const present = (block: object): GivenBlock =>
  Object.fromEntries(Object.entries(block).filter(([, value]) => value !== null && value !== undefined));

const isThreshold = (value: unknown): value is GivenThreshold =>
  typeof value === 'object' && value !== null && 'trigger' in value;

/** The defaults with what was given. A threshold without a clear level gets one, `margin` below its trigger. */
function over<B extends object>(defaults: B, given: object | null | undefined, margin: number): B {
  const fields = Object.entries(present(given ?? {})).map(([name, value]) => [
    name,
    isThreshold(value) ? { ...value, clear: value.clear ?? clearOf(value.trigger, margin) } : value,
  ]);
  return { ...defaults, ...Object.fromEntries(fields) };
}

const byName = <V>(given: Readonly<Record<string, V>> | null | undefined): [string, V][] =>
  Object.entries(given ?? {}).map(([name, value]) => [name.trim().toLowerCase(), value]);

const isDelay = (value: unknown): value is number => typeof value === 'number' && value >= 0 && value <= MAX_SECONDS;

/** Whole seconds. Anything other than a number of 0 or more is left out. */
const delays = (given: Readonly<Record<string, unknown>> | null | undefined): Record<string, number> =>
  Object.fromEntries(byName(given).flatMap(([name, value]) => (isDelay(value) ? [[name, Math.round(value)]] : [])));

function scheduleOf(given: z.infer<typeof AlertFields>['schedule']): Schedule {
  const { quietHours, grouping, escalation, ...rest } = factoryConfig.schedule;
  return {
    ...rest,
    ...present(given ?? {}),
    quietHours: { ...quietHours, ...present(given?.quietHours ?? {}) },
    grouping: { ...grouping, ...present(given?.grouping ?? {}) },
    escalation: { ...escalation, ...present(given?.escalation ?? {}) },
  };
}

export const AlertConfigInput = AlertFields.transform((given): AlertConfig => {
  const margin = given.hysteresisMargin ?? factoryConfig.hysteresisMargin;
  const { guestDefaults, nodeDefaults, dockerDefaults, pmgDefaults, storageDefault } = factoryConfig;
  return {
    ...factoryConfig,
    ...present(given),
    guestDefaults: over(guestDefaults, given.guestDefaults, margin),
    nodeDefaults: over(nodeDefaults, given.nodeDefaults, margin),
    dockerDefaults: over(dockerDefaults, given.dockerDefaults, margin),
    pmgDefaults: over(pmgDefaults, given.pmgDefaults, margin),
    ...over({ storageDefault }, { storageDefault: given.storageDefault }, margin),
    overrides: Object.fromEntries(
      Object.entries(given.overrides ?? {}).map(([key, override]) => [key, over({}, override, margin)]),
    ),
    timeThresholds: { ...factoryConfig.timeThresholds, ...delays(given.timeThresholds) },
    metricTimeThresholds: Object.fromEntries(
      byName(given.metricTimeThresholds).map(([type, metricDelays]) => [type, delays(metricDelays)]),
    ),
    schedule: scheduleOf(given.schedule),
  };
});

/** Removing the wrong fields may uncover others, but not often. */
const MAX_ROUNDS = 8;

/**
 * A configuration of another version or product, as far as it is valid. `left` names the fields that are not; they are removed from
 * `found` and have their defaults.
 */
export function readUsableConfig(found: unknown): { config: AlertConfig; left: string[] } {
  const left: string[] = [];
  const zone = takeOldZone(found);
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const parsed = AlertConfigInput.safeParse(found);
    if (parsed.success) return { config: withZone(parsed.data, zone), left };
    for (const issue of parsed.error.issues)
      for (const key of issue.code === 'unrecognized_keys' ? issue.keys : [undefined]) {
        const path = [...issue.path, ...(key === undefined ? [] : [key])];
        removeAt(found, path);
        left.push(path.join('.'));
      }
  }
  return { config: factoryConfig, left: [''] };
}

/**
 * A time zone of quiet hours that an earlier version accepted. It is kept, because with the default quiet hours would hold back messages
 * at other times than anybody has chosen.
 */
function takeOldZone(found: unknown): string | undefined {
  const schedule = isObject(found) ? Reflect.get(found, 'schedule') : undefined;
  const quietHours = isObject(schedule) ? Reflect.get(schedule, 'quietHours') : undefined;
  const zone: unknown = isObject(quietHours) ? Reflect.get(quietHours, 'timezone') : undefined;
  if (typeof zone !== 'string' || zone === '' || isTimeZone(zone) || !isObject(quietHours)) return undefined;
  Reflect.deleteProperty(quietHours, 'timezone');
  return zoneMeant(zone) ?? zone.slice(0, 64);
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

function withZone(config: AlertConfig, timezone: string | undefined): AlertConfig {
  if (timezone === undefined) return config;
  const { schedule } = config;
  return { ...config, schedule: { ...schedule, quietHours: { ...schedule.quietHours, timezone } } };
}

/** The field, or the list that it is in. */
function removeAt(root: unknown, path: readonly PropertyKey[]): void {
  let parent = root;
  for (const [depth, name] of path.entries()) {
    if (typeof parent !== 'object' || parent === null) return;
    const value: unknown = Reflect.get(parent, name);
    if (depth === path.length - 1 || Array.isArray(value)) {
      Reflect.deleteProperty(parent, name);
      return;
    }
    parent = value;
  }
}
