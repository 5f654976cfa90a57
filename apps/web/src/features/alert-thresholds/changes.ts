// What an edit of a row changes in the configuration. A value that equals the inherited one is not stored.
import { policyOf } from '@belfry/domain/alerts/policy';
import type { Policy } from '@belfry/domain/alerts/thresholds';
import type { AlertConfig, Severity } from '@belfry/schema/alerts/config';
import { factoryConfig } from '@belfry/schema/alerts/factory-config';
import { type ConfigPath, valueAt, withValues } from '../../alert-config/config-path.ts';
import { type FieldName, storedValue } from './fields.ts';
import { delayPath, inheritedPolicy, type Section } from './sections.ts';
import { inheritedValue, overrideKey, ownKeys, pathOf, sameNumber, type Target } from './targets.ts';

/** `undefined` removes a value. */
export type Values = (readonly [ConfigPath, unknown])[];

/** Undefined as `value`: the row has the inherited value again. */
export function valueChanges(config: AlertConfig, target: Target, field: FieldName, value: number | undefined): Values {
  const inherited = inheritedValue(config, target, field);
  if (!inherited) return [];
  const path = pathOf(config, target, field);
  const inherits = value === undefined || sameNumber(value, inherited.value);
  if (target.kind === 'delays') return [[path, value === undefined || value === inherited.value ? undefined : value]];
  if (target.kind === 'defaults' && inherits) return [[path, valueAt(factoryConfig, path)]];
  if (inherits) return [[path, undefined]];
  return [...nameOf(target, path), [path, storedValue(field, value, valueAt(config, path), config.hysteresisMargin)]];
}

/** The override of a container has its name, for a container that is made anew. */
const nameOf = (target: Target, [, key = '']: ConfigPath): Values =>
  target.kind === 'resource' && target.name !== undefined ? [[['overrides', key, 'name'], target.name]] : [];

/** An override that says nothing but a name is removed. The last step of every change. */
export function finished(config: AlertConfig, values: Values): Values {
  const next = withValues(config, values);
  const keys = new Set(values.flatMap(([[root, key]]) => (root === 'overrides' && key !== undefined ? [key] : [])));
  const empty = [...keys].filter((key) => Object.keys(next.overrides[key] ?? {}).join() === 'name');
  return [...values, ...empty.map((key) => [['overrides', key, 'name'], undefined] as const)];
}

/** The whole row: an override is removed, defaults become those of the factory. */
export function resetChanges(config: AlertConfig, target: Target): Values {
  if (target.kind === 'defaults') {
    const { disableConnectivity, poweredOffSeverity } = factoryConfig.guestDefaults;
    const offline: Values = target.section.hasOfflineDefault
      ? [
          [['guestDefaults', 'disableConnectivity'], disableConnectivity],
          [['guestDefaults', 'poweredOffSeverity'], poweredOffSeverity],
        ]
      : [];
    return [...target.section.fields.flatMap((field) => valueChanges(config, target, field, undefined)), ...offline];
  }
  const keys =
    target.kind === 'shared' ? [target.key] : target.kind === 'resource' ? ownKeys(config, target.subject) : [];
  return keys.flatMap((key) => removalOf(config, key));
}

/** The whole override with this key. */
export const removalOf = ({ overrides }: AlertConfig, key: string): Values =>
  Object.keys(overrides[key] ?? {}).map((name) => [['overrides', key, name], undefined]);

/** `on` and `off` of a switch; `off` and two severities of a cycle. */
export type Offline = 'off' | 'on' | Severity;

/** Whether it is an alert when the thing does not answer, or is powered off. Undefined where the row does not say it. */
export function offlineOf(config: AlertConfig, target: Target): Offline | undefined {
  const { section } = target;
  if (section.offline === undefined || target.kind === 'delays') return undefined;
  if (target.kind === 'defaults' && !section.hasOfflineDefault) return undefined;
  const { silent, severity } = connectivityOf(config, target);
  return silent ? 'off' : section.offline === 'switch' ? 'on' : severity;
}

interface Connectivity {
  silent: boolean;
  severity: Severity;
}

const connectivityIn = ({ connectivityDisabled, poweredOffSeverity }: Policy): Connectivity => ({
  silent: connectivityDisabled,
  severity: poweredOffSeverity,
});

function connectivityOf(config: AlertConfig, target: Target): Connectivity {
  const defaults = {
    silent: config.guestDefaults.disableConnectivity,
    severity: config.guestDefaults.poweredOffSeverity,
  };
  if (target.kind === 'resource') return connectivityIn(policyOf(config, target.subject));
  if (target.kind !== 'shared') return defaults;
  const { disableConnectivity, poweredOffSeverity } = config.overrides[target.key] ?? {};
  return { silent: disableConnectivity ?? defaults.silent, severity: poweredOffSeverity ?? defaults.severity };
}

/** What a click makes of it. */
const nextOffline = (now: Offline): Offline =>
  (({ on: 'off', off: 'warning', warning: 'critical', critical: 'off' }) as const)[now];

/** A switch that is off becomes on; a cycle goes on. */
export const clickedOffline = (section: Section, now: Offline): Offline =>
  section.offline === 'switch' && now === 'off' ? 'on' : nextOffline(now);

export function offlineChanges(config: AlertConfig, target: Target, next: Offline): Values {
  const silent = next === 'off';
  const severity = next === 'warning' || next === 'critical' ? next : undefined;
  if (target.kind === 'defaults')
    return [
      [['guestDefaults', 'disableConnectivity'], silent],
      ...(severity ? ([[['guestDefaults', 'poweredOffSeverity'], severity]] as const) : []),
    ];
  const key =
    target.kind === 'shared'
      ? target.key
      : target.kind === 'resource'
        ? overrideKey(config, target.subject, 'disableConnectivity')
        : undefined;
  if (key === undefined) return [];
  const weaker =
    target.kind === 'resource'
      ? connectivityIn(inheritedPolicy(config, target.subject))
      : connectivityOf({ ...config, overrides: {} }, target);
  const path = (field: 'disableConnectivity' | 'poweredOffSeverity'): ConfigPath => ['overrides', key, field];
  return [
    ...nameOf(target, ['overrides', key]),
    [path('disableConnectivity'), silent === weaker.silent ? undefined : silent],
    ...(severity ? ([[path('poweredOffSeverity'), severity === weaker.severity ? undefined : severity]] as const) : []),
  ];
}

/** All alerts of one resource. */
export function disabledChanges(config: AlertConfig, target: Target, disabled: boolean): Values {
  if (target.kind !== 'resource' && target.kind !== 'shared') return [];
  const key = target.kind === 'shared' ? target.key : overrideKey(config, target.subject, 'disabled');
  const inherits =
    target.kind === 'resource' && ownFlag(inheritedPolicy(config, target.subject).origins.disabled, config);
  return [
    ...nameOf(target, ['overrides', key]),
    [['overrides', key, 'disabled'], disabled === inherits ? undefined : disabled],
  ];
}

/** Whether a tag, a node or a server switches the alerts off. */
const ownFlag = (origin: { from: string; key?: string } | undefined, config: AlertConfig): boolean =>
  origin?.key !== undefined && config.overrides[origin.key]?.disabled === true;

export function delayChanges({ delays = '' }: Section, seconds: number): Values {
  return [[delayPath(delays), seconds]];
}
