// The arithmetic of "so much of so much", the same for memory, disks and storages.

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

/** 0 when there is nothing to divide by, never above 100: a bar cannot be fuller than full. */
export const percent = (used: number, total: number): number =>
  total > 0 && used > 0 ? roundTo(Math.min(used / total, 1) * 100, 1) : 0;

/** `used` keeps the truth even where it exceeds `total` (a VM's memory seen from the host does); `free` and `usage` do not. */
export const usageOf = (total: number, used: number): Usage => ({
  total,
  used,
  free: Math.max(total - used, 0),
  usage: percent(used, total),
});
