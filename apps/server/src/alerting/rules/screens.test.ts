// The level of an alert, as the engine decides it, and the colour of its figure on the screens are the same for each kind of figure.
import { fileSystemAlertId, namedFileSystems } from '@belfry/domain/alerts/file-systems';
import { alertLevels, withLevel, withLevels } from '@belfry/domain/alerts/levels';
import { policyOf } from '@belfry/domain/alerts/policy';
import { rootLimit, storagesOnRoot } from '@belfry/domain/alerts/root-file-system';
import {
  containerSubject,
  datastoreSubject,
  guestSubject,
  nodeSubject,
  pbsSubject,
  storageSubject,
} from '@belfry/domain/alerts/subjects';
import type { Limit, Metric, Subject } from '@belfry/domain/alerts/thresholds';
import { containerId } from '@belfry/domain/ids';
import { aContainer, aDockerHost } from '@belfry/domain/testing/docker';
import { aBackupServer, aDatastore } from '@belfry/domain/testing/pbs';
import { aStorage } from '@belfry/domain/testing/storage';
import { MEGABYTE } from '@belfry/domain/thresholds';
import type { AlertConfig } from '@belfry/schema/alerts/config';
import { factoryConfig } from '@belfry/schema/alerts/factory-config';
import type { Guest } from '@belfry/schema/entities/guest';
import type { Findings, Slices } from '@belfry/schema/messages/observation';
import type { State } from '@belfry/schema/state';
import { expect, test } from 'vitest';
import { guestTone, rateText, temperatureText, usageTone } from '../../../../web/src/lib/tone.ts';
import { guest, node } from '../../state/testing/observations.ts';
import type { AnyRuleSet } from '../engine/rule-set.ts';
import { polled } from '../testing/polled.ts';
import { createContainerRules } from './docker/containers.ts';
import { createGuestRules } from './guest.ts';
import { createNodeRules } from './node.ts';
import { createDatastoreRules } from './pbs/datastores.ts';
import { createBackupServerRules } from './pbs/servers.ts';
import { createStorageRules } from './storage.ts';

const used = (usage: number) => ({ total: 100, used: usage, free: 100 - usage, usage });
const a = (fields: Parameters<typeof node>[2]) => node('a', 'n1', { uptime: 9000, ...fields });
const running = (fields: Partial<Guest>) => guest('a', 100, { node: 'n1', ...fields });

/** `alert` is the id of the alert, `at` a report with this value, `tone` the colour on the screens. */
interface Kind {
  name: string;
  alert: string;
  rules(): readonly AnyRuleSet[];
  at(value: number): Slices;
  /** What else each of its reports has. */
  more?(value: number): Partial<Findings>;
  limit(config: AlertConfig, state: State): Limit | undefined;
  tone(value: number, limit: Limit | undefined): string;
  instance?: string;
  config?: Partial<AlertConfig>;
}

/** The threshold as a screen has it. `id`: with which the ids of the alerts begin. */
const limitOf =
  (subject: Subject, metric: Metric, id = subject.id): Kind['limit'] =>
  (config, state) =>
    withLevels(policyOf(config, subject).limits, id, alertLevels(state.activeAlerts))[metric];

const TEXTS: Record<string, string> = { '': 'ok', 'text-warn font-semibold': 'warn', 'text-crit font-bold': 'crit' };
const usage =
  (metric: Parameters<typeof usageTone>[0]): Kind['tone'] =>
  (value, limit) =>
    usageTone(metric, value, limit);
const ofGuest =
  (metric: 'cpu' | 'memory' | 'disk'): Kind['tone'] =>
  (value, limit) =>
    guestTone(metric, value, { quality: 'good' }, limit);
/** A counter that grows by this many megabytes per second. */
function countersOf(metric: string): NonNullable<Kind['more']> {
  let bytes = 0;
  return (value) => {
    bytes += value * MEGABYTE * 10;
    return { counters: { [someGuest.id]: { [metric]: bytes } } };
  };
}
const rateLimits = { trigger: 40, clear: 30, critical: 60 };

const guests = () => createGuestRules();
const nodes = () => [createNodeRules()];
const someGuest = running({});
const someNode = a({});
const host = aDockerHost({ id: 'h1' });
const container = aContainer({ id: 'c1', name: 'web' });
const disks = (usage: number) => [{ mountpoint: '/var', device: 'sdb', type: 'ext4', ...used(usage) }];
const onRoot = (value: number) =>
  aStorage({ instance: 'a', node: 'n1', name: 'local', id: 'a-n1-local', ...used(value) });
const [fileSystem] = namedFileSystems(disks(50));

const kinds: readonly Kind[] = [
  {
    name: 'CPU of a guest',
    alert: `${someGuest.id}-cpu`,
    rules: guests,
    at: (value) => ({ vms: [running({ cpu: value / 100 })] }),
    limit: limitOf(guestSubject(someGuest), 'cpu'),
    tone: ofGuest('cpu'),
  },
  {
    name: 'memory of a guest',
    alert: `${someGuest.id}-memory`,
    rules: guests,
    at: (value) => ({ vms: [running({ memory: used(value) })] }),
    limit: limitOf(guestSubject(someGuest), 'memory'),
    tone: ofGuest('memory'),
  },
  {
    name: 'disk of a guest',
    alert: `${someGuest.id}-disk`,
    rules: guests,
    at: (value) => ({ vms: [running({ disk: used(value) })] }),
    limit: limitOf(guestSubject(someGuest), 'disk'),
    tone: ofGuest('disk'),
  },
  {
    name: 'file system of a guest',
    alert: fileSystemAlertId(someGuest, fileSystem?.key ?? ''),
    rules: guests,
    at: (value) => ({ vms: [running({ disks: disks(value) })] }),
    limit: (config, { activeAlerts }) => {
      const limit = policyOf(config, guestSubject(someGuest)).limits.disk;
      const level = alertLevels(activeAlerts).get(fileSystemAlertId(someGuest, fileSystem?.key ?? ''));
      return limit && withLevel(limit, level);
    },
    tone: usage('disk'),
  },
  ...(['diskRead', 'diskWrite', 'networkIn', 'networkOut'] as const).map(
    (metric): Kind => ({
      name: `${metric} of a guest`,
      alert: `${someGuest.id}-${metric}`,
      rules: guests,
      config: { guestDefaults: { ...factoryConfig.guestDefaults, [metric]: rateLimits } },
      at: () => ({ vms: [running({})] }),
      more: countersOf(metric),
      limit: limitOf(guestSubject(someGuest), metric),
      tone: (value, limit) => TEXTS[rateText(value * MEGABYTE, limit)] ?? 'none',
    }),
  ),
  {
    name: 'CPU of a node',
    alert: `${someNode.id}-cpu`,
    rules: nodes,
    at: (value) => ({ nodes: [a({ cpu: value / 100 })] }),
    limit: limitOf(nodeSubject(someNode), 'cpu'),
    tone: usage('cpu'),
  },
  {
    name: 'memory of a node',
    alert: `${someNode.id}-memory`,
    rules: nodes,
    at: (value) => ({ nodes: [a({ memory: used(value) })] }),
    limit: limitOf(nodeSubject(someNode), 'memory'),
    tone: usage('memory'),
  },
  {
    name: 'root disk of a node',
    alert: `${someNode.id}-disk`,
    rules: nodes,
    at: (value) => ({ nodes: [a({ disk: used(value) })] }),
    limit: limitOf(nodeSubject(someNode), 'disk'),
    tone: usage('disk'),
  },
  {
    name: 'root disk of a node with a storage on it that has a lower threshold',
    alert: `${someNode.id}-disk`,
    rules: nodes,
    config: { storageDefault: { trigger: 70, clear: 64, critical: 85 } },
    at: (value) => ({ nodes: [a({ disk: used(value) })], storage: [onRoot(value)] }),
    limit: (config, state) => {
      const own = (subject: Subject) => policyOf(config, subject);
      const [found] = state.nodes;
      if (!found) return undefined;
      const { disk } = own(nodeSubject(found)).limits;
      const limit = rootLimit(disk, storagesOnRoot(found, state.storage, own), own);
      return withLevels({ disk: limit as Limit }, found.id, alertLevels(state.activeAlerts)).disk;
    },
    tone: usage('disk'),
  },
  {
    name: 'temperature of a node',
    alert: `${someNode.id}-temperature`,
    rules: nodes,
    at: (value) => ({ nodes: [a({ temperature: { available: true, cpuPackage: value, lastUpdate: '' } as never })] }),
    limit: limitOf(nodeSubject(someNode), 'temperature'),
    tone: (value, limit) => TEXTS[temperatureText(value, limit)] ?? 'none',
  },
  {
    name: 'usage of a storage',
    alert: 'a-n1-data-usage',
    rules: () => [createStorageRules()],
    at: (value) => ({
      storage: [aStorage({ instance: 'a', node: 'n1', id: 'a-n1-data', ...used(value) })],
      nodes: [a({})],
    }),
    limit: limitOf(storageSubject(aStorage({ instance: 'a', node: 'n1', id: 'a-n1-data' })), 'usage'),
    tone: usage('storage'),
  },
  {
    name: 'CPU of a backup server',
    alert: 'pbs-1-cpu',
    instance: 'pbs-1',
    rules: () => [createBackupServerRules()],
    at: (value) => ({ pbs: [aBackupServer({ id: 'pbs-1', cpu: value })] }),
    limit: limitOf(pbsSubject({ id: 'pbs-1' }), 'cpu'),
    tone: usage('cpu'),
  },
  {
    name: 'usage of a datastore',
    alert: 'pbs-1-main-usage',
    instance: 'pbs-1',
    rules: () => [createDatastoreRules()],
    at: (value) => ({
      pbs: [aBackupServer({ id: 'pbs-1', datastores: [aDatastore({ name: 'main', usage: value })] })],
    }),
    limit: limitOf(datastoreSubject('pbs-1', 'main'), 'usage'),
    tone: usage('disk'),
  },
  {
    name: 'CPU of a container',
    alert: `${containerId('h1', container)}-cpu`,
    instance: 'docker-h1',
    rules: () => [createContainerRules()],
    at: (value) => ({ dockerHosts: [{ ...host, containers: [{ ...container, cpuPercent: value }] }] }),
    limit: limitOf(containerSubject(host, container), 'cpu', containerId('h1', container)),
    tone: usage('cpu'),
  },
  {
    name: 'memory of a container',
    alert: `${containerId('h1', container)}-memory`,
    instance: 'docker-h1',
    rules: () => [createContainerRules()],
    at: (value) => ({ dockerHosts: [{ ...host, containers: [{ ...container, memoryPercent: value }] }] }),
    limit: limitOf(containerSubject(host, container), 'memory', containerId('h1', container)),
    tone: usage('memory'),
  },
];

const TONES: Record<string, string> = { none: 'ok', warning: 'warn', critical: 'crit' };

test.each(kinds.map((kind) => [kind.name, kind] as const))(
  '%s has the colour of its alert, also between the two values of its threshold',
  async (_, { alert, rules, at, more, limit, tone, instance, config = {} }) => {
    const { poll, stage } = polled(rules, config, instance);
    const whole = { ...factoryConfig, ...config };
    await poll(at(45), 60, () => more?.(1) ?? {});
    const first = limit(whole, stage.state());
    if (!first) throw new Error('It has a threshold');
    const { trigger, clear, critical = 100 } = first;
    const between = (trigger + clear) / 2;
    const steps: readonly (readonly [what: string, value: number, level: string])[] = [
      ['well', clear - 1, 'none'],
      ['between, before an alert', between, 'none'],
      ['above the trigger', trigger + 1, 'warning'],
      ['between, with an alert', between, 'warning'],
      ['critical', critical + 1, 'critical'],
      ['just below critical', critical - (trigger - clear) / 2, 'critical'],
      ['a warning again', trigger + 1, 'warning'],
      ['well again', clear - 1, 'none'],
    ];
    for (const [what, value, level] of steps) {
      // the longest delay of a figure
      await poll(at(value), 600, () => more?.(value) ?? {});
      const state = stage.state();
      const active = state.activeAlerts.find(({ id }) => id === alert)?.level ?? 'none';
      expect([what, active, tone(value, limit(whole, state))]).toEqual([what, level, TONES[level]]);
    }
  },
);
