// What a row of a table stands for, the values that hold for it, and where they come from.
import { holdSecondsOf, policyOf } from '@belfry/domain/alerts/policy';
import type { Policy, Subject } from '@belfry/domain/alerts/thresholds';
import type { AlertConfig, Override } from '@belfry/schema/alerts/config';
import { factoryConfig } from '@belfry/schema/alerts/factory-config';
import { type ConfigPath, valueAt, withValues } from '../../alert-config/config-path.ts';
import { type FieldName, isMetric, isOff, shownNumber } from './fields.ts';
import { inheritedPolicy, metricDelayPath, type Section } from './sections.ts';

/** `shared`: an override by tag or by node. `name`: of a container, whose override also holds for a later one with this name. */
export type Target =
  | { kind: 'defaults' | 'delays'; section: Section }
  | { kind: 'shared'; section: Section; key: string }
  | { kind: 'resource'; section: Section; subject: Subject; name?: string };

/** `from`: `own` values were set for this row. `key`: of the tag, the node or the server that a value comes from. */
export interface CellValue {
  value: number;
  from: 'own' | 'tag' | 'node' | 'server' | 'default';
  key?: string;
}

/** Undefined where the row has no such value. */
export function cellValue(config: AlertConfig, target: Target, field: FieldName): CellValue | undefined {
  switch (target.kind) {
    case 'resource':
      return policyValue(policyOf(config, target.subject), field);
    case 'shared': {
      const own = config.overrides[target.key]?.[field];
      return own === undefined ? defaultValue(config, target.section, field) : { value: shownNumber(own), from: 'own' };
    }
    case 'defaults':
      return defaultValue(config, target.section, field);
    case 'delays':
      return delayValue(config, target.section, field);
  }
}

/** What the row would have without a value of its own. */
export function inheritedValue(config: AlertConfig, target: Target, field: FieldName): CellValue | undefined {
  switch (target.kind) {
    case 'resource':
      return policyValue(inheritedPolicy(config, target.subject), field);
    case 'shared':
      return defaultValue(config, target.section, field);
    case 'defaults':
      return defaultValue(factoryConfig, target.section, field);
    case 'delays':
      return delayValue(withoutDelay(config, target.section, field), target.section, field);
  }
}

export function policyValue({ limits, plain, origins }: Policy, field: FieldName): CellValue {
  const value = isMetric(field) ? limits[field]?.trigger : plain[field];
  const origin = origins[field] ?? { from: 'default' };
  if (origin.from === 'default') return { value: value ?? OFF_VALUE, from: 'default' };
  const from = origin.from === 'override' ? 'own' : origin.from;
  return { value: value ?? OFF_VALUE, from, key: origin.key };
}
const OFF_VALUE = -1;

function defaultValue(config: AlertConfig, { defaultAt, kind }: Section, field: FieldName): CellValue | undefined {
  if (defaultAt) return { value: shownNumber(valueAt(config, defaultAt(field))), from: 'default' };
  return policyValue(policyOf({ ...config, overrides: {} }, { kind, id: '' }), field);
}

function delayValue(config: AlertConfig, { delays, kind }: Section, field: FieldName): CellValue | undefined {
  if (delays === undefined || !isMetric(field)) return undefined;
  const own = valueAt(config, metricDelayPath(delays, field)) !== undefined;
  return { value: holdSecondsOf(config, kind, field), from: own ? 'own' : 'default' };
}

const withoutDelay = (config: AlertConfig, { delays = '' }: Section, field: FieldName): AlertConfig =>
  withValues(config, [[metricDelayPath(delays, field), undefined]]);

/** The delay of all metrics of a table that have none of their own. */
export const globalDelay = (config: AlertConfig, { kind }: Section): number =>
  holdSecondsOf({ ...config, metricTimeThresholds: {} }, kind, 'cpu');

/** Where a value of this row is stored. An override may be stored under an older id of the resource, or by its name. */
export function pathOf(config: AlertConfig, target: Target, field: FieldName): ConfigPath {
  switch (target.kind) {
    case 'resource':
      return ['overrides', overrideKey(config, target.subject, field), field];
    case 'shared':
      return ['overrides', target.key, field];
    case 'defaults':
      return target.section.defaultAt?.(field) ?? ['overrides', '', field];
    case 'delays':
      return metricDelayPath(target.section.delays ?? '', field);
  }
}

/** The override with the value of this field, else any override of this resource, else its id. */
export function overrideKey(config: AlertConfig, subject: Subject, field: keyof Override): string {
  const { origins } = policyOf(config, subject);
  const own = origins[field]?.from === 'override' ? origins[field] : Object.values(origins).find(isOwn);
  return own?.from === 'override' ? own.key : subject.id;
}

const isOwn = (origin: Policy['origins'][keyof Override]): boolean => origin?.from === 'override';

/** The keys of the overrides of one resource, without those that it shares. */
export const ownKeys = (config: AlertConfig, subject: Subject): readonly string[] => [
  ...new Set(
    Object.values(policyOf(config, subject).origins).flatMap((origin) =>
      origin.from === 'override' ? [origin.key] : [],
    ),
  ),
];

/** Whether anything was set for this row itself. */
export function isCustom(config: AlertConfig, target: Target): boolean {
  switch (target.kind) {
    case 'resource':
      return policyIsCustom(policyOf(config, target.subject));
    case 'shared':
      return Object.hasOwn(config.overrides, target.key);
    case 'defaults':
      return (
        target.section.fields.some((field) => !sameAsFactory(config, target, field)) ||
        !hasFactoryOffline(config, target)
      );
    case 'delays':
      return false;
  }
}

export const policyIsCustom = ({ origins }: Policy): boolean =>
  Object.entries(origins).some(([name, origin]) => name !== 'name' && isOwn(origin));

const sameAsFactory = (config: AlertConfig, target: Target, field: FieldName): boolean =>
  sameNumber(cellValue(config, target, field)?.value ?? 0, inheritedValue(config, target, field)?.value ?? 0);

function hasFactoryOffline({ guestDefaults }: AlertConfig, { section }: Target): boolean {
  const { disableConnectivity, poweredOffSeverity } = factoryConfig.guestDefaults;
  return (
    !section.hasOfflineDefault ||
    (guestDefaults.disableConnectivity === disableConnectivity &&
      guestDefaults.poweredOffSeverity === poweredOffSeverity)
  );
}

/** All values of 0 or less mean off. */
export const sameNumber = (a: number, b: number): boolean => a === b || (isOff(a) && isOff(b));
