import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Stats } from '../engine/payloads.ts';
import { memoryOf } from './memory.ts';

const memory = (memory_stats: object, host?: number) => memoryOf(Stats.parse({ memory_stats }), host);

test('cgroup v1 and v2: inactive files do not count as memory of the container', () => {
  const v1 = { usage: 1000, limit: 2000, stats: { total_inactive_file: 300, inactive_file: 1, cache: 900 } };
  const v2 = { usage: 1000, limit: 2000, stats: { inactive_file: 300 } };
  const expected = { memoryUsageBytes: 700, memoryLimitBytes: 2000, memoryPercent: 35 };
  expect(memory(v1)).toEqual(expected);
  expect(memory(v2)).toEqual(expected);
});

test('a limit above the memory of the host is the memory of the host', () => {
  expect(memory({ usage: 50, limit: 2 ** 63 }, 100)).toEqual({
    memoryUsageBytes: 50,
    memoryLimitBytes: 100,
    memoryPercent: 50,
  });
  expect(memory({ usage: 50 })).toEqual({ memoryUsageBytes: 50 });
});

test('without a usage there are no memory figures', () => {
  expect(memory({ limit: 100, stats: {} })).toBeUndefined();
  expect(memoryOf(Stats.parse({}), 100)).toBeUndefined();
});

test('used memory is never negative and never more than the usage', () => {
  const n = fc.option(fc.nat(), { nil: undefined });
  const stats = fc.record({ total_inactive_file: n, inactive_file: n, cache: n });
  fc.assert(
    fc.property(fc.nat(), n, stats, (usage, limit, detail) => {
      const result = memory({ usage, limit, stats: detail });
      expect(result?.memoryUsageBytes).toBeGreaterThanOrEqual(0);
      expect(result?.memoryUsageBytes).toBeLessThanOrEqual(usage);
    }),
  );
});
