// `GET /admin/{sync,verify,prune,gc}`: what runs by itself, and what came of it.
import type { PbsJob } from '@belfry/schema/entities/pbs';
import { iso } from '../../lib/clock.ts';
import { flag, isRaw, type Raw, text } from '../proxmox-api/read.ts';
import type { Tally } from '../proxmox-api/tally.ts';
import { deduplicationOf } from './datastores.ts';

/** The verdict on a finished task. Every text that is not one of the two good ones tells of a failure. */
export function judge(state: string | undefined): PbsJob['result'] {
  if (state === undefined) return 'unknown';
  if (state === 'OK') return 'ok';
  return /^WARNINGS: \d+$/.test(state) ? 'warning' : 'failed';
}

/** Undefined when the answer is no list of jobs. A garbage collection has no id: it goes by its datastore. */
export const parseJobs = (data: unknown, tally: Tally): PbsJob[] | undefined =>
  tally.list(data, (row) => parseJob(row, tally));

function parseJob(row: Raw, tally: Tally): PbsJob | undefined {
  const store = text(row.store);
  const id = text(row.id) ?? store;
  if (!id) return undefined;
  const state = text(row['last-run-state'], 500);
  const end = tally.time(row['last-run-endtime']);
  const next = tally.time(row['next-run']);
  const schedule = text(row.schedule);
  const comment = text(row.comment, 512);
  return {
    id,
    store: store ?? '',
    disabled: flag(row.disable),
    result: judge(state),
    ...(schedule !== undefined && { schedule }),
    ...(state !== undefined && { lastRunState: state }),
    ...(end !== undefined && { lastRunEnd: iso(end) }),
    ...(next !== undefined && { nextRun: iso(next) }),
    ...(comment !== undefined && { comment }),
  };
}

/** What the rows of `/admin/gc` say besides: the deduplication factor by datastore. */
export function parseDeduplication(data: unknown, tally: Tally): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const row of Array.isArray(data) ? data.filter(isRaw) : []) {
    const store = text(row.store);
    const factor = deduplicationOf(row, tally);
    if (store && factor !== undefined) found.set(store, factor);
  }
  return found;
}
