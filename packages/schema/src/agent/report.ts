// What a Docker agent posts. Our agent sends the payload of the reference agent and adds only optional fields.
import * as z from 'zod';
import { oneLine } from '../one-line.ts';
import { toMessage } from '../sentences/message.ts';
import { reportLimits as limit } from './limits.ts';

/** Missing, null and blank all mean "not known". Texts are shown, so they have no characters that turn or break a line. */
const text = (max: number) =>
  z
    .string()
    .max(max)
    .nullish()
    .transform((s) => (s && oneLine(s)) || undefined);
const name = (max: number) => z.string().max(max).overwrite(oneLine);

/** RFC 3339 to epoch milliseconds. Go's zero date (year 1) means "never". */
const time = z.iso
  .datetime({ offset: true })
  .max(64)
  .nullish()
  .transform((s) => (s && !s.startsWith('0001-') ? Date.parse(s) : undefined));

const whole = z.int().min(0);
/** Not an integer type: an engine may write "unlimited" as 2^63 or 2^64. */
const amount = z.number().min(0);
const optional = <T extends z.ZodType>(type: T) => type.nullish().transform((v) => v ?? undefined);
const list = <T extends z.ZodType>(item: T, max: number) =>
  z
    .array(item)
    .max(max)
    .nullish()
    .transform((items) => items ?? []);

const port = z.int().min(0).max(65535);
const Port = z.object({
  privatePort: port,
  publicPort: optional(port),
  protocol: z.string().max(16),
  ip: text(64),
});
const Network = z.object({ name: name(limit.name), ipv4: text(64), ipv6: text(64) });
/** `from`: the name of a volume, or a path of the host. */
const Mount = z.object({
  type: z.string().max(32),
  from: text(limit.text),
  to: z.string().max(limit.text),
  isReadOnly: optional(z.boolean()),
});
const Labels = z
  .record(z.string().max(limit.labelKey), z.string().max(limit.labelValue))
  .refine((labels) => Object.keys(labels).length <= limit.labels, {
    error: toMessage({ id: 'input.fewLabels', values: { limit: limit.labels } }),
  });

/**
 * One container. `cpuPercent`: 100 is one core; missing when there was no earlier sample. Memory fields are missing
 * when the engine gave no statistics, as for a container that does not run. `memoryLimitBytes` is what usage is measured
 * against (the host's memory when nothing is configured), `memoryConfiguredBytes` the configured limit, if any.
 */
export const ReportedContainer = z.object({
  id: z.string().trim().min(1).max(limit.id),
  name: name(limit.name),
  image: name(limit.text),
  createdAt: time,
  state: name(32),
  status: name(limit.text),
  health: text(32),
  cpuPercent: optional(z.number()),
  memoryUsageBytes: optional(amount),
  memoryLimitBytes: optional(amount),
  memoryPercent: optional(amount),
  uptimeSeconds: optional(amount),
  restartCount: optional(whole),
  exitCode: optional(z.int()),
  startedAt: time,
  finishedAt: time,
  ports: list(Port, limit.ports),
  labels: optional(Labels),
  networks: list(Network, limit.networks),
  // only our agent sends these
  imageId: text(limit.id),
  memoryConfiguredBytes: optional(amount),
  /** Cores the container may use, when limited. */
  cpuLimitCores: optional(z.number().positive()),
  oomKilled: optional(z.boolean()),
  /** `no`, `always`, `unless-stopped` or `on-failure`. */
  restartPolicy: text(32),
  composeProject: text(limit.name),
  composeService: text(limit.name),
  /** The names of its variables, never their values. */
  environment: optional(z.array(z.string().max(limit.name)).max(limit.variables)),
  mounts: optional(z.array(Mount).max(limit.mounts)),
});

export const ReportAgent = z.object({
  id: text(limit.id),
  version: text(64),
  /** Zero, negative or missing means 30. */
  intervalSeconds: z
    .number()
    .max(limit.intervalSeconds)
    .nullish()
    .transform((n) => (n && n > 0 ? n : 30)),
});

export const ReportHost = z.object({
  hostname: z
    .string()
    .overwrite(oneLine)
    .min(1, toMessage({ id: 'input.hostName' }))
    .max(limit.name),
  /** The engine's name for the host. */
  name: text(limit.name),
  machineId: text(limit.id),
  os: text(limit.name),
  kernelVersion: text(limit.name),
  architecture: text(64),
  dockerVersion: text(64),
  totalCpu: optional(whole),
  totalMemoryBytes: optional(amount),
  uptimeSeconds: optional(amount),
  // only our agent sends these
  engine: optional(z.enum(['docker', 'podman'])),
  /** 0–100 of all cores. */
  cpuUsagePercent: optional(z.number().min(0).max(100)),
  /** Without the memory that the kernel can reclaim. */
  memoryUsedBytes: optional(amount),
  /** Containers beyond the limit of one report. */
  omittedContainers: optional(whole),
});

/** Parsed: nulls, blanks and zero dates are undefined, times are epoch milliseconds. `timestamp` is the agent's clock, which may be wrong. */
export const AgentReport = z.object({
  agent: ReportAgent,
  host: ReportHost,
  containers: list(ReportedContainer, limit.containers).superRefine((containers, ctx) => {
    const seen = new Set<string>();
    for (const [i, { id }] of containers.entries()) {
      if (seen.has(id))
        ctx.addIssue({ code: 'custom', path: [i, 'id'], message: toMessage({ id: 'input.reportedTwice' }) });
      seen.add(id);
    }
  }),
  timestamp: time,
});
export type AgentReport = z.output<typeof AgentReport>;
export type ReportedContainer = z.output<typeof ReportedContainer>;

/** As it is written on the wire. */
export type ReportBody = z.input<typeof AgentReport>;
export type ReportBodyContainer = z.input<typeof ReportedContainer>;

/** The answer to an accepted report. `lastSeen` is ISO 8601, by the server's clock. */
export const ReportReply = z.object({
  success: z.literal(true),
  hostId: z.string(),
  containers: whole,
  lastSeen: z.iso.datetime(),
});
export type ReportReply = z.infer<typeof ReportReply>;
