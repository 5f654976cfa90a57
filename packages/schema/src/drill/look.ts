// One look at the copy of a guest: what Belfry asks a host, and what the host answers.
import * as z from 'zod';

/**
 * `nodes`: whose tasks are read; the copy is looked for on the first one. `log`: the task whose log is wanted. `agent`: the agent is asked for
 * its file systems. `ports`: the list of open ports is wanted too.
 */
export const DrillQuestion = z.object({
  type: z.enum(['qemu', 'lxc']),
  vmid: z.number().int(),
  nodes: z.array(z.string().max(64)).min(1).max(4),
  log: z.string().max(512).optional(),
  agent: z.boolean(),
  ports: z.boolean(),
});
export type DrillQuestion = z.infer<typeof DrillQuestion>;

/**
 * Ages are ms on the clock of the host, which may differ from the clock of Belfry. A running task has no `endedAgo`. A clone names the guest
 * that was copied, so `vmid` is that one.
 */
export const DrillTask = z.object({
  upid: z.string(),
  what: z.enum(['restore', 'clone', 'create', 'destroy']),
  vmid: z.number().int(),
  user: z.string(),
  beganAgo: z.number(),
  endedAgo: z.number().optional(),
  error: z.string().optional(),
});
export type DrillTask = z.infer<typeof DrillTask>;

/** What is absent could not be read at this look. It says nothing about the copy. */
export const DrillLook = z.object({
  /** Undefined too where the account sees no tasks at all. */
  tasks: z.array(DrillTask).optional(),
  /** The log of the task that was asked for. `archive` is absent when the log names none. */
  log: z.object({ upid: z.string(), archive: z.string().optional() }).optional(),
  /** `null`: the host says that there is no such guest. `lock`: what works on it. `bridges`: of its network cards that are plugged in. */
  copy: z
    .object({
      node: z.string(),
      isRunning: z.boolean(),
      uptimeMs: z.number(),
      lock: z.string().optional(),
      bridges: z.array(z.string()).optional(),
    })
    .nullable()
    .optional(),
  /** `silent`: the host says that the agent does not answer. */
  agent: z.enum(['silent', 'answers']).optional(),
  /** Bytes. */
  files: z.object({ used: z.number(), total: z.number(), mounts: z.array(z.string()) }).optional(),
  /** The TCP ports that programs in the guest listen at. `null`: the guest does not let Belfry read them. */
  ports: z.array(z.number().int()).nullable().optional(),
});
export type DrillLook = z.infer<typeof DrillLook>;
