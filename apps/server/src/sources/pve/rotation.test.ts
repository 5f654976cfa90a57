import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRotation } from './rotation.ts';

test('every guest has its turn once a round, and none twice before all others', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer({ min: 100, max: 9999 }), { maxLength: 200 }), (vmids) => {
      const turn = createRotation({ everyMs: 30_000, roundMs: 600_000, most: 100 });
      const guests = vmids.map((vmid) => ({ vmid }));
      const seen = Array.from({ length: 20 }, () => turn(guests)).flat();
      expect(new Set(seen.map((g) => g.vmid)).size).toBe(vmids.length);
      const first = seen.slice(0, vmids.length).map((g) => g.vmid);
      expect(new Set(first).size).toBe(vmids.length);
    }),
  );
});

test('a turn is never larger than allowed, and goes on when guests come and go', () => {
  const turn = createRotation({ everyMs: 30_000, roundMs: 600_000, most: 3 });
  const guests = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => ({ vmid: from + i }));
  expect(turn(guests(100, 400)).map((g) => g.vmid)).toEqual([100, 101, 102]);
  expect(turn(guests(102, 400)).map((g) => g.vmid)).toEqual([103, 104, 105]);
  expect(turn([])).toEqual([]);
  expect(turn(guests(100, 400)).map((g) => g.vmid)).toEqual([100, 101, 102]);
});
