// The backups, snapshots and replication of a guest.
import type { Policy } from '@belfry/domain/alerts/thresholds';
import { nodeId } from '@belfry/domain/ids';
import { replicationLateBy } from '@belfry/domain/late-jobs';
import { replicationLevel } from '@belfry/domain/protection-faults';
import type { Guest } from '@belfry/schema/entities/guest';
import type { ReplicationJob } from '@belfry/schema/entities/pve-cluster';
import type { Notice, SharedNotice } from '../../engine/notice.ts';
import type { Confirm, Reading, Shared } from '../../engine/reading.ts';
import type { Context } from '../../engine/rule-set.ts';
import { backupFailedId, FAILURE_STAYS, guestVerdict } from '../../readings/backup-tasks.ts';
import {
  backupFailed,
  backupOld,
  replicationFailing,
  replicationLate,
  snapshotsOld,
} from '../../readings/pve-messages.ts';
import { bad, LATE_STAYS, measured, off, unknown, well } from '../../readings/verdicts.ts';
import { ageOf, type ProtectedGuests } from './protected-guests.ts';

const AT_ONCE: Confirm = { polls: 1 };
/** After a start, a suspend or a step of the clock, Belfry first reads all backups and snapshots again. */
const LISTS_READ: Confirm = { holdMs: 900_000 };

/** `isNew`: not everything about the instance has been read since the start. */
export interface Protection {
  guests: ProtectedGuests;
  isNew: boolean;
}

export const protectionReadings = (
  guest: Guest,
  policy: Policy,
  context: Context,
  protection: Protection,
  shared: Shared,
): Reading[] => [
  backupFailure(guest, protection.guests, shared),
  backupAge(guest, policy, context, shared),
  snapshotAge(guest, policy, context, protection, shared),
  ...(guest.replication ?? []).flatMap((job) => [
    replication(guest, job, shared),
    lateReplication(guest, job, context, shared),
  ]),
];

/** Several guests that one job did not back up have one alert: that of its node. */
function backupFailure(guest: Guest, { tasks }: ProtectedGuests, { causes = [], ...shared }: Shared): Reading {
  const last = tasks.last.ofGuests.get(guest.id);
  const ofSeveral = last?.task.vmid === 0 ? nodeId(guest.instance, last.task.node) : undefined;
  return {
    ...shared,
    id: backupFailedId(guest.id),
    type: 'backup-failed',
    verdict: guestVerdict(guest, tasks),
    confirm: ofSeveral === undefined ? AT_ONCE : FAILURE_STAYS,
    causes: ofSeveral === undefined ? causes : [...causes, backupFailedId(ofSeveral)],
    message: () => (last ? backupFailed(guest, last, tasks.byHand.has(last.task.id)) : ''),
  };
}

/** A guest that no job backs up is judged only by a limit that was set for it. */
function backupAge(guest: Guest, { limits, origins }: Policy, { now }: Context, shared: Shared): Reading {
  const age = guest.lastBackup === undefined ? undefined : ageOf(guest.lastBackup, now.at);
  const isJudged = guest.inBackupJob !== false || origins.backupAge !== undefined;
  return {
    ...shared,
    id: `${guest.id}-backupAge`,
    type: 'backupAge',
    verdict: isJudged ? measured(age, limits.backupAge) : off,
    confirm: LISTS_READ,
    message: () => backupOld(guest, age ?? 0),
  };
}

function snapshotAge(
  guest: Guest,
  { limits }: Policy,
  { now }: Context,
  { guests, isNew }: Protection,
  shared: Shared,
): Reading {
  const own = guests.snapshotsOf(guest) ?? [];
  const limit = limits.snapshotAge;
  const [oldest] = own;
  const forgotten = limit ? own.filter(({ time }) => ageOf(time, now.at) >= limit.trigger) : [];
  const verdict = () => {
    if (limit === undefined) return off;
    if (oldest === undefined) return isNew ? unknown : well;
    return measured(ageOf(oldest.time, now.at), limit);
  };
  return {
    ...shared,
    id: `${guest.id}-snapshotAge`,
    type: 'snapshotAge',
    verdict: verdict(),
    confirm: LISTS_READ,
    message: () =>
      oldest && limit
        ? snapshotsOld(guest, {
            oldest: oldest.name,
            age: ageOf(oldest.time, now.at),
            count: forgotten.length,
            limit: limit.trigger,
          })
        : '',
    metadata: { snapshots: forgotten.map(({ name }) => name).slice(0, 20), count: forgotten.length },
  };
}

const replicationPrefix = ({ id }: Guest): string => `replication-${id}-`;
const latePrefix = ({ id }: Guest): string => `job-late-${id}-`;

/** Whether a reading of the job is bad. */
export const isBehind = (job: ReplicationJob, now: number): boolean =>
  job.result === 'failed' || job.neverRan === true || replicationLateBy(job, now) !== undefined;

function replication(guest: Guest, job: ReplicationJob, shared: Shared): Reading {
  const { result, failCount, disabled } = job;
  const verdicts = {
    ok: { is: 'well', value: 0 },
    unknown,
    failed: { is: 'bad', level: replicationLevel(failCount), value: Math.max(1, failCount), threshold: 1 },
  } as const;
  return {
    ...shared,
    id: `${replicationPrefix(guest)}${job.id}`,
    type: 'replication',
    verdict: disabled ? off : verdicts[result],
    confirm: AT_ONCE,
    message: () => replicationFailing(guest, job),
  };
}

/** A job that fails has an alert for that. One that never ran says nothing about when it is due: an hour after it was first seen. */
function lateReplication(guest: Guest, job: ReplicationJob, { now }: Context, shared: Shared): Reading {
  const { nextSync: next, running, disabled, result, neverRan } = job;
  const lateMs = replicationLateBy(job, now.at);
  const verdict = () => {
    if (disabled) return off;
    if (result === 'failed') return well;
    if (neverRan) return running ? well : bad('warning');
    return next === undefined ? unknown : lateMs === undefined ? well : bad('warning');
  };
  return {
    ...shared,
    id: `${latePrefix(guest)}${job.id}`,
    type: 'job-late',
    verdict: verdict(),
    confirm: neverRan ? { holdMs: 3_600_000 } : LATE_STAYS,
    message: () => replicationLate(guest, job, lateMs),
  };
}

/** The jobs are read some time after the guests. */
export const unknownReplication = (guest: Guest, isNew: boolean): readonly string[] =>
  guest.replication === undefined && isNew ? [replicationPrefix(guest), latePrefix(guest)] : [];

const ofProtection: SharedNotice = {
  ...{ of: 'guest', from: 'Proxmox VE 7 and newer', needs: 'Sys.Audit', poll: 'pve backups', shown: 'Backups' },
};
const LISTED = 'the privileges to list backups, or a watched backup server';

export const protectionNotices: readonly Notice[] = [
  { ...ofProtection, type: 'backup-failed', fact: 'The last backup of a guest failed', after: AT_ONCE },
  {
    ...ofProtection,
    type: 'backupAge',
    needs: LISTED,
    fact: 'The last backup of a guest is too old',
    after: LISTS_READ,
  },
  {
    ...{
      ...ofProtection,
      type: 'snapshotAge',
      needs: 'VM.Audit',
      poll: '(each guest every 10 min)',
      after: LISTS_READ,
    },
    fact: 'A snapshot of a guest is too old',
  },
  {
    ...ofProtection,
    type: 'replication',
    fact: 'A replication of a guest failed',
    poll: 'pve protection',
    after: AT_ONCE,
  },
  {
    ...{ ...ofProtection, type: 'job-late', poll: 'pve protection', after: LATE_STAYS },
    fact: 'A replication did not run when it was due, or has never run in an hour',
  },
];
