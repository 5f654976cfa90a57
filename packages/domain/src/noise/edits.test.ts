import type { AlertConfig } from '@belfry/schema/alerts/config';
import { factoryConfig } from '@belfry/schema/alerts/factory-config';
import { expect, test } from 'vitest';
import { policyOf } from '../alerts/policy.ts';
import { holdMsOf, type Measured } from '../backtest/measured.ts';
import { replay } from '../backtest/replay.ts';
import { halvingEdits } from './edits.ts';

const STEP = 600_000;
const measured: Measured = {
  ...{ kind: 'guest', id: 'a-1', metric: 'cpu', of: 'guest', type: 'cpu', alert: 'a-1-cpu', override: 'a-1' },
  resource: { id: 'a-1', name: 'web' },
  factor: 1,
  limitOf(config) {
    const { disabled, limits } = policyOf(config, { kind: 'guest', id: 'a-1' });
    return disabled ? undefined : limits.cpu;
  },
};
const guests = ({ trigger = 80, delay = 5 } = {}): AlertConfig => ({
  ...factoryConfig,
  guestDefaults: { ...factoryConfig.guestDefaults, cpu: { trigger, clear: trigger - 5 } },
  timeThresholds: { guest: delay },
});

/** Each peak is a level for some steps, with a quiet step behind it. */
function edits(
  peaks: readonly (readonly [level: number, steps: number])[],
  config = guests(),
  acknowledged: number[] = [],
) {
  const values = peaks.flatMap(([level, steps]) => [...Array.from({ length: steps }, () => level), 10]);
  const steps = { from: 0, stepMs: STEP, values };
  const under = (other: AlertConfig) => {
    const limit = measured.limitOf(other);
    return limit ? replay(steps, limit, holdMsOf(other, measured)) : [];
  };
  const counted = {
    alerts: peaks.length,
    acknowledged: acknowledged.map((nth) => ({ start: nth * STEP, end: (nth + 1) * STEP })),
  };
  return halvingEdits(measured, config, counted, { under, stepMs: STEP });
}

test('the lowest threshold that halves the alerts is an override of the resource, with the same distance to its end', () => {
  const { replayed, edits: found } = edits([
    [83, 2],
    [84, 2],
    [92, 30],
    [85, 2],
  ]);
  expect(replayed).toBe(4);
  expect(found[0]).toMatchObject({ is: 'trigger', key: 'a-1', from: 80, to: 85, clear: 80, alerts: 2 });
});

test('short peaks are halved by a delay, which names the kind and the metric', () => {
  const { edits: found } = edits([
    [99, 1],
    [99, 1],
    [99, 20],
    [99, 1],
  ]);
  expect(found).toEqual([{ is: 'delay', kind: 'guest', type: 'cpu', from: 5, to: 900, alerts: 1, kept: 0 }]);
});

test('it says how many of the acknowledged alerts would still be raised', () => {
  const peaks = [83, 83, 95, 96, 83, 83].map((level) => [level, 1] as const);
  const { edits: found } = edits(peaks, guests(), [0, 4]);
  expect(found[0]).toMatchObject({ is: 'trigger', to: 84, alerts: 2, kept: 1 });
});

test('where no edit would have halved them, it says so and invents none', () => {
  expect(
    edits([
      [100, 30],
      [100, 30],
      [100, 30],
    ]),
  ).toEqual({ replayed: 3, edits: [], why: 'none' });
});

test('alerts that are too short for the stored steps are said to be so', () => {
  const result = edits([
    [50, 1],
    [50, 1],
    [95, 3],
  ]);
  expect(result).toEqual({ replayed: 1, edits: [], why: 'coarse' });
});

test('a threshold that is off by now has no edit', () => {
  expect(edits([[90, 3]], guests({ trigger: -1 }))).toEqual({ edits: [], why: 'off' });
});
