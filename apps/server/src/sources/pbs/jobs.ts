// `GET /admin/{sync,verify,prune,gc}`: scheduled jobs and the results of their last runs.
import type { PbsJob } from '@belfry/schema/entities/pbs';
import { iso } from '../../lib/clock.ts';
import { sorted } from '../proxmox-api/order.ts';
import { flag, listOf, type Raw, rows, runTimeOf, text } from '../proxmox-api/read.ts';
import { deduplicationOf } from './datastores.ts';

/** The result of a finished task. Every text except the two good ones means a failure. */
export function resultOf(state: string | undefined): PbsJob['result'] {
  // The server reports `unknown` for a run that was interrupted.
  if (state === undefined || state === 'unknown') return 'unknown';
  if (state === 'OK') return 'ok';
  return /^WARNINGS: \d+$/.test(state) ? 'warning' : 'failed';
}

/**
 * Sorted by id. Undefined when the answer is not a list of jobs. A garbage collection has no id, so its id is its
 * datastore.
 */
export const parseJobs = (data: unknown): PbsJob[] | undefined =>
  sorted(
    listOf(data, (row) => parseJob(row)),
    (job) => job.id,
  );

function parseJob(row: Raw): PbsJob | undefined {
  const store = text(row.store);
  const id = text(row.id) ?? store;
  if (!id) return undefined;
  const state = text(row['last-run-state'], 500);
  const end = runTimeOf(row['last-run-endtime']);
  const next = runTimeOf(row['next-run']);
  const isRunning = text(row['last-run-upid']) !== undefined && state === undefined && end === undefined;
  const schedule = text(row.schedule);
  const comment = text(row.comment, 512);
  return {
    id,
    store: store ?? '',
    disabled: flag(row.disable),
    ...(isRunning && { running: true }),
    result: resultOf(state),
    ...(schedule !== undefined && { schedule }),
    ...(state !== undefined && { lastRunState: state }),
    ...(end !== undefined && { lastRunEnd: iso(end) }),
    ...(next !== undefined && { nextRun: iso(next) }),
    ...(comment !== undefined && { comment }),
  };
}

/** A running job does not report its last run, so the earlier report stays. */
export function withLastVerdicts(jobs: readonly PbsJob[], before: readonly PbsJob[]): PbsJob[] {
  const known = new Map(before.map((job) => [job.id, job]));
  return jobs.map((job) => {
    const { result, lastRunState, lastRunEnd } = known.get(job.id) ?? {};
    // The list of garbage collections does not show that one is running. The id of such a job is its datastore.
    const isUnderWay = job.lastRunState === undefined && (job.running || job.id === job.store);
    if (!isUnderWay || lastRunState === undefined || result === undefined) return job;
    return { ...job, result, lastRunState, ...(lastRunEnd !== undefined && { lastRunEnd }) };
  });
}

/** The deduplication factor by datastore, from the rows of `/admin/gc`. */
export function parseDeduplication(data: unknown): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const row of rows(data)) {
    const store = text(row.store);
    const factor = deduplicationOf(row);
    if (store && factor !== undefined) found.set(store, factor);
  }
  return found;
}
