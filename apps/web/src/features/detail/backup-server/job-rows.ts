// The jobs of a backup server in one list, and what is to be said about each. Pure.
import { parseCalendarEvent } from '@belfry/domain/calendar-event/parse';
import type { PbsInstance, PbsJob } from '@belfry/schema/entities/pbs';
import type { Evidence } from './evidence-table.tsx';
import { messages } from './messages.ts';

/** A garbage collection is shown with its datastore. */
const jobKinds = ['syncJobs', 'verifyJobs', 'pruneJobs', 'tapeJobs'] as const;
export type JobKind = (typeof jobKinds)[number];

export interface JobRow {
  key: string;
  kind: JobKind;
  job: PbsJob;
}

const weight = ({ job: { result, disabled } }: JobRow): number =>
  disabled ? 3 : result === 'failed' ? 0 : result === 'warning' ? 1 : 2;

/** Failed ones first, disabled ones last, otherwise by kind and name. */
export const jobRows = (server: Pick<PbsInstance, JobKind>): JobRow[] =>
  jobKinds
    .flatMap((kind) => server[kind].map((job): JobRow => ({ key: `${kind} ${job.id}`, kind, job })))
    .sort((a, b) => weight(a) - weight(b));

/** A schedule that nobody understands is a problem of this job only. */
export const evidenceOfSchedule = ({ schedule }: PbsJob): Evidence[] =>
  schedule === undefined || parseCalendarEvent(schedule).ok
    ? []
    : [{ tone: 'warn', head: messages.notUnderstood(schedule), words: '' }];

export function evidenceOfJob({ job }: JobRow): Evidence[] {
  const { result, disabled, lastRunState = '' } = job;
  return [
    ...(result === 'failed' && !disabled
      ? [{ tone: 'crit' as const, head: messages.failed, words: lastRunState.replace(/^TASK ERROR: /, '') }]
      : []),
    ...evidenceOfSchedule(job),
  ];
}
