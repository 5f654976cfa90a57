import fc from 'fast-check';
import { expect, test } from 'vitest';
import { replay } from './replay.ts';

const MINUTE = 60_000;
const limit = { trigger: 80, clear: 75, critical: 90 };
const steps = (...values: number[]) => ({ from: 0, stepMs: MINUTE, values });
const unknown = Number.NaN;

test('an alert begins when the value was bad for long enough, and ends with the value that ends it', () => {
  const found = replay(steps(10, 85, 85, 78, 95, 76, 75, 85), limit, 2 * MINUTE);
  expect(found).toEqual([{ start: 3 * MINUTE, end: 6 * MINUTE, level: 'critical', activeMs: 3 * MINUTE }]);
  expect(replay(steps(85, 85, 85), limit, 0)).toEqual([
    { start: 0, end: undefined, level: 'warning', activeMs: 3 * MINUTE },
  ]);
});

test('what is not known starts and ends nothing, and its time does not count', () => {
  expect(replay(steps(85, unknown, 85, unknown, unknown, 10), limit, 2 * MINUTE)).toEqual([
    { start: 3 * MINUTE, end: 5 * MINUTE, level: 'warning', activeMs: 0 },
  ]);
  expect(replay(steps(unknown, unknown), limit, 0)).toEqual([]);
});

test('a value that returns soon and almost unchanged is no new alert, and one that differs is', () => {
  const rules = { minimumDelta: 2, suppressionWindow: 4 };
  const starts = (...values: number[]) =>
    replay(steps(...values), limit, 0, 1, rules).map(({ start }) => start / MINUTE);
  expect(starts(85, 10, 86, 10, 86)).toEqual([0]);
  expect(starts(85, 10, 89)).toEqual([0, 2]);
  // Too soon in minute 2, so it is none until minute 6.
  expect(starts(85, 10, 86, 86, 86, 86, 86, 86)).toEqual([0, 6]);
  expect(starts(85, 10, 10, 10, 86)).toEqual([0, 4]);
});

test('a threshold that is off raises nothing, and stored values may have another unit', () => {
  expect(replay(steps(99), { ...limit, trigger: -1 }, 0)).toEqual([]);
  expect(replay(steps(0.85), limit, 0, 100)).toHaveLength(1);
});

test('a higher threshold or a longer delay never raises more time of alerts', () => {
  const values = fc.array(fc.oneof(fc.integer({ min: 0, max: 100 }), fc.constant(unknown)), { maxLength: 200 });
  const active = (all: readonly { activeMs: number }[]) => all.reduce((sum, { activeMs }) => sum + activeMs, 0);
  fc.assert(
    fc.property(values, fc.integer({ min: 0, max: 10 }), fc.integer({ min: 0, max: 10 }), (made, more, minutes) => {
      const base = replay(steps(...made), limit, MINUTE);
      const higher = { trigger: limit.trigger + more, clear: limit.clear + more, critical: 100 };
      expect(active(replay(steps(...made), higher, MINUTE))).toBeLessThanOrEqual(active(base));
      expect(active(replay(steps(...made), limit, (1 + minutes) * MINUTE))).toBeLessThanOrEqual(active(base));
      for (const [nth, alert] of base.entries()) {
        expect(alert.activeMs).toBeLessThanOrEqual((alert.end ?? made.length * MINUTE) - alert.start);
        expect(alert.start).toBeGreaterThanOrEqual(base[nth - 1]?.end ?? 0);
      }
    }),
  );
});
