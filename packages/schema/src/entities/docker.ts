// A Docker host and its containers, as an agent reports them.
import * as z from 'zod';

/** Null: not measured, or the agent does not report it. */
const unknown = z.number().nullable();

/**
 * `cpuPercent`: 100 is one core. Bytes; times in epoch milliseconds by the server's clock. `memoryLimitBytes` is what
 * usage is measured against, `memoryConfiguredBytes` the configured limit, if any.
 */
export const DockerContainer = z.object({
  id: z.string(),
  name: z.string(),
  image: z.string(),
  state: z.string(),
  status: z.string(),
  health: z.string().optional(),
  cpuPercent: unknown,
  memoryUsageBytes: unknown,
  memoryLimitBytes: unknown,
  memoryPercent: unknown,
  uptimeSeconds: z.number(),
  restartCount: unknown,
  exitCode: unknown,
  createdAt: z.number().optional(),
  startedAt: z.number().optional(),
  finishedAt: z.number().optional(),
  ports: z.array(
    z.object({
      privatePort: z.number(),
      publicPort: z.number().optional(),
      protocol: z.string(),
      ip: z.string().optional(),
    }),
  ),
  labels: z.record(z.string(), z.string()),
  networks: z.array(z.object({ name: z.string(), ipv4: z.string().optional(), ipv6: z.string().optional() })),
  imageId: z.string().optional(),
  memoryConfiguredBytes: z.number().optional(),
  cpuLimitCores: z.number().optional(),
  oomKilled: z.boolean().optional(),
  restartPolicy: z.string().optional(),
  composeProject: z.string().optional(),
  composeService: z.string().optional(),
  /** Its name is new, and its token has reported too many new names: it has no history and no alerts. */
  notRecorded: z.literal(true).optional(),
  /** Its earlier name, and when it lost it (epoch milliseconds by the server's clock). */
  renamed: z.object({ from: z.string(), at: z.number() }).optional(),
  /** Another container has its place: a newer task of its slot, or the one that has its name now. It has no alerts. */
  superseded: z.literal(true).optional(),
});
export type DockerContainer = z.infer<typeof DockerContainer>;

/**
 * `lastSeen` is the server's receive time in epoch milliseconds. `staleSince` (ISO): the agent has been silent since then,
 * for too long. A host that reports is online; `offline` is only what clients without `staleSince` read instead.
 */
export const DockerHost = z.object({
  id: z.string(),
  agentId: z.string(),
  hostname: z.string(),
  displayName: z.string(),
  machineId: z.string().optional(),
  os: z.string().optional(),
  kernelVersion: z.string().optional(),
  architecture: z.string().optional(),
  dockerVersion: z.string().optional(),
  engine: z.enum(['docker', 'podman']).optional(),
  cpus: z.number(),
  totalMemoryBytes: z.number(),
  /** 0–100 of all cores. */
  cpuUsagePercent: z.number().optional(),
  memoryUsedBytes: z.number().optional(),
  uptimeSeconds: z.number(),
  status: z.enum(['online', 'offline']),
  lastSeen: z.number(),
  /** The id of the site whose collector passes its reports on. */
  site: z.string().optional(),
  staleSince: z.string().optional(),
  intervalSeconds: z.number(),
  /** The agent reports so seldom that the host may look offline between two reports. */
  intervalTooLong: z.literal(true).optional(),
  agentVersion: z.string().optional(),
  /** Older than the agent this server hands out. */
  agentOutdated: z.literal(true).optional(),
  /** How far the host's clock is ahead of ours, when it is clearly wrong. The times of its containers are corrected by it. */
  clockAheadSeconds: z.number().optional(),
  /** Containers beyond the limit of one report. */
  omittedContainers: z.number().optional(),
  containers: z.array(DockerContainer),
});
export type DockerHost = z.infer<typeof DockerHost>;
