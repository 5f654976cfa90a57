// `GET /cluster/backup`: the backup jobs of a cluster.
import { scheduleOfOldJob } from '@belfry/domain/calendar-event/old-job';
import { defined } from '@belfry/domain/defined';
import { backupJobId, byId } from '@belfry/domain/ids';
import type { BackupJob } from '@belfry/schema/protection/backup-job';
import { keepIn } from '../proxmox-api/keep.ts';
import { flag, listOf, type Raw, text, whole } from '../proxmox-api/read.ts';

/** Sorted by id. Undefined when it is not a list of jobs. `timeZone`: of the hosts. */
export function parseBackupJobs(
  data: unknown,
  instance: string,
  timeZone: string | undefined,
): BackupJob[] | undefined {
  const jobs = listOf(data, (row) => parseJob(row, instance, timeZone));
  return jobs && [...new Map(jobs.map((job) => [job.id, job])).values()].sort(byId);
}

function parseJob(row: Raw, instance: string, timeZone: string | undefined): BackupJob | undefined {
  const jobId = text(row.id);
  if (!jobId) return undefined;
  const old = { dow: text(row.dow), starttime: text(row.starttime, 32) };
  return defined({
    id: backupJobId(instance, jobId),
    ...{ jobId, instance, timeZone },
    enabled: row.enabled === undefined || flag(row.enabled),
    schedule: text(row.schedule) ?? scheduleOfOldJob(old) ?? '',
    selection: selectionOf(row),
    node: text(row.node, 64),
    storage: text(row.storage, 128),
    comment: text(row.comment, 512),
    keep: keepIn(row),
  });
}

/** A pool counts before a list of guests, and this before all guests: so does the host. A job with none of them takes no guest. */
function selectionOf({ pool, vmid, all, exclude }: Raw): BackupJob['selection'] {
  const named = text(pool);
  if (named !== undefined) return { kind: 'pool', pool: named };
  const vmids = numbersIn(vmid);
  const isForAll = vmids.length === 0 && (flag(all) || exclude !== undefined);
  return isForAll ? { kind: 'all', exclude: numbersIn(exclude) } : { kind: 'guests', vmids };
}

const MAX_TEXT = 1 << 20;

/** A list is separated by commas, semicolons or blanks. */
const numbersIn = (list: unknown): number[] =>
  (text(list, MAX_TEXT) ?? '').split(/[\s,;]+/).flatMap((number) => whole(number) ?? []);
