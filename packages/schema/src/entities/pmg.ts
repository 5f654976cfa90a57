// A Proxmox Mail Gateway.
import * as z from 'zod';
import { ConnectionHealth } from './node.ts';

/** Messages; `oldestAge` seconds. */
export const MailQueue = z.object({
  active: z.number(),
  deferred: z.number(),
  hold: z.number(),
  incoming: z.number(),
  total: z.number(),
  oldestAge: z.number(),
  updatedAt: z.string(),
});

export const PmgNode = z.object({
  name: z.string(),
  status: z.string(),
  role: z.string().optional(),
  uptime: z.number().optional(),
  loadAvg: z.string().optional(),
  queueStatus: MailQueue.optional(),
});

/** Counts over the last 24 hours; bytes; `averageProcessTimeMs` milliseconds. */
export const MailStats = z.object({
  timeframe: z.string(),
  countTotal: z.number(),
  countIn: z.number(),
  countOut: z.number(),
  spamIn: z.number(),
  spamOut: z.number(),
  virusIn: z.number(),
  virusOut: z.number(),
  bouncesIn: z.number(),
  bouncesOut: z.number(),
  bytesIn: z.number(),
  bytesOut: z.number(),
  greylistCount: z.number(),
  junkIn: z.number(),
  averageProcessTimeMs: z.number(),
  rblRejects: z.number(),
  pregreetRejects: z.number(),
  updatedAt: z.string(),
});

/** `id` is `pmg-{name}`. */
export const PmgInstance = z.object({
  id: z.string(),
  name: z.string(),
  host: z.string(),
  status: z.enum(['online', 'offline']),
  version: z.string(),
  connectionHealth: ConnectionHealth,
  lastSeen: z.string(),
  lastUpdated: z.string(),
  nodes: z.array(PmgNode),
  mailStats: MailStats.optional(),
  mailCount: z.array(z.record(z.string(), z.union([z.string(), z.number()]))),
  spamDistribution: z.array(z.object({ score: z.string(), count: z.number() })),
  quarantine: z
    .object({ spam: z.number(), virus: z.number(), attachment: z.number(), blacklisted: z.number() })
    .optional(),
  staleSince: z.string().optional(),
});
export type PmgInstance = z.infer<typeof PmgInstance>;
