// The tables of the page, as data: which values each has, where their defaults are, and how its things are switched off.
import { policyOf } from '@belfry/domain/alerts/policy';
import type { Policy, Subject } from '@belfry/domain/alerts/thresholds';
import { mailNumbers } from '@belfry/schema/alerts/bounds';
import type { AlertConfig, globalSwitches } from '@belfry/schema/alerts/config';
import { guestFigureNames, nodeFigureNames } from '@belfry/schema/figures';
import type { ConfigPath } from '../../alert-config/config-path.ts';
import type { FieldName } from './fields.ts';

export const tabs = ['proxmox', 'mail-gateway', 'docker'] as const;
export type Tab = (typeof tabs)[number];
export type SectionId = 'nodes' | 'pbs' | 'datastores' | 'guests' | 'storage' | 'pmg' | 'dockerHosts' | 'containers';
type Kind = Subject['kind'];
type GlobalSwitch = (typeof globalSwitches)[number];

export interface Section {
  id: SectionId;
  kind: Kind;
  fields: readonly FieldName[];
  /** Where the default of a field is. A table without it shares the defaults of another one. */
  defaultAt?(field: FieldName): ConfigPath;
  /** The name of its delays. */
  delays?: string;
  /** Switches all of its alerts off, or those about things that do not answer. The alerts of datastores are switched with their servers. */
  allOff?: GlobalSwitch;
  offlineOff?: GlobalSwitch;
  /** Alerts about things that do not answer: on and off, or Off, Warn and Crit. */
  offline?: 'switch' | 'cycle';
  /** The default of the cycle is in the configuration. */
  hasOfflineDefault?: true;
  /** How crowded its columns are; their long names take two lines. `tight`: many columns of short numbers. */
  room?: 'crowded' | 'tight';
  /** The text of the table without resources, which is shown all the same. */
  without?: 'noGateways';
}

const guestFields = [...guestFigureNames, 'backupAge', 'snapshotAge'] as const;

export const sections: Readonly<Record<SectionId, Section>> = {
  nodes: {
    id: 'nodes',
    kind: 'node',
    fields: nodeFigureNames,
    defaultAt: (field) => ['nodeDefaults', field],
    delays: 'node',
    allOff: 'disableAllNodes',
    offlineOff: 'disableAllNodesOffline',
    offline: 'switch',
  },
  pbs: {
    id: 'pbs',
    kind: 'pbs',
    fields: ['cpu', 'memory'],
    delays: 'pbs',
    allOff: 'disableAllPBS',
    offlineOff: 'disableAllPBSOffline',
    offline: 'switch',
  },
  datastores: {
    id: 'datastores',
    kind: 'pbs',
    fields: ['usage'],
  },
  guests: {
    id: 'guests',
    kind: 'guest',
    fields: guestFields,
    defaultAt: (field) => ['guestDefaults', field],
    delays: 'guest',
    allOff: 'disableAllGuests',
    offlineOff: 'disableAllGuestsOffline',
    offline: 'cycle',
    hasOfflineDefault: true,
  },
  storage: {
    id: 'storage',
    kind: 'storage',
    fields: ['usage'],
    defaultAt: () => ['storageDefault'],
    delays: 'storage',
    allOff: 'disableAllStorage',
  },
  pmg: {
    id: 'pmg',
    kind: 'pmg',
    fields: mailNumbers,
    defaultAt: (field) => ['pmgDefaults', field],
    allOff: 'disableAllPMG',
    offlineOff: 'disableAllPMGOffline',
    offline: 'switch',
    room: 'tight',
    without: 'noGateways',
  },
  dockerHosts: {
    id: 'dockerHosts',
    kind: 'dockerHost',
    fields: [],
    allOff: 'disableAllDockerHosts',
    offlineOff: 'disableAllDockerHostsOffline',
    offline: 'switch',
  },
  containers: {
    id: 'containers',
    kind: 'dockerContainer',
    fields: ['cpu', 'memory', 'restartCount', 'restartWindow', 'memoryWarnPct', 'memoryCriticalPct'],
    defaultAt: (field) => ['dockerDefaults', field],
    delays: 'docker',
    allOff: 'disableAllDockerContainers',
    offline: 'cycle',
    room: 'crowded',
  },
};

export const sectionsOf: Readonly<Record<Tab, readonly SectionId[]>> = {
  proxmox: ['nodes', 'pbs', 'datastores', 'guests', 'storage'],
  'mail-gateway': ['pmg'],
  docker: ['dockerHosts', 'containers'],
};

/** The path below /alerts/thresholds/ → the tab. Any other path shows the first one. */
export const tabOf = (path: string): Tab => tabs.find((tab) => tab === path) ?? 'proxmox';

/** The seconds that a metric must be over its threshold: of all metrics of a table, and of one metric. */
export const delayPath = (delays: string): ConfigPath => ['timeThresholds', delays];
export const metricDelayPath = (delays: string, field: FieldName): ConfigPath => [
  'metricTimeThresholds',
  delays,
  field.toLowerCase(),
];

/** What a resource has without an override of its own. */
export const inheritedPolicy = (config: AlertConfig, subject: Subject): Policy =>
  subject.serverId === undefined
    ? policyOf(inheritedConfig(config), subject)
    : policyOf(config, { kind: subject.kind, id: '', serverId: subject.serverId });

/** Without the overrides of single resources. The same object for the same configuration. */
const inherited = new WeakMap<AlertConfig, AlertConfig>();
function inheritedConfig(config: AlertConfig): AlertConfig {
  const known = inherited.get(config);
  if (known) return known;
  const shared = Object.entries(config.overrides).filter(([key]) => isShared(key));
  const made = { ...config, overrides: Object.fromEntries(shared) };
  inherited.set(config, made);
  return made;
}

/** An override by tag or by node. */
export const isShared = (key: string): boolean => key.startsWith('tag:') || key.startsWith('node:');
