import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { axisOf } from './axis.ts';

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
