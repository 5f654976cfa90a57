// A Ceph cluster. Where Ceph cannot be asked, only the size of its storages is known: HEALTH_UNKNOWN, and all counts are 0.
import * as z from 'zod';

/** Bytes; `percentUsed` is percent 0–100. */
export const CephPool = z.object({
  id: z.number(),
  name: z.string(),
  storedBytes: z.number(),
  availableBytes: z.number(),
  objects: z.number(),
  percentUsed: z.number(),
});

export const CephCluster = z.object({
  id: z.string(),
  instance: z.string(),
  name: z.string(),
  fsid: z.string().optional(),
  health: z.enum(['HEALTH_OK', 'HEALTH_WARN', 'HEALTH_ERR', 'HEALTH_UNKNOWN']),
  healthMessage: z.string(),
  totalBytes: z.number(),
  usedBytes: z.number(),
  availableBytes: z.number(),
  usagePercent: z.number(),
  numMons: z.number(),
  numMgrs: z.number(),
  numOsds: z.number(),
  numOsdsUp: z.number(),
  numOsdsIn: z.number(),
  numPGs: z.number(),
  pools: z.array(CephPool),
  services: z.array(
    z.object({ type: z.string(), running: z.number(), total: z.number(), message: z.string().optional() }),
  ),
  /** The names of its storages. Present where the sizes are an estimate from them. */
  storages: z.array(z.string()).optional(),
  lastUpdated: z.string(),
  staleSince: z.string().optional(),
});
export type CephCluster = z.infer<typeof CephCluster>;
