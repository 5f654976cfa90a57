import { describe, expect, test } from 'vitest';
import { AlertConfig } from './config.ts';
import { AlertConfigInput } from './config-input.ts';
import { factoryConfig } from './factory-config.ts';

const read = (given: unknown): AlertConfig => AlertConfigInput.parse(given);
/** The wrong fields, as an answer names them. */
const wrong = (given: unknown): string[] =>
  AlertConfigInput.safeParse(given).error?.issues.flatMap(({ path, ...issue }) =>
    issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...path, key].join('.')) : [path.join('.')],
  ) ?? [];

test('a fresh installation has the defaults, and an empty configuration is the same', () => {
  expect(read({})).toEqual(factoryConfig);
  expect(AlertConfig.parse(factoryConfig)).toEqual(factoryConfig);
});

test('a configuration that was read can be sent back and stays the same', () => {
  const config = read({ overrides: { 'dc-100': { cpu: 70 }, 'tag:prod': { memory: -1 } }, nodeDefaults: { disk: -1 } });
  expect(read(JSON.parse(JSON.stringify(config)))).toEqual(config);
});

describe('a threshold', () => {
  const cpu = (given: unknown) => read({ guestDefaults: { cpu: given } }).guestDefaults.cpu;

  test('is a number, or an object with or without a clear level and a critical level', () => {
    expect(cpu(70)).toEqual({ trigger: 70, clear: 65 });
    expect(cpu({ trigger: 70, clear: 50 })).toEqual({ trigger: 70, clear: 50 });
    expect(cpu({ trigger: 70, clear: 50, critical: 99 })).toEqual({ trigger: 70, clear: 50, critical: 99 });
    expect(cpu({ trigger: 70 })).toEqual({ trigger: 70, clear: 65 });
    expect(cpu(3)).toEqual({ trigger: 3, clear: 0 });
  });
  test('of -1 is off, a boolean is read as 0, and only a missing one is the default', () => {
    expect(cpu(-1)).toEqual({ trigger: -1, clear: 0 });
    expect(cpu({ trigger: -1, clear: -1 })).toEqual({ trigger: -1, clear: 0 });
    expect(cpu(0)).toEqual({ trigger: 0, clear: 0 });
    expect([cpu(true), cpu(false)]).toEqual([cpu(0), cpu(0)]);
    expect([cpu(undefined), cpu(null)]).toEqual([factoryConfig.guestDefaults.cpu, factoryConfig.guestDefaults.cpu]);
  });
  test('has the margin of the configuration where it has no clear level', () => {
    const config = read({
      hysteresisMargin: 8,
      storageDefault: 70,
      overrides: { a: { cpu: 60, memory: { trigger: 50 } } },
    });
    expect(config.storageDefault.clear).toBe(62);
    expect(config.overrides.a).toEqual({ cpu: { trigger: 60, clear: 52 }, memory: { trigger: 50, clear: 42 } });
  });
});

test('off stays off for temperatures, storages, containers and mail', () => {
  const config = read({
    nodeDefaults: { temperature: -1 },
    storageDefault: 0,
    dockerDefaults: { restartCount: -1, memoryWarnPct: 0 },
    pmgDefaults: { queueTotalWarning: -5, holdQueueWarn: 10.6 },
  });
  expect(config.nodeDefaults.temperature.trigger).toBe(-1);
  expect(config.storageDefault.trigger).toBe(0);
  expect(config.dockerDefaults).toMatchObject({ restartCount: -1, memoryWarnPct: 0, restartWindow: 300 });
  expect(config.pmgDefaults).toMatchObject({ queueTotalWarning: 0, holdQueueWarn: 11, holdQueueCritical: 300 });
});

test('every wrong field is named', () => {
  expect(
    wrong({
      guestDefaults: {
        cpu: 101,
        memory: { trigger: 80, clear: 81 },
        diskRead: 10_001,
        disk: 'much',
        poweredOffSeverity: 'loud',
      },
      nodeDefaults: {
        temperature: 151,
        cpu: { trigger: 80, critical: 79 },
        memory: { trigger: 80, critical: 101 },
        fans: 3,
      },
      storageDefault: -2,
      dockerDefaults: { restartCount: 51, restartWindow: 86_401 },
      timeThreshold: -1,
      overrides: { 'dc-100': { cpu: Number.POSITIVE_INFINITY, thresholds: { memory: 200 }, mood: 1 } },
      schedule: { cooldown: 4, quietHours: { start: '25:00', days: [7] } },
      disableAllNodes: 'no',
      unheard: {},
    }).sort(),
  ).toEqual(
    [
      'disableAllNodes',
      'dockerDefaults.restartCount',
      'dockerDefaults.restartWindow',
      'guestDefaults.cpu',
      'guestDefaults.disk',
      'guestDefaults.diskRead',
      'guestDefaults.memory.clear',
      'guestDefaults.poweredOffSeverity',
      'nodeDefaults.cpu.critical',
      'nodeDefaults.fans',
      'nodeDefaults.memory.critical',
      'nodeDefaults.temperature',
      'overrides.dc-100.cpu',
      'overrides.dc-100.mood',
      'overrides.dc-100.thresholds.memory',
      'schedule.cooldown',
      'schedule.quietHours.days.0',
      'schedule.quietHours.start',
      'storageDefault',
      'timeThreshold',
      'unheard',
    ].sort(),
  );
});

test('an override has its thresholds directly, nested or under their older names', () => {
  const { overrides } = read({
    overrides: {
      a: {
        cpu: { trigger: 60, clear: 50 },
        thresholds: { cpu: 1, memory: { trigger: 70, clear: 60 } },
        diskLegacy: 40,
        memoryLegacy: 2,
      },
      'docker:nas/abc': { thresholds: { restartCount: { trigger: 7, clear: 2 } }, type: 'dockerContainer', vmid: 3 },
      'pmg-mail': { queueTotalWarning: 20, disabled: false },
    },
  });
  expect(overrides).toEqual({
    a: { cpu: { trigger: 60, clear: 50 }, memory: { trigger: 70, clear: 60 }, disk: { trigger: 40, clear: 35 } },
    'docker:nas/abc': { restartCount: 7 },
    'pmg-mail': { queueTotalWarning: 20, disabled: false },
  });
});

test('delays have names in lower case and whole seconds, and 0 is a delay', () => {
  const { metricTimeThresholds, timeThresholds } = read({
    timeThresholds: { guest: 0 },
    metricTimeThresholds: { ' Guest ': { ' CPU ': 9.6, diskRead: 0, memory: -1, disk: 'x' } },
  });
  expect(timeThresholds).toEqual({ guest: 0, node: 5, storage: 5, pbs: 5 });
  expect(metricTimeThresholds).toEqual({ guest: { cpu: 10, diskread: 0 } });
});

test('unused fields come back unchanged, and days keep their form', () => {
  const kept = {
    aggregation: { enabled: false, odd: [1, { deep: null }] },
    flapping: { threshold: 9 },
    ioNormalization: {},
    customRules: [{ name: 'db', filterConditions: { filters: [] } }],
  };
  const map = { days: { monday: true, sunday: false }, timezone: 'Europe/Vienna' };
  expect(read({ ...kept, schedule: { quietHours: map, extra: { a: 1 } } })).toMatchObject({
    ...kept,
    schedule: { extra: { a: 1 }, cooldown: 30, quietHours: { ...map, start: '22:00', enabled: false } },
  });
  expect(read({ schedule: { quietHours: { days: [0, 6] }, cooldown: 0 } }).schedule).toMatchObject({
    quietHours: { days: [0, 6] },
    cooldown: 0,
  });
});

test('the blank schedule of a fresh reference installation is read', () => {
  const blank = {
    quietHours: { enabled: false, start: '', end: '', timezone: '', days: null, suppress: {} },
    ...{ cooldown: 0, groupingWindow: 0, maxAlertsHour: 0 },
    grouping: { enabled: false, window: 0 },
    escalation: { enabled: false, levels: null },
  };
  expect(wrong({ schedule: blank, customRules: null, overrides: null })).toEqual([]);
});

test('hostile sizes are refused', () => {
  let deep: unknown = 1;
  for (let n = 0; n < 50_000; n++) deep = [deep];
  expect(wrong({ aggregation: { deep } })).toEqual(['aggregation']);
  expect(wrong({ customRules: Array.from({ length: 3000 }, () => ({})) })).toEqual(['customRules']);
  expect(wrong({ flapping: { text: 'x'.repeat(1_000_000) } })).toEqual(['flapping']);
  expect(wrong({ overrides: { ['x'.repeat(600)]: {} } })).toHaveLength(1);
  const many = Object.fromEntries(Array.from({ length: 20_001 }, (_, n) => [`dc-${n}`, {}]));
  expect(wrong({ overrides: many })).toEqual(['overrides']);
});
