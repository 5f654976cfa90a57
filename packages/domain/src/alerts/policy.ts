// The thresholds of one resource, and where they come from. The server evaluates with them, the browser draws them.
import { type Metric, metrics } from '@belfry/schema/alerts/bounds';
import type { AlertConfig, Override } from '@belfry/schema/alerts/config';
import { criticalOf } from './critical.ts';
import { createOverrides, type Source } from './overrides.ts';
import type { Limits, NumberField, Origin, Policy, Subject } from './thresholds.ts';

type Kind = Subject['kind'];

/** The weakest source: what holds for a resource of the kind without an override. `off` cannot be overridden. */
interface Defaults {
  fields: Override;
  off: boolean;
  mayBeSilent: boolean;
}

const defaults: Record<Kind, (config: AlertConfig) => Defaults> = {
  guest: ({ guestDefaults, disableAllGuests, disableAllGuestsOffline }) => ({
    fields: guestDefaults,
    off: disableAllGuests,
    mayBeSilent: disableAllGuestsOffline,
  }),
  node: ({ nodeDefaults, disableAllNodes, disableAllNodesOffline }) => ({
    fields: nodeDefaults,
    off: disableAllNodes,
    mayBeSilent: disableAllNodesOffline,
  }),
  storage: ({ storageDefault, disableAllStorage }) => ({
    fields: { usage: storageDefault },
    off: disableAllStorage,
    mayBeSilent: false,
  }),
  /** A machine has the limits of a node. `usage`: of its datastores. */
  pbs: ({ nodeDefaults: { cpu, memory, disk }, storageDefault, disableAllPBS, disableAllPBSOffline }) => ({
    fields: { cpu, memory, disk, usage: storageDefault },
    off: disableAllPBS,
    mayBeSilent: disableAllPBSOffline,
  }),
  pmg: ({ nodeDefaults: { memory, disk }, pmgDefaults, disableAllPMG, disableAllPMGOffline }) => ({
    fields: { memory, disk, ...pmgDefaults },
    off: disableAllPMG,
    mayBeSilent: disableAllPMGOffline,
  }),
  dockerHost: ({ disableAllDockerHosts, disableAllDockerHostsOffline }) => ({
    fields: {},
    off: disableAllDockerHosts,
    mayBeSilent: disableAllDockerHostsOffline,
  }),
  dockerContainer: ({ dockerDefaults, guestDefaults, disableAllDockerHosts, disableAllDockerContainers }) => ({
    fields: { ...dockerDefaults, poweredOffSeverity: guestDefaults.poweredOffSeverity },
    off: disableAllDockerHosts || disableAllDockerContainers,
    mayBeSilent: false,
  }),
};

/** Resources with the same overrides share one policy: it can be compared by identity. */
function createPolicies(config: AlertConfig): (subject: Subject) => Policy {
  const overrides = createOverrides(config.overrides);
  const byKind = new Map<Kind, { plain: Policy; overridden: Map<string, Policy> }>();
  const made = (kind: Kind) => {
    const entry = { plain: compose(config, kind, []), overridden: new Map<string, Policy>() };
    byKind.set(kind, entry);
    return entry;
  };
  return (subject) => {
    const { plain, overridden } = byKind.get(subject.kind) ?? made(subject.kind);
    const sources = overrides(subject);
    if (sources.length === 0) return plain;
    const name = sources.length === 1 ? nameOf(sources[0] as Source) : sources.map(nameOf).join('\n');
    let policy = overridden.get(name);
    if (!policy) {
      policy = compose(config, subject.kind, sources);
      overridden.set(name, policy);
    }
    return policy;
  };
}

/** The override of a backup server is one source for the server, and another one for its datastores. */
const nameOf = ({ from, key }: Source): string => (from === 'server' ? `server:${key}` : key);

const DEFAULT: Origin = { from: 'default' };

/** Each field comes from the strongest source that has it. */
function compose(config: AlertConfig, kind: Kind, sources: readonly Source[]): Policy {
  const { fields: weakest, off, mayBeSilent } = defaults[kind](config);
  const fields: Override = { ...weakest };
  const origins: Partial<Record<keyof Override, Origin>> = {};
  for (const { from, key, override } of sources.toReversed()) {
    Object.assign(fields, override);
    for (const name of Object.keys(override) as (keyof Override)[]) origins[name] = { from, key };
  }
  return {
    limits: limitsOf(fields, origins),
    plain: numbersOf(fields),
    origins,
    disabled: !config.enabled || off || (fields.disabled ?? false),
    connectivityDisabled: mayBeSilent || (fields.disableConnectivity ?? false),
    poweredOffSeverity: fields.poweredOffSeverity ?? 'warning',
  };
}

function limitsOf(fields: Override, origins: Policy['origins']): Limits {
  const limits: Limits = {};
  for (const metric of metrics) {
    const threshold = fields[metric];
    if (!threshold || threshold.trigger <= 0) continue;
    const { trigger, clear, critical = criticalOf(metric, trigger) } = threshold;
    limits[metric] = { trigger, clear: clear > 0 ? clear : trigger, critical, origin: origins[metric] ?? DEFAULT };
  }
  return limits;
}

const numbersOf = (fields: Override): Policy['plain'] =>
  Object.fromEntries(
    Object.entries(fields).filter(
      (entry): entry is [NumberField, number] => typeof entry[1] === 'number' && entry[1] > 0,
    ),
  );

const policies = new WeakMap<AlertConfig, (subject: Subject) => Policy>();

/** Cheap: what follows from a configuration is kept for as long as the configuration is used. */
export function policyOf(config: AlertConfig, subject: Subject): Policy {
  let known = policies.get(config);
  if (!known) {
    known = createPolicies(config);
    policies.set(config, known);
  }
  return known(subject);
}

/** How the delays of a kind are named in a configuration, the nearest first. */
const delayNames: Record<Kind, readonly string[]> = {
  guest: ['guest'],
  node: ['node'],
  storage: ['storage'],
  pbs: ['pbs', 'node'],
  pmg: ['pmg', 'node'],
  dockerHost: ['dockerhost', 'docker', 'node'],
  dockerContainer: ['docker', 'guest'],
};

/** Under this name a configuration has the delays of a kind that outrank all others of it. */
export const delayName = (kind: Kind): string => delayNames[kind][0] ?? kind;

/** How many seconds a metric must be over its trigger. The most specific delay holds. */
export function holdSecondsOf(
  { metricTimeThresholds, timeThresholds, timeThreshold }: AlertConfig,
  kind: Kind,
  metric: Metric,
): number {
  const ofMetric = (name: string) => {
    const delays = own(metricTimeThresholds, name);
    const names = [metric.toLowerCase(), 'default', '_default', '*'];
    return delays && first(names, (key) => own(delays, key));
  };
  const names = delayNames[kind];
  return (
    first(names, ofMetric) ??
    first([...names, 'all'], (name) => own(timeThresholds, name)) ??
    ofMetric('all') ??
    timeThreshold
  );
}

const own = <T>(record: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(record, key) ? record[key] : undefined;

function first<T>(keys: readonly string[], find: (key: string) => T | undefined): T | undefined {
  for (const key of keys) {
    const found = find(key);
    if (found !== undefined) return found;
  }
  return undefined;
}
