// Memory and disk figures, which every node and guest has.
import * as z from 'zod';

/** How far a figure can be trusted: `good` is measured inside the guest, `estimate` is measured outside or derived, `stale` is old. */
export const Quality = z.enum(['good', 'estimate', 'stale']);
export type Quality = z.infer<typeof Quality>;

/**
 * Bytes, except `usage`: percent 0–100 with one decimal. `source` names where `used` came from. `hostUsed` is the memory that
 * a VM takes from its host, with the page cache of the guest, rounded to two digits; hosts report it from version 9 on.
 */
export const Memory = z.object({
  total: z.number(),
  used: z.number(),
  free: z.number(),
  usage: z.number(),
  balloon: z.number().optional(),
  swapUsed: z.number().optional(),
  swapTotal: z.number().optional(),
  hostUsed: z.number().optional(),
  source: z.string().optional(),
  quality: Quality.optional(),
});
export type Memory = z.infer<typeof Memory>;

/** Bytes, except `usage`: percent 0–100, or −1 when the use is unknown. `at`: the time of the measurement (ISO). */
export const Disk = z.object({
  total: z.number(),
  used: z.number(),
  free: z.number(),
  usage: z.number(),
  source: z.string().optional(),
  at: z.string().optional(),
});
export type Disk = z.infer<typeof Disk>;

/** One file system inside a guest. Bytes; `usage` is percent. */
export const Filesystem = z.object({
  mountpoint: z.string(),
  device: z.string(),
  type: z.string(),
  total: z.number(),
  used: z.number(),
  free: z.number(),
  usage: z.number(),
});
export type Filesystem = z.infer<typeof Filesystem>;
