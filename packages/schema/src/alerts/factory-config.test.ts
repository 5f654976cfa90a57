import { expect, test } from 'vitest';
import { clearOf, factoryConfig } from './factory-config.ts';

const at = (trigger: number) => ({ trigger, clear: trigger - 5 });
const off = { trigger: -1, clear: 0 };

test('the factory defaults of thresholds and delays are these numbers', () => {
  const { guestDefaults, nodeDefaults, dockerDefaults, storageDefault, timeThreshold, timeThresholds } = factoryConfig;
  expect(guestDefaults).toMatchObject({
    ...{ cpu: at(80), memory: at(85), disk: at(90), diskRead: off, diskWrite: off, networkIn: off, networkOut: off },
    poweredOffSeverity: 'warning',
  });
  expect(nodeDefaults).toEqual({ cpu: at(80), memory: at(85), disk: at(90), temperature: at(80) });
  expect(dockerDefaults).toEqual({
    ...{ cpu: at(80), memory: at(85), restartCount: 3, restartWindow: 300, memoryWarnPct: 90, memoryCriticalPct: 95 },
  });
  expect([storageDefault, timeThreshold, timeThresholds]).toEqual([
    at(85),
    5,
    { guest: 5, node: 5, storage: 5, pbs: 5 },
  ]);
  expect([clearOf(80), clearOf(3)]).toEqual([75, 0]);
});

test('the factory defaults of mail gateways are these numbers', () => {
  expect(factoryConfig.pmgDefaults).toEqual({
    ...{ queueTotalWarning: 500, queueTotalCritical: 1000, oldestMessageWarnMins: 30, oldestMessageCritMins: 60 },
    ...{ deferredQueueWarn: 200, deferredQueueCritical: 500, holdQueueWarn: 100, holdQueueCritical: 300 },
    ...{ quarantineSpamWarn: 2000, quarantineSpamCritical: 5000 },
    ...{ quarantineVirusWarn: 2000, quarantineVirusCritical: 5000 },
    ...{ quarantineGrowthWarnPct: 25, quarantineGrowthWarnMin: 250 },
    ...{ quarantineGrowthCritPct: 50, quarantineGrowthCritMin: 500 },
  });
});

test('the values that every configuration has are these numbers', () => {
  expect(factoryConfig).toMatchObject({
    ...{ minimumDelta: 2, suppressionWindow: 5, hysteresisMargin: 5 },
    aggregation: { enabled: true, timeWindow: 10, countThreshold: 3, similarityWindow: 5 },
    flapping: { enabled: true, threshold: 5, window: 10, suppressionTime: 30, minStability: 0.8 },
    ioNormalization: { enabled: true, vmDiskMax: 500, containerDiskMax: 300, networkMax: 1000 },
  });
});

test('the schedule of a fresh installation: quiet hours and escalation off, cooldown and grouping on', () => {
  const { quietHours, cooldown, maxAlertsHour, grouping, escalation } = factoryConfig.schedule;
  expect(quietHours).toMatchObject({ enabled: false, start: '22:00', end: '08:00' });
  expect(quietHours.days).toEqual({
    ...{ monday: true, tuesday: true, wednesday: true, thursday: true, friday: true, saturday: false, sunday: false },
  });
  expect(quietHours.suppress).toEqual({ performance: false, storage: false, offline: false });
  expect([cooldown, maxAlertsHour]).toEqual([30, 3]);
  expect(grouping).toMatchObject({ enabled: true, window: 300, byNode: true, byGuest: false });
  expect(escalation).toEqual({ enabled: false, levels: [] });
});
