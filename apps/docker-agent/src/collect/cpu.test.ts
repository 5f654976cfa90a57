import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Stats } from '../engine/payloads.ts';
import { type CpuSample, cpuPercent, cpuSample } from './cpu.ts';

const sample = (totalNs: number, systemNs: number, cores: number): CpuSample => ({
  run: 'r',
  totalNs,
  systemNs,
  readMs: 0,
  cores,
});
const nanoseconds = fc.integer({ min: 0, max: 2 ** 50 });

test('one busy core is 100, for any number of cores and any time between samples', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 256 }),
      fc.integer({ min: 1e9, max: 1e12 }),
      nanoseconds,
      (cores, elapsed, since) => {
        const before = sample(since, since * cores, cores);
        const after = sample(since + elapsed, since * cores + elapsed * cores, cores);
        expect(cpuPercent(before, after)).toBeCloseTo(100, 3);
      },
    ),
  );
});

test('the figure is never negative, never more than all cores, never NaN', () => {
  const any = fc.record({ totalNs: nanoseconds, systemNs: nanoseconds, cores: fc.integer({ min: 1, max: 256 }) });
  fc.assert(
    fc.property(any, any, (a, b) => {
      const percent = cpuPercent(sample(a.totalNs, a.systemNs, a.cores), sample(b.totalNs, b.systemNs, b.cores));
      if (percent === undefined) return;
      expect(percent).toBeGreaterThanOrEqual(0);
      expect(percent).toBeLessThanOrEqual(b.cores * 100);
    }),
  );
});

test('there is no figure from a single sample, from samples of two runs, or from falling counters', () => {
  expect(cpuPercent(undefined, sample(5, 10, 1))).toBeUndefined();
  expect(cpuPercent({ ...sample(1, 1, 1), run: 'earlier' }, sample(5, 10, 1))).toBeUndefined();
  expect(cpuPercent(sample(9, 1, 1), sample(5, 10, 1))).toBeUndefined();
  expect(cpuPercent(sample(1, 10, 1), sample(5, 10, 1))).toBeUndefined();
});

test('without a system total, the time between the samples is used, in units of 100 ns on Windows', () => {
  const stats = (read: string, total: number) =>
    Stats.parse({ read, num_procs: 4, cpu_stats: { cpu_usage: { total_usage: total } } });
  const before = cpuSample(stats('2025-01-01T00:00:00Z', 0), 'r', { cores: undefined, podman: false });
  const after = cpuSample(stats('2025-01-01T00:00:10Z', 5e7), 'r', { cores: undefined, podman: false });
  if (!before || !after) throw new Error('no sample');
  expect(cpuPercent(before, after)).toBeCloseTo(50);
});

test('Podman’s system total is not used, because it does not include idle time', () => {
  const at = (read: string, total: number, system: number) =>
    cpuSample(
      Stats.parse({ read, cpu_stats: { cpu_usage: { total_usage: total }, system_cpu_usage: system, online_cpus: 2 } }),
      'r',
      { cores: 2, podman: true },
    );
  const before = at('2025-01-01T00:00:00Z', 0, 0);
  const after = at('2025-01-01T00:00:10Z', 2e9, 2e9);
  expect(after && cpuPercent(before, after)).toBeCloseTo(20);
});

test('cores: from the engine, else the length of the per-core list, else the cores of the host', () => {
  const cores = (cpu: object, host?: number) =>
    cpuSample(Stats.parse({ cpu_stats: { cpu_usage: { total_usage: 1, percpu_usage: [1, 2, 3] }, ...cpu } }), 'r', {
      cores: host,
      podman: false,
    })?.cores;
  expect(cores({ online_cpus: 2 })).toBe(2);
  expect(cores({})).toBe(3);
  expect(cores({ cpu_usage: { total_usage: 1 } }, 8)).toBe(8);
  expect(cpuSample(Stats.parse({}), 'r', { cores: 8, podman: false })).toBeUndefined();
});
