// The present problems of protection: backups, jobs of backup servers, replication, high availability.
import type { PbsInstance, PbsJob } from '@belfry/schema/entities/pbs';
import type { BackupTask } from '@belfry/schema/entities/pve-backups';
import type { GuestFacts } from './guest-figures.ts';

/** `subject` is a guest or a job on `instance`; `why` is the host's own text, '' when there is none. */
export interface ProtectionFault {
  id: string;
  kind: 'backup' | 'server-job' | 'replication' | 'availability';
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
}

/** So many failures in a row are critical. */
const MANY_FAILURES = 3;

/** How severe it is that a replication has failed so many times in a row. */
export const replicationLevel = (failCount: number): 'warning' | 'critical' =>
  failCount >= MANY_FAILURES ? 'critical' : 'warning';

export function protectionFaults({ backupTasks, pbs, guests }: Protected): ProtectionFault[] {
  const names = new Map(guests.map((guest) => [`${guest.instance} ${guest.vmid}`, guest.name]));
  const nameOf = ({ instance, node, vmid }: BackupTask): string =>
    vmid === 0 ? `backup job on ${node}` : `${names.get(`${instance} ${vmid}`) ?? 'guest'} (${vmid})`;
  return [
    ...failedTasks(backupTasks).map((task): ProtectionFault => {
      const { id, instance, error = '', endTime } = task;
      return { id, kind: 'backup', instance, subject: nameOf(task), why: error, at: endTime };
    }),
    ...pbs.flatMap(failedJobs),
    ...guests.flatMap(guestFaults),
  ];
}

/** For each guest, and for the jobs of each node, the last finished task counts: a later success ends the problem. */
function failedTasks(tasks: readonly BackupTask[]): BackupTask[] {
  const last = new Map<string, BackupTask>();
  for (const task of tasks) {
    if (task.endTime === undefined) continue;
    const key = task.vmid === 0 ? `${task.instance} ${task.node}` : `${task.instance} ${task.vmid}`;
    const known = last.get(key);
    if (!known || known.startTime < task.startTime) last.set(key, task);
  }
  return [...last.values()].filter(({ error }) => error !== undefined);
}

function failedJobs(server: PbsInstance): ProtectionFault[] {
  const kinds: [string, readonly PbsJob[]][] = [
    ['backup', server.backupJobs],
    ['sync', server.syncJobs],
    ['verification', server.verifyJobs],
    ['prune', server.pruneJobs],
    ['tape backup', server.tapeJobs],
    ['garbage collection', server.garbageJobs],
  ];
  return kinds.flatMap(([kind, jobs]) =>
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

function guestFaults({ id, instance, name, vmid, haState, replication = [] }: GuestFacts): ProtectionFault[] {
  const subject = `${name} (${vmid})`;
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
