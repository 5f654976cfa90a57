import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRecent } from './recent.ts';

test('the newest entries, at least half of the capacity, are always present, and never more than the capacity', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 200 }), (numbers) => {
      const recent = createRecent<number>(10);
      numbers.forEach((n, i) => {
        recent.set(`${n}`, i);
      });
      const last = [...new Set(numbers.toReversed())].slice(0, 5);
      for (const n of last) expect(recent.get(`${n}`)).toBe(numbers.lastIndexOf(n));
      expect([...recent.keys()].length).toBeLessThanOrEqual(10);
      recent.delete(`${numbers[0]}`);
      expect(recent.get(`${numbers[0]}`)).toBeUndefined();
    }),
  );
});
