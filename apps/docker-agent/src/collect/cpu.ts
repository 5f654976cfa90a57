// CPU in percent of one core, from two samples. The engine's one-shot answer has only one, so the agent keeps the earlier one.
import type { Stats } from '../engine/payloads.ts';

/** Counters since the container started. `systemNs` is the time of the host over all cores, idle time included. */
export interface CpuSample {
  /** Samples of different runs of a container must not be compared, because its counters start again. */
  run: string;
  totalNs: number;
  systemNs?: number;
  readMs: number;
  cores: number;
}

/** Podman's system total does not include idle time, and Windows has none: there the time between the samples is used. */
export interface CpuContext {
  cores: number | undefined;
  podman: boolean;
}

export function cpuSample(stats: Stats, run: string, host: CpuContext): CpuSample | undefined {
  const cpu = stats.cpu_stats;
  const total = cpu?.cpu_usage?.total_usage;
  if (cpu == null || total == null) return undefined;
  // Windows reports the number of processors, and counts in units of 100 ns.
  const windows = Boolean(stats.num_procs);
  return {
    run,
    totalNs: windows ? total * 100 : total,
    ...(cpu.system_cpu_usage && !host.podman && { systemNs: cpu.system_cpu_usage }),
    readMs: Date.parse(stats.read ?? ''),
    cores: cpu.online_cpus || cpu.cpu_usage?.percpu_usage?.length || stats.num_procs || host.cores || 1,
  };
}

/** 100 is one core; never more than all cores. Undefined when the two samples cannot be compared. */
export function cpuPercent(before: CpuSample | undefined, after: CpuSample): number | undefined {
  if (!before || before.run !== after.run) return undefined;
  const used = after.totalNs - before.totalNs;
  const possible =
    after.systemNs !== undefined && before.systemNs !== undefined
      ? (after.systemNs - before.systemNs) / after.cores
      : (after.readMs - before.readMs) * 1e6;
  if (!(used >= 0) || !(possible > 0)) return undefined;
  return Math.min((used / possible) * 100, after.cores * 100);
}
