// A restore test that Belfry hands out and watches. Belfry itself restores nothing.
import * as z from 'zod';

/** Which backup is restored: how the host names it, when it was made (ISO), and on which storage of the instance it is. */
export const DrillBackup = z.object({ volid: z.string(), time: z.string(), storage: z.string() });
export type DrillBackup = z.infer<typeof DrillBackup>;

/**
 * - `waiting`: handed out, no restore was seen yet
 * - `restoring`, `restored`, `running`: what was seen last of the copy
 * - `passed`: everything that was asked for was seen; the copy is still there
 * - `done`: passed, and the copy is gone
 * - `refused`: it proves nothing, or that the backup cannot be used; see the reason
 * - `aborted`: somebody ended it
 */
export const DrillState = z.enum([
  ...['waiting', 'restoring', 'restored', 'running'],
  ...['passed', 'done', 'refused', 'aborted'],
] as const);
export type DrillState = z.infer<typeof DrillState>;

/** Why a drill proves nothing (the first part), or why the backup was of no use (the last part). */
export const DrillReason = z.enum([
  ...['clone', 'created', 'notRestored', 'otherBackup', 'unnamedBackup', 'removedEarly', 'neverBegan', 'notFinished'],
  ...['restoreFailed', 'neverStarted', 'notRunning', 'agentSilent', 'filesUnread', 'filesDiffer'],
  ...['portsClosed', 'portsUnseen'],
] as const);
export type DrillReason = z.infer<typeof DrillReason>;

export const DrillStep = z.enum([
  ...['handedOut', 'restoreBegan', 'restoreEnded', 'started', 'agentAnswered', 'filesRead', 'portsOpen', 'removed'],
] as const);
export type DrillStep = z.infer<typeof DrillStep>;

/**
 * What was seen, and when (ISO, on the clock of Belfry). `note`: what the host said, such as the use of the disks. `notBefore` (ISO): Belfry did
 * not look between that time and `at`, so it may have happened earlier.
 */
export const DrillSight = z.object({
  step: DrillStep,
  at: z.string(),
  note: z.string().optional(),
  notBefore: z.string().optional(),
});
export type DrillSight = z.infer<typeof DrillSight>;

/** The use of the disks of the guest around the time of the backup, in percent. */
export const DrillUse = z.object({ from: z.number(), to: z.number() });

/**
 * `guest` is the id of the guest, `vmid` its number, `target` where the copy is to be. `until` (ISO): the number is reserved until then, and
 * what was not seen by then is not seen any more. `patienceMs`: how long after its start the copy has to show everything. `use`: absent
 * where the history does not know it; the files are not compared then. `upid`: the task of the restore. `archive`: what its log says was restored.
 * `restoreMs`: from the begin of the restore until everything was seen.
 */
export const Drill = z.object({
  id: z.string(),
  guest: z.string(),
  name: z.string(),
  instance: z.string(),
  type: z.enum(['qemu', 'lxc']),
  vmid: z.number().int(),
  tags: z.array(z.string()),
  backup: DrillBackup,
  target: z.object({ node: z.string(), vmid: z.number().int(), storage: z.string() }),
  ports: z.array(z.number().int()),
  use: DrillUse.optional(),
  by: z.string(),
  createdAt: z.string(),
  until: z.string(),
  patienceMs: z.number(),
  state: DrillState,
  reason: DrillReason.optional(),
  /** What the host said about the reason, or what was missing. */
  detail: z.string().optional(),
  seen: z.array(DrillSight),
  upid: z.string().optional(),
  archive: z.string().optional(),
  /** Where the copy was seen last. */
  node: z.string().optional(),
  restoreMs: z.number().optional(),
  /** Belfry did not look when the last thing happened, so it took so long at most. */
  isAtMost: z.literal(true).optional(),
  endedAt: z.string().optional(),
  /** Bridges to which the copy is connected. Empty: to none. Absent: not read. */
  bridges: z.array(z.string()).optional(),
});
export type Drill = z.infer<typeof Drill>;
