// A Docker host and its containers, as an agent reports them.
import * as z from 'zod';

/** `cpuPercent`: 100 is one core. Bytes; times in epoch milliseconds. */
export const DockerContainer = z.object({
  id: z.string(),
  name: z.string(),
  image: z.string(),
  state: z.string(),
  status: z.string(),
  health: z.string().optional(),
  cpuPercent: z.number(),
  memoryUsageBytes: z.number(),
  memoryLimitBytes: z.number(),
  memoryPercent: z.number(),
  uptimeSeconds: z.number(),
  restartCount: z.number(),
  exitCode: z.number(),
  createdAt: z.number(),
  startedAt: z.number().optional(),
  finishedAt: z.number().optional(),
  ports: z
    .array(
      z.object({
        privatePort: z.number(),
        publicPort: z.number().optional(),
        protocol: z.string(),
        ip: z.string().optional(),
      }),
    )
    .optional(),
  labels: z.record(z.string(), z.string()).optional(),
  networks: z
    .array(z.object({ name: z.string(), ipv4: z.string().optional(), ipv6: z.string().optional() }))
    .optional(),
});
export type DockerContainer = z.infer<typeof DockerContainer>;

/** `lastSeen` is the server's receive time in epoch milliseconds. */
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
  cpus: z.number(),
  totalMemoryBytes: z.number(),
  uptimeSeconds: z.number(),
  status: z.enum(['online', 'offline']),
  lastSeen: z.number(),
  intervalSeconds: z.number(),
  agentVersion: z.string().optional(),
  containers: z.array(DockerContainer),
});
export type DockerHost = z.infer<typeof DockerHost>;
