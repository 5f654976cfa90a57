// What a hypervisor reports about backups: vzdump tasks, backup volumes on storages, snapshots of guests.
import * as z from 'zod';

/** Why the backup of a guest failed, from the log of its task. Without `vmid`: of each guest of the task. */
export const TaskFailure = z.object({ vmid: z.number().optional(), error: z.string() });
export type TaskFailure = z.infer<typeof TaskFailure>;

/** `failures`: the first reason comes first; absent when the log says none, or was not read yet. */
export const BackupTask = z.object({
  id: z.string(),
  instance: z.string(),
  node: z.string(),
  type: z.string(),
  vmid: z.number(),
  status: z.string(),
  startTime: z.string(),
  endTime: z.string().optional(),
  size: z.number().optional(),
  error: z.string().optional(),
  failures: z.array(TaskFailure).optional(),
});
export type BackupTask = z.infer<typeof BackupTask>;

/** `ctime` epoch seconds, `size` bytes, 0 while the backup is not finished. `node` is `cluster` on a shared storage: its backups belong to no single node. */
export const StorageBackup = z.object({
  id: z.string(),
  storage: z.string(),
  node: z.string(),
  instance: z.string(),
  type: z.enum(['qemu', 'lxc', 'host', 'unknown']),
  vmid: z.number(),
  time: z.string(),
  ctime: z.number(),
  size: z.number(),
  format: z.string(),
  notes: z.string().optional(),
  protected: z.boolean(),
  encrypted: z.boolean(),
  volid: z.string(),
  isPBS: z.boolean(),
  verified: z.boolean(),
  verification: z.string().optional(),
});
export type StorageBackup = z.infer<typeof StorageBackup>;

export const GuestSnapshot = z.object({
  id: z.string(),
  name: z.string(),
  node: z.string(),
  instance: z.string(),
  type: z.enum(['qemu', 'lxc']),
  vmid: z.number(),
  time: z.string(),
  description: z.string().optional(),
  parent: z.string().optional(),
  vmstate: z.boolean(),
});
export type GuestSnapshot = z.infer<typeof GuestSnapshot>;

export const PveBackups = z.object({
  backupTasks: z.array(BackupTask),
  storageBackups: z.array(StorageBackup),
  guestSnapshots: z.array(GuestSnapshot),
});
export type PveBackups = z.infer<typeof PveBackups>;
