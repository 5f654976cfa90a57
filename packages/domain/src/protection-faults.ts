// The present problems of protection: backups, jobs of backup servers, replication, high availability.

import type { PbsInstance, PbsJob } from '@belfry/schema/entities/pbs';
import type { BackupTask } from '@belfry/schema/entities/pve-backups';
import type { GuestProtection } from '@belfry/schema/protection/guest-protection';
import { blamedTasks, failedJobOf, isMissing, lastTasksOf } from './backup-failures.ts';
import type { GuestFacts } from './guest-figures.ts';
import { numberedName } from './guest-number.ts';
import { jobLateBy, replicationLateBy } from './late-jobs.ts';

/** `subject` is a guest or a job on `instance`; `why` is the host's own text, '' when there is none. `late`: a job that did not run when it was due, `at`. */
export interface ProtectionFault {
  id: string;
  kind: 'backup' | 'server-job' | 'replication' | 'availability' | 'late';
  instance: string;
  subject: string;
  why: string;
  /** ISO; absent when not known. */
  at?: string | undefined;
}

export interface Protected {
  backupTasks: readonly BackupTask[];
  pbs: readonly PbsInstance[];
  guests: readonly GuestFacts[];
  guestProtection?: readonly GuestProtection[];
  /** Epoch ms. */
  now: number;
}

/** So many failures in a row are critical. */
const MANY_FAILURES = 3;

/** How severe it is that a replication has failed so many times in a row. */
export const replicationLevel = (failCount: number): 'warning' | 'critical' =>
  failCount >= MANY_FAILURES ? 'critical' : 'warning';

export function protectionFaults({
  backupTasks,
  pbs,
  guests,
  guestProtection = [],
  now,
}: Protected): ProtectionFault[] {
  return [
    ...failedBackups(backupTasks, guestProtection, guests),
    ...pbs.flatMap(failedJobs),
    ...guests.flatMap(guestFaults),
    ...pbs.flatMap((server) => lateJobs(server, now)),
    ...guests.flatMap((guest) => lateReplications(guest, now)),
  ];
}

/** Of guests, and of jobs of several guests that failed as a whole. */
function failedBackups(
  tasks: readonly BackupTask[],
  protection: readonly GuestProtection[],
  guests: readonly GuestFacts[],
): ProtectionFault[] {
  const judged = { last: lastTasksOf(tasks), blamed: blamedTasks(protection) };
  const byId = new Map(guests.map((guest) => [guest.id, guest]));
  const ofGuests = [...judged.last.ofGuests].flatMap(([id, last]): ProtectionFault[] => {
    const { instance, endTime, vmid } = last.task;
    const guest = byId.get(id);
    // A task of several guests may name one that is gone.
    if ((!guest && vmid === 0) || !isMissing(last, guest ?? { id }, judged)) return [];
    const subject = numberedName(guest ?? { name: 'guest', vmid });
    return [{ id: `${last.task.id} ${id}`, kind: 'backup', instance, subject, why: last.error ?? '', at: endTime }];
  });
  const ofJobs = [...judged.last.ofNodes.keys()].flatMap((node): ProtectionFault[] => {
    const failed = failedJobOf(node, (id) => byId.get(id), judged);
    if (!failed || failed.guests.length > 0) return [];
    const { id, instance, endTime } = failed.task;
    const subject = `backup job on ${failed.task.node}`;
    return [{ id, kind: 'backup', instance, subject, why: failed.error, at: endTime }];
  });
  return [...ofGuests, ...ofJobs];
}

const jobsOf = (server: PbsInstance): [string, readonly PbsJob[]][] => [
  ['backup', server.backupJobs],
  ['sync', server.syncJobs],
  ['verification', server.verifyJobs],
  ['prune', server.pruneJobs],
  ['tape backup', server.tapeJobs],
  ['garbage collection', server.garbageJobs],
];

const lateJobs = (server: PbsInstance, now: number): ProtectionFault[] =>
  jobsOf(server).flatMap(([kind, jobs]) =>
    jobs
      .filter((job) => jobLateBy(server, job, now) !== undefined)
      .map(({ id, store, nextRun }) => ({
        ...{ id: `${server.id} ${kind} ${id}`, kind: 'late' as const, instance: server.name },
        ...{ subject: `${kind} of ${store}`, why: '', at: nextRun },
      })),
  );

const lateReplications = (guest: GuestFacts, now: number): ProtectionFault[] =>
  (guest.replication ?? [])
    .filter((job) => replicationLateBy(job, now) !== undefined)
    .map((job) => ({
      ...{ id: `${guest.id} ${job.id}`, kind: 'late' as const, instance: guest.instance },
      ...{ subject: `${numberedName(guest)} to ${job.target}`, why: '', at: job.nextSync },
    }));

function failedJobs(server: PbsInstance): ProtectionFault[] {
  return jobsOf(server).flatMap(([kind, jobs]) =>
    jobs
      .filter(({ result, disabled }) => result === 'failed' && !disabled)
      .map(({ id, store, lastRunState = '', lastRunEnd }) => ({
        id: `${server.id} ${kind} ${id}`,
        kind: 'server-job',
        instance: server.name,
        subject: `${kind} of ${store}`,
        why: lastRunState,
        at: lastRunEnd,
      })),
  );
}

function guestFaults(guest: GuestFacts): ProtectionFault[] {
  const { id, instance, haState, replication = [] } = guest;
  const subject = numberedName(guest);
  const failed = replication.filter(({ result, disabled }) => result === 'failed' && !disabled);
  return [
    ...(haState === 'error' ? [{ id: `${id} ha`, kind: 'availability' as const, instance, subject, why: '' }] : []),
    ...failed.map((job) => ({
      id: `${id} ${job.id}`,
      kind: 'replication' as const,
      instance,
      subject: `${subject} to ${job.target}`,
      why: job.error ?? '',
      at: job.lastSync,
    })),
  ];
}
