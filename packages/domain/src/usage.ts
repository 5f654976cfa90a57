// Calculates usage from used and total: for memory, disks and storages.

/** Bytes, except `usage`: percent 0–100 with one decimal. */
export interface Usage {
  total: number;
  used: number;
  free: number;
  usage: number;
}

export const roundTo = (value: number, decimals: number): number => {
  const factor = 10 ** decimals;
  return Math.round(value * factor) / factor;
};

/** 0 when the total is 0, and never above 100, because it is the length of a bar. */
export const percent = (used: number, total: number): number =>
  total > 0 && used > 0 ? roundTo(Math.min(used / total, 1) * 100, 1) : 0;

/** `used` may exceed `total`, as the memory of a VM does on its host; `free` and `usage` stay within their limits. */
export const usageOf = (total: number, used: number): Usage => ({
  total,
  used,
  free: Math.max(total - used, 0),
  usage: percent(used, total),
});
