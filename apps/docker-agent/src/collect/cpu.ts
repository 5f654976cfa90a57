// CPU in percent of one core, from two samples. A single sample says nothing: an engine's one-shot answer has no earlier one.
import type { Stats } from '../engine/payloads.ts';

/** Counters since the container started. `systemNs` is the time of the host over all cores, idle time included. */
export interface CpuSample {
  /** Samples of different runs of a container must not be compared: its counters began anew. */
  run: string;
  totalNs: number;
  systemNs?: number;
  readMs: number;
  cores: number;
}

/** Podman's system total leaves idle time out, and Windows has none: there the time between the readings is the measure. */
export interface CpuContext {
  cores: number | undefined;
  podman: boolean;
}

export function cpuSample(stats: Stats, run: string, host: CpuContext): CpuSample | undefined {
  const cpu = stats.cpu_stats;
  const total = cpu?.cpu_usage?.total_usage;
  if (cpu == null || total == null) return undefined;
  // Windows says how many processors there are, and counts in units of 100 ns
  const windows = Boolean(stats.num_procs);
  return {
    run,
    totalNs: windows ? total * 100 : total,
    ...(cpu.system_cpu_usage && !host.podman ? { systemNs: cpu.system_cpu_usage } : {}),
    readMs: Date.parse(stats.read ?? ''),
    cores: cpu.online_cpus || cpu.cpu_usage?.percpu_usage?.length || stats.num_procs || host.cores || 1,
  };
}

/** 100 is one core; never beyond all cores. Undefined where the two samples say nothing together. */
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
