import type { AlertConfig, Override } from '@belfry/schema/alerts/config';
import { factoryConfig } from '@belfry/schema/alerts/factory-config';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { aContainer, aDockerHost } from '../testing/docker.ts';
import { aGuest } from '../testing/guest.ts';
import { aStorage } from '../testing/storage.ts';
import { holdSecondsOf, policyOf } from './policy.ts';
import {
  containerSubject,
  datastoreSubject,
  guestSubject,
  nodeSubject,
  pbsSubject,
  pmgSubject,
  storageSubject,
} from './subjects.ts';

const withOverrides = (overrides: Record<string, Override>): AlertConfig => ({ ...factoryConfig, overrides });
const vm = aGuest({ id: 'dc-100', instance: 'dc', node: 'pve1', vmid: 100, tags: ['web', 'Prod'] });
const at = (trigger: number, clear = trigger - 5) => ({ trigger, clear });

const storage = (id: string, node: string) =>
  aStorage({ id, node, name: 'nfs', nodes: ['pve1', 'pve2'], shared: true });

describe('without overrides', () => {
  test('a guest has the limits of the defaults, and metrics that are off are absent', () => {
    const { limits, disabled, poweredOffSeverity } = policyOf(factoryConfig, guestSubject(vm));
    expect(limits).toEqual({
      cpu: { trigger: 80, clear: 75, critical: 90, origin: { from: 'default' } },
      memory: { trigger: 85, clear: 80, critical: 95, origin: { from: 'default' } },
      disk: { trigger: 90, clear: 85, critical: 98, origin: { from: 'default' } },
      backupAge: { trigger: 8, clear: 7, critical: 15, origin: { from: 'default' } },
      snapshotAge: { trigger: 30, clear: 29, critical: 180, origin: { from: 'default' } },
    });
    expect(disabled).toBe(false);
    expect(poweredOffSeverity).toBe('warning');
  });

  test('all guests share one policy', () => {
    const other = aGuest({ id: 'dc-101', vmid: 101 });
    expect(policyOf(factoryConfig, guestSubject(vm))).toBe(policyOf(factoryConfig, guestSubject(other)));
  });

  test('a number of 0 or less is off', () => {
    const dockerDefaults = { ...factoryConfig.dockerDefaults, restartCount: 0, restartWindow: -1 };
    const { plain } = policyOf({ ...factoryConfig, dockerDefaults }, containerSubject(aDockerHost(), aContainer()));
    expect(plain).toEqual({ memoryWarnPct: 90, memoryCriticalPct: 95 });
  });
});

describe('the critical level', () => {
  const criticalAt = (override: Override) => policyOf(withOverrides({ 'dc-100': override }), guestSubject(vm)).limits;

  test('is 10 points above the trigger, and can be reached below 100 percent', () => {
    expect(criticalAt({ cpu: at(60) }).cpu?.critical).toBe(70);
    expect(criticalAt({ cpu: at(95) }).cpu?.critical).toBe(99);
    expect(criticalAt({ cpu: at(100) }).cpu?.critical).toBe(100);
  });
  test('of a rate is 1.5 times the trigger', () => {
    expect(criticalAt({ networkIn: at(100) }).networkIn?.critical).toBe(150);
  });
  test('of a temperature is 10 degrees above the trigger', () => {
    const { limits } = policyOf(factoryConfig, nodeSubject({ id: 'dc-pve1' }));
    expect(limits.temperature?.critical).toBe(90);
  });
  test('is the explicit one where there is one', () => {
    expect(criticalAt({ cpu: { ...at(60), critical: 61 } }).cpu?.critical).toBe(61);
  });
});

describe('overrides', () => {
  test('are stronger by id than by tag, by tag than by node, field by field', () => {
    const config = withOverrides({
      'dc-100': { cpu: at(10) },
      'tag:prod': { cpu: at(20), memory: at(20) },
      'node:dc-pve1': { cpu: at(30), memory: at(30), disk: at(30), poweredOffSeverity: 'critical' },
    });
    const { limits, poweredOffSeverity, origins } = policyOf(config, guestSubject(vm));
    expect(limits.cpu).toMatchObject({ trigger: 10, origin: { from: 'override', key: 'dc-100' } });
    expect(limits.memory).toMatchObject({ trigger: 20, origin: { from: 'tag', key: 'tag:prod' } });
    expect(limits.disk).toMatchObject({ trigger: 30, origin: { from: 'node', key: 'node:dc-pve1' } });
    expect(poweredOffSeverity).toBe('critical');
    expect(origins.poweredOffSeverity).toEqual({ from: 'node', key: 'node:dc-pve1' });
  });

  test('switch a metric off, and a stronger one switches it on again', () => {
    const off = withOverrides({ 'tag:web': { cpu: at(-1, 0) } });
    expect(policyOf(off, guestSubject(vm)).limits.cpu).toBeUndefined();
    const on = withOverrides({
      'tag:web': { cpu: at(-1, 0), disabled: true },
      'dc-100': { cpu: at(50), disabled: false },
    });
    const policy = policyOf(on, guestSubject(vm));
    expect(policy.limits.cpu?.trigger).toBe(50);
    expect(policy.disabled).toBe(false);
  });

  test('of two tags, the first in alphabetical order is the stronger one', () => {
    const config = withOverrides({ 'tag:web': { cpu: at(20) }, 'tag:PROD': { cpu: at(30) } });
    expect(policyOf(config, guestSubject(vm)).limits.cpu?.trigger).toBe(30);
  });

  test('by ids of the reference product hold too, the current id is stronger', () => {
    const config = withOverrides({
      'dc-pve1-100': { cpu: at(20), memory: at(20) },
      'pve1-100': { cpu: at(30), memory: at(30), disk: at(30) },
      'dc-100': { cpu: at(10) },
    });
    const { limits } = policyOf(config, guestSubject(vm));
    expect([limits.cpu?.trigger, limits.memory?.trigger, limits.disk?.trigger]).toEqual([10, 20, 30]);
  });

  test('survive the migration of the guest', () => {
    const config = withOverrides({ 'dc-100': { cpu: at(10) } });
    expect(policyOf(config, guestSubject({ ...vm, node: 'pve2' })).limits.cpu?.trigger).toBe(10);
  });

  test('of resources with the same ones give one shared policy', () => {
    const config = withOverrides({ 'tag:web': { cpu: at(20) } });
    const other = aGuest({ id: 'dc-101', vmid: 101, tags: ['web'] });
    expect(policyOf(config, guestSubject(vm))).toBe(policyOf(config, guestSubject(other)));
  });

  test('of a mail gateway have numbers of their own, and 0 is off', () => {
    const config = withOverrides({ 'pmg-mail': { queueTotalWarning: 20, holdQueueWarn: 0 } });
    const own = policyOf(config, pmgSubject({ id: 'pmg-mail' }));
    expect([own.plain.queueTotalWarning, own.plain.holdQueueWarn, own.plain.queueTotalCritical]).toEqual([
      20,
      undefined,
      1000,
    ]);
    expect(own.origins.queueTotalWarning).toEqual({ from: 'override', key: 'pmg-mail' });
    expect(policyOf(config, pmgSubject({ id: 'pmg-other' })).plain.queueTotalWarning).toBe(500);
  });

  test('of a container hold by its name when it was recreated', () => {
    const config = withOverrides({ 'docker:nas/name:web': { cpu: at(20) } });
    const made = aContainer({ id: 'new', name: 'web' });
    expect(policyOf(config, containerSubject({ id: 'nas' }, made)).limits.cpu?.trigger).toBe(20);
    expect(policyOf(config, containerSubject({ id: 'other' }, made)).limits.cpu?.trigger).toBe(80);
  });

  test('of a container hold for its name when only its old id is stored', () => {
    const config = withOverrides({ 'docker:nas/old': { cpu: at(20), name: 'web' } });
    const policyFor = (id: string, name: string) =>
      policyOf(config, containerSubject({ id: 'nas' }, aContainer({ id, name })));
    expect(policyFor('new', 'web').limits.cpu).toMatchObject({ trigger: 20, origin: { key: 'docker:nas/old' } });
    expect(policyFor('old', 'renamed').limits.cpu?.trigger).toBe(20);
    expect(policyFor('new', 'other').limits.cpu?.trigger).toBe(80);
  });

  test('of a shared storage by an id of the reference product, which names one of its nodes, hold too', () => {
    const config = withOverrides({ 'dc-pve2-nfs': { usage: at(50) } });
    expect(policyOf(config, storageSubject(storage('dc-cluster-nfs', 'cluster'))).limits.usage?.trigger).toBe(50);
  });

  test('by node hold for local storages and not for shared ones', () => {
    const config = withOverrides({ 'node:dc-pve1': { usage: at(50) } });
    const local = storage('dc-pve1-local', 'pve1');
    const shared = storage('dc-cluster-nfs', 'cluster');
    expect(policyOf(config, storageSubject(local)).limits.usage?.trigger).toBe(50);
    expect(policyOf(config, storageSubject(shared)).limits.usage?.trigger).toBe(85);
  });
});

describe('global switches', () => {
  test('cannot be undone by an override', () => {
    const config = { ...withOverrides({ 'dc-100': { disabled: false, disableConnectivity: false } }) };
    const all = policyOf({ ...config, disableAllGuests: true }, guestSubject(vm));
    expect(all.disabled).toBe(true);
    const offline = policyOf({ ...config, disableAllGuestsOffline: true }, guestSubject(vm));
    expect([offline.disabled, offline.connectivityDisabled]).toEqual([false, true]);
    expect(policyOf({ ...config, enabled: false }, guestSubject(vm)).disabled).toBe(true);
  });
});

test('a clear level of 0 is the trigger', () => {
  const config = { ...factoryConfig, storageDefault: at(3, 0) };
  expect(policyOf(config, storageSubject(storage('dc-pve1-local', 'pve1'))).limits.usage).toMatchObject({
    trigger: 3,
    clear: 3,
  });
});

/** For every field: what the strongest source says, worked out without `policyOf`. */
test('for any overrides, each limit and its origin come from the strongest source that has the metric', () => {
  const sources = ['dc-100', 'dc-pve1-100', 'pve1-100', 'tag:prod', 'tag:web', 'node:dc-pve1'] as const;
  const threshold = fc.integer({ min: -1, max: 100 }).map((trigger) => at(trigger, Math.max(0, trigger - 5)));
  const override = fc.record({ cpu: threshold, memory: threshold, networkIn: threshold }, { requiredKeys: [] });
  const anyOverrides = fc.dictionary(fc.constantFrom(...sources, 'dc-101', 'tag:other', 'node:dc-pve2'), override);
  fc.assert(
    fc.property(anyOverrides, (overrides) => {
      const { limits } = policyOf(withOverrides(overrides), guestSubject(vm));
      for (const metric of ['cpu', 'memory', 'networkIn'] as const) {
        const key = sources.find((source) => overrides[source]?.[metric]);
        const expected = (key && overrides[key]?.[metric]) ?? factoryConfig.guestDefaults[metric];
        if (expected.trigger <= 0) expect(limits[metric]).toBeUndefined();
        else
          expect([limits[metric]?.trigger, limits[metric]?.origin]).toEqual([
            expected.trigger,
            key
              ? { from: key.startsWith('tag:') ? 'tag' : key.startsWith('node:') ? 'node' : 'override', key }
              : { from: 'default' },
          ]);
      }
    }),
  );
});

test('the override of a backup server holds for its datastores, and one of a datastore is stronger', () => {
  const config = withOverrides({
    'pbs-main': { usage: at(70, 65), cpu: at(50, 45) },
    'pbs-main-tank': { usage: at(95, 90) },
  });
  const origin = (key: string, from: string) => ({ usage: { origin: { from, key } } });
  const [server, tank, old] = [
    pbsSubject({ id: 'pbs-main' }),
    datastoreSubject('pbs-main', 'tank'),
    datastoreSubject('pbs-main', 'old'),
  ];
  for (const _ of [1, 2]) {
    expect(policyOf(config, old).limits).toMatchObject(origin('pbs-main', 'server'));
    expect(policyOf(config, server).limits).toMatchObject(origin('pbs-main', 'override'));
    expect(policyOf(config, tank).limits).toMatchObject({
      ...origin('pbs-main-tank', 'override'),
      cpu: { trigger: 50 },
    });
  }
  expect(policyOf(config, datastoreSubject('pbs-away', 'old')).limits.usage?.origin).toEqual({ from: 'default' });
});

test('the most specific delay holds', () => {
  const config: AlertConfig = {
    ...factoryConfig,
    timeThreshold: 1,
    timeThresholds: { guest: 2, all: 3 },
    metricTimeThresholds: { guest: { diskread: 0, '*': 4 }, node: { default: 6 }, all: { cpu: 7 } },
  };
  expect(holdSecondsOf(config, 'guest', 'diskRead')).toBe(0);
  expect(holdSecondsOf(config, 'guest', 'cpu')).toBe(4);
  expect(holdSecondsOf(config, 'dockerContainer', 'cpu')).toBe(4);
  expect(holdSecondsOf(config, 'pbs', 'cpu')).toBe(6);
  expect(holdSecondsOf(config, 'storage', 'usage')).toBe(3);
  expect(holdSecondsOf({ ...config, timeThresholds: {} }, 'storage', 'usage')).toBe(1);
});
