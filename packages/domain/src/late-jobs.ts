// Jobs that should have run and did not: nothing failed, so only their times say it.
import type { PbsInstance, PbsJob } from '@belfry/schema/entities/pbs';
import type { ReplicationJob } from '@belfry/schema/entities/pve-cluster';

const HOUR_MS = 3_600_000;
/** The jobs of a host run one after the other, and a host that was off makes up for them when it is back. */
const GRACE_MS = HOUR_MS;
/** A first copy may take days. A run that takes longer than this stands still. */
const LONGEST_RUN_MS = 7 * 24 * HOUR_MS;

/** `next`: when the host says that the job runs next, ISO. */
export interface Due {
  next?: string | undefined;
  running?: true | undefined;
  disabled: boolean;
}

/** How late a job is, in milliseconds. Undefined while it is not late, or when the host does not say when it is due. */
export function lateBy({ next, running, disabled }: Due, now: number): number | undefined {
  const late = next === undefined || disabled ? Number.NaN : now - Date.parse(next);
  return late > (running ? LONGEST_RUN_MS : GRACE_MS) ? late : undefined;
}

/** The same for a job of a backup server. One whose disk is not connected waits for it, and is not late. */
export function jobLateBy(
  { datastores }: Pick<PbsInstance, 'datastores'>,
  job: PbsJob,
  now: number,
): number | undefined {
  const isAway = datastores.some(({ name, status }) => name === job.store && status === 'not mounted');
  return isAway ? undefined : lateBy({ ...job, next: job.nextRun }, now);
}

/** Of a replication. One that failed is that, and one that never ran does not say when it was due. */
export const replicationLateBy = (job: ReplicationJob, now: number): number | undefined =>
  job.result === 'failed' || job.neverRan ? undefined : lateBy({ ...job, next: job.nextSync }, now);
