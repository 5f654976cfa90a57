// How well a guest is protected by its backups, and backups without a certain guest.
import * as z from 'zod';
import { TestDue } from '../drill/plan.ts';

/** From the best to the worst, then those that are not judged. */
export const ProtectionState = z.enum([
  'protected',
  'unverified',
  'late',
  'failed',
  'never',
  'not-covered',
  'excluded',
  'unknown',
]);
export type ProtectionState = z.infer<typeof ProtectionState>;

/**
 * The result of one planned run for one guest. `damaged`: the verification of its backup failed. `pending`: it began a short time
 * ago, and there is no backup yet. `ambiguous`: there is a backup that may be of another guest.
 */
export const RunResult = z.enum(['ok', 'failed', 'damaged', 'missed', 'running', 'pending', 'ambiguous']);
export type RunResult = z.infer<typeof RunResult>;

/** `error` is the host's text, `task` the id of the failed task. Times ISO. */
export const ProtectionRun = z.object({
  job: z.string(),
  at: z.string(),
  result: RunResult,
  error: z.string().optional(),
  task: z.string().optional(),
});
export type ProtectionRun = z.infer<typeof ProtectionRun>;

/** The newest run that no job planned, when it failed and no newer backup is good. `error` is the host's text. `at` ISO. */
export const FailedByHand = z.object({ at: z.string(), error: z.string(), task: z.string() });
export type FailedByHand = z.infer<typeof FailedByHand>;

/**
 * Why a guest is in its state, if the last run does not say it. `job` is the id of the job concerned; `text` is the note of an
 * exclusion, the piece of a schedule that is not understood, a missing privilege, or why
 * the data was not read yet (`not-read`; '' while the first answer is awaited).
 */
export const ProtectionReason = z.object({
  kind: z.enum([
    'in-no-job',
    'excluded-by-job',
    'job-disabled',
    'other-node',
    'all-disks-left-out',
    'exclusion',
    'schedule-not-understood',
    'missing-privilege',
    'not-read',
    'ambiguous-backups',
  ]),
  job: z.string().optional(),
  text: z.string().optional(),
});
export type ProtectionReason = z.infer<typeof ProtectionReason>;

/**
 * The copy that is elsewhere: `sync` and `tape` by a job of the backup server, `second` by another backup job. `at` is the time of the
 * newest backup that is there. `isConfirmed` is false when the copy itself cannot be listed, and the job says it worked. `isLate`: a
 * newer backup should be there by now.
 */
export const OffSite = z.object({
  kind: z.enum(['sync', 'tape', 'second']),
  place: z.string(),
  at: z.string(),
  isConfirmed: z.boolean(),
  isLate: z.boolean(),
});
export type OffSite = z.infer<typeof OffSite>;

/**
 * What the next prune removes in a place, if the backups that are planned before it are made. `at` is when it is due.
 * `oldestAfter`: the time of the oldest backup that remains. Times ISO.
 */
export const NextPrune = z.object({
  place: z.string(),
  at: z.string(),
  removes: z.number().int(),
  oldestAfter: z.string(),
});
export type NextPrune = z.infer<typeof NextPrune>;

/**
 * `id` is that of the guest. `jobs`: the ids of the enabled jobs that cover it. `lastGood`: the time of the newest backup that is complete
 * and not damaged; a failure now loses everything since then. `everySeconds`: the time from one run to the next of its most frequent
 * job. `verification` is that of the newest backup on a backup server; `newestVerified` the newest backup that was verified. `size` bytes,
 * `sizeChange` against the backup before, `sizeChangeAll` against the oldest backup in the same place, which is of the time `oldest`.
 * `prune`: absent when the next prune removes nothing. `testDue`: a plan wants it tested, and the
 * time ends soon or has ended. Times ISO.
 */
export const GuestProtection = z.object({
  id: z.string(),
  state: ProtectionState,
  reason: ProtectionReason.optional(),
  jobs: z.array(z.string()),
  lastRun: ProtectionRun.optional(),
  byHand: FailedByHand.optional(),
  nextRun: z.string().optional(),
  everySeconds: z.number().optional(),
  lastGood: z.string().optional(),
  place: z.string().optional(),
  backups: z.number().int(),
  size: z.number().optional(),
  sizeChange: z.number().optional(),
  oldest: z.string().optional(),
  sizeChangeAll: z.number().optional(),
  prune: NextPrune.optional(),
  verification: z.enum(['ok', 'failed', 'none', 'not-possible']).optional(),
  newestVerified: z.string().optional(),
  encrypted: z.boolean().optional(),
  protectedBackups: z.number().int(),
  offSite: OffSite.optional(),
  disksLeftOut: z.array(z.string()),
  testDue: TestDue.optional(),
});
export type GuestProtection = z.infer<typeof GuestProtection>;

/**
 * All backups of one guest in one place. `orphan`: its guest is gone, or `isReused`: its number belongs to a younger guest.
 * `ambiguous`: several guests are possible, `candidates` are their ids. `foreign`: nobody knows who writes there. `size` is the sum of the
 * sizes before deduplication, bytes. Times ISO.
 */
export const BackupGroup = z.object({
  id: z.string(),
  kind: z.enum(['orphan', 'ambiguous', 'foreign']),
  place: z.string(),
  type: z.enum(['qemu', 'lxc']),
  vmid: z.number().int(),
  backups: z.number().int(),
  protectedBackups: z.number().int(),
  size: z.number(),
  oldest: z.string(),
  newest: z.string(),
  candidates: z.array(z.string()),
  isReused: z.boolean(),
});
export type BackupGroup = z.infer<typeof BackupGroup>;
