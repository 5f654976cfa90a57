// What was done to guests and nodes, from the task lists of Proxmox VE.
import * as z from 'zod';

/** Of guests; the last three of all guests of a node. */
export const TaskKind = z.enum([
  ...['started', 'stopped', 'rebooted', 'reset', 'paused', 'resumed', 'migrated', 'reconfigured'],
  ...['diskMoved', 'diskResized', 'created', 'cloned', 'restored', 'rolledBack'],
  ...['allStarted', 'allStopped', 'allMigrated'],
] as const);
export type TaskKind = z.infer<typeof TaskKind>;

/** `node`: where it ran; of a migration the node that the guest left. `vmid` is absent for a task of a node. Times are ISO. */
export const Task = z.object({
  id: z.string(),
  instance: z.string(),
  node: z.string(),
  kind: TaskKind,
  vmid: z.number().optional(),
  user: z.string(),
  startTime: z.string(),
  endTime: z.string().optional(),
  /** Why it failed. */
  error: z.string().optional(),
});
export type Task = z.infer<typeof Task>;
