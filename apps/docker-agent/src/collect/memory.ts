// The memory that a container uses, without what the kernel can reclaim, as Docker's own client shows it.
import type { Stats } from '../engine/payloads.ts';

export interface Memory {
  memoryUsageBytes: number;
  memoryLimitBytes?: number;
  /** Percent of the limit, 0–100. */
  memoryPercent?: number;
}

/** cgroup v1 has `total_inactive_file` (very old kernels only `cache`), v2 `inactive_file`; Windows counts on its own. */
export function memoryOf(stats: Stats, hostBytes: number | undefined): Memory | undefined {
  const memory = stats.memory_stats;
  const usage = memory?.usage ?? memory?.privateworkingset;
  if (usage == null || !(usage >= 0)) return undefined;
  const reclaimable = memory?.stats?.total_inactive_file ?? memory?.stats?.inactive_file ?? memory?.stats?.cache ?? 0;
  const used = reclaimable > 0 && reclaimable <= usage ? usage - reclaimable : usage;
  // Without a limit the number is larger than the host's memory, or missing.
  const limit = Math.min(memory?.limit || Number.POSITIVE_INFINITY, hostBytes || Number.POSITIVE_INFINITY);
  return Number.isFinite(limit) && limit > 0
    ? { memoryUsageBytes: used, memoryLimitBytes: limit, memoryPercent: (used / limit) * 100 }
    : { memoryUsageBytes: used };
}
