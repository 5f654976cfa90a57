// A Proxmox Mail Gateway.
import * as z from 'zod';
import { Machine } from './machine.ts';
import { ConnectionHealth } from './node.ts';
import { Service } from './service.ts';

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

export type MailQueue = z.infer<typeof MailQueue>;

/**
 * `status` is online or offline; `error` says why a node cannot be reached, and it has no figures then. `role` is master, node, or `-`
 * when alone. `cpu` is percent; `loadAvg` the load of 1, 5 and 15 minutes. `inSync`: whether its rules and settings are those of the
 * cluster; only of a node that is reached.
 */
export const PmgNode = z.object({
  name: z.string(),
  status: z.string(),
  error: z.string().optional(),
  role: z.string().optional(),
  uptime: z.number().optional(),
  loadAvg: z.string().optional(),
  cpu: z.number().optional(),
  memoryUsed: z.number().optional(),
  memoryTotal: z.number().optional(),
  ...Machine.omit({ load: true }).shape,
  services: z.array(Service).optional(),
  inSync: z.boolean().optional(),
  queueStatus: MailQueue.optional(),
});
export type PmgNode = z.infer<typeof PmgNode>;

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

export type MailStats = z.infer<typeof MailStats>;

/** Messages and bytes of one mail domain over the last 24 hours. */
export const DomainStats = z.object({
  domain: z.string(),
  countIn: z.number(),
  countOut: z.number(),
  spamIn: z.number(),
  virusIn: z.number(),
  bytesIn: z.number(),
  bytesOut: z.number(),
});
export type DomainStats = z.infer<typeof DomainStats>;

/** `id` is `pmg-{name}`. `domainStats` holds the busiest domains. */
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
  domainStats: z.array(DomainStats).optional(),
  staleSince: z.string().optional(),
});
export type PmgInstance = z.infer<typeof PmgInstance>;
