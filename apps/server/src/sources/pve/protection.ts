// The protection of guests: replication to other nodes, and guests without a backup job.
import type { ReplicationJob } from '@belfry/schema/entities/pve-cluster';
import { amount, flag, line, type Raw, rows, runTimeOf, text, whole } from '../proxmox-api/read.ts';

/** A job and the guest it copies. */
export interface GuestJob {
  vmid: number;
  job: ReplicationJob;
}

const isoOf = (seconds: unknown): string | undefined => {
  const ms = runTimeOf(seconds);
  return ms === undefined ? undefined : new Date(ms).toISOString();
};

/**
 * From `data` of cluster/replication, the configured jobs, and of nodes/{n}/replication, their results. The fields of
 * the result have precedence. A job without a result is `unknown`.
 */
export function replicationJobs(configured: unknown, statuses: unknown): GuestJob[] {
  const byJob = new Map(rows(statuses).map((row) => [text(row.id), row]));
  return rows(configured).flatMap((config) => {
    const id = text(config.id, 32);
    const vmid = whole(config.guest) ?? whole(id?.split('-')[0]);
    const target = text(config.target, 64);
    if (!id || !vmid || !target) return [];
    return [{ vmid, job: jobOf(id, target, { ...config, ...byJob.get(id) }, byJob.has(id)) }];
  });
}

function jobOf(id: string, target: string, row: Raw, isListed: boolean): ReplicationJob {
  const lastSync = isoOf(row.last_sync);
  const nextSync = isoOf(row.next_sync);
  const schedule = text(row.schedule, 128);
  const error = line(row.error, 500);
  const failCount = whole(row.fail_count) ?? 0;
  const seconds = amount(row.duration);
  const result = failCount > 0 || error ? 'failed' : lastSync ? 'ok' : 'unknown';
  return {
    id,
    target,
    disabled: flag(row.disable),
    ...(row.pid !== undefined && { running: true as const }),
    ...(isListed && !lastSync && isoOf(row.last_try) === undefined && { neverRan: true as const }),
    result,
    failCount,
    ...(schedule && { schedule }),
    ...(lastSync && { lastSync }),
    ...(nextSync && { nextSync }),
    ...(seconds !== undefined && lastSync && { durationSeconds: Math.round(seconds) }),
    ...(error && { error }),
  };
}

/** By vmid: the jobs of each guest, sorted by id. */
export function jobsByGuest(jobs: readonly GuestJob[]): Map<number, ReplicationJob[]> {
  const sorted = jobs.toSorted((a, b) => (a.job.id < b.job.id ? -1 : 1));
  return new Map([...Map.groupBy(sorted, ({ vmid }) => vmid)].map(([vmid, own]) => [vmid, own.map(({ job }) => job)]));
}

/**
 * From `data` of cluster/backup-info/not-backed-up: the vmids that no job includes. Undefined when it is not a list.
 */
export const uncovered = (data: unknown): ReadonlySet<number> | undefined =>
  Array.isArray(data) ? new Set(rows(data).flatMap((row) => whole(row.vmid) ?? [])) : undefined;
