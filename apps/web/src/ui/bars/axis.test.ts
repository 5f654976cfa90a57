import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { axisOf, labelledBars } from './axis.ts';

test('the axis begins at 0 and ends at or above the maximum, in at most a few equal whole steps', () => {
  fc.assert(
    fc.property(fc.nat(1_000_000), (most) => {
      const ticks = axisOf(most);
      const steps = ticks.slice(1).map((tick, i) => tick - (ticks[i] as number));
      expect(ticks[0]).toBe(0);
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(most);
      expect(new Set(steps).size).toBe(1);
      expect(ticks.length).toBeLessThanOrEqual(6);
      expect(Number.isInteger(steps[0])).toBe(true);
    }),
  );
});

test('labels of bars keep their distance, the last one is shown, and a bar without a label has none', () => {
  const days = ['', 'Nov 17', '', '', '', 'Nov 18', '', '', '', 'Nov 19', ''];
  expect([...labelledBars(days, 40, 72)]).toEqual([9, 5, 1]);
  expect([...labelledBars(days, 10, 72)]).toEqual([9, 1]);
  expect([...labelledBars(['a', 'b', 'c', 'd', 'e'], 36, 72)]).toEqual([4, 2, 0]);
});
