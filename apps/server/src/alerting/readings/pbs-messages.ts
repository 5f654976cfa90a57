// What alerts about backup servers say.
import { formatBytes, formatPercent, lateness, plural } from '@belfry/domain/format';
import type { Datastore, PbsInstance, PbsJob } from '@belfry/schema/entities/pbs';

const jobNames = {
  backupJobs: 'Backup job',
  syncJobs: 'Sync job',
  verifyJobs: 'Verification job',
  pruneJobs: 'Prune job',
  tapeJobs: 'Tape job',
  garbageJobs: 'Garbage collection of',
} as const satisfies Partial<Record<keyof PbsInstance, string>>;
export type JobKind = keyof typeof jobNames;
export const jobKinds = Object.keys(jobNames) as JobKind[];

const datastore = (server: string, { name }: Datastore): string => `Datastore ${name} of ${server}`;

export const pbsMessages = {
  cpu: (server: string, percent: number) => `Backup server ${server}: CPU usage is ${formatPercent(percent)}.`,
  memory: (server: string, percent: number) => `Backup server ${server}: memory usage is ${formatPercent(percent)}.`,
  /** `others`: the datastores on the same file system. */
  disk: (server: string, percent: number) =>
    `Backup server ${server}: root file system is ${formatPercent(percent)} full.`,
  usage: (server: string, store: Datastore, others: readonly Datastore[] = []) =>
    `${datastore(server, store)} is ${formatPercent(store.usage ?? 0)} full: ${formatBytes(store.free ?? 0)} free of ${formatBytes(store.total ?? 0)}.${others.length === 0 ? '' : ` On the same file system: ${others.map(({ name }) => name).join(', ')}.`}`,
  fullSoon: (server: string, store: Datastore, days: number) =>
    `${datastore(server, store)} will be full in ${plural(days, 'day')}, as the server estimates.`,
  state: (server: string, store: Datastore) => `${datastore(server, store)} ${stateText(store)}`,
  job: (server: string, kind: JobKind, { id, lastRunState }: PbsJob) =>
    `${jobNames[kind]} ${id} on ${server} failed${lastRunState === undefined ? '' : `: ${lastRunState}`}.`,
  damagedChunks: (server: string, store: Datastore, count: number) =>
    `${datastore(server, store)}: the last garbage collection found ${plural(count, 'damaged chunk')}. Backups that need them cannot be restored.`,
  late: (server: string, kind: JobKind, { id, running }: PbsJob, lateMs: number) =>
    running
      ? `${jobNames[kind]} ${id} on ${server} has been running past its next date for ${lateness(lateMs)}.`
      : `${jobNames[kind]} ${id} on ${server} is ${lateness(lateMs)} late.`,
};

function stateText({ status, error, maintenanceMessage }: Datastore): string {
  const why = status === 'error' ? error : maintenanceMessage;
  const reason = why === undefined ? '.' : `: ${why}`;
  switch (status) {
    case 'error':
      return `cannot be read${reason}`;
    case 'not mounted':
      return 'is not mounted.';
    case 'read-only':
      return `is read-only, so no backup can be saved${reason}`;
    default:
      return `is in maintenance (${status})${reason}`;
  }
}
