// The jobs of a backup server: what each does, how its last run ended, and when it runs next.
import { jobLateBy } from '@belfry/domain/late-jobs';
import type { PbsInstance, PbsJob } from '@belfry/schema/entities/pbs';
import { NONE } from '../../../lib/language/format.ts';
import { shortMoment } from '../../../lib/moment.ts';
import { MINUTE_MS, useNow } from '../../../lib/now.ts';
import { Card } from '../../../ui/card.tsx';
import { Dot, type DotState } from '../../../ui/dot.tsx';
import { EvidenceTable, type TextColumn } from './evidence-table.tsx';
import { evidenceOfJob, type JobRow, jobRows } from './job-rows.ts';
import { messages } from './messages.ts';

const columnsOf = (server: PbsInstance): readonly TextColumn<JobRow>[] => [
  {
    id: 'job',
    head: () => messages.heads.job,
    cell: ({ kind, job: { id, store, comment } }) => (
      <>
        <b className="font-[550]">{messages.jobKinds[kind]}</b>{' '}
        {id !== store && <span className="wrap-anywhere">{id}</span>}
        {comment !== undefined && <span className="block text-xs text-mute wrap-anywhere">{comment}</span>}
      </>
    ),
  },
  { id: 'store', head: () => messages.heads.datastore, cell: ({ job: { store } }) => store || NONE },
  { id: 'last', head: () => messages.heads.last, cell: ({ job }) => <LastRun job={job} /> },
  { id: 'next', head: () => messages.heads.next, cell: ({ job }) => <NextRun job={job} server={server} /> },
  {
    id: 'schedule',
    head: () => messages.heads.schedule,
    cell: ({ job: { schedule } }) =>
      schedule === undefined ? (
        <span className="text-mute">{messages.byHand}</span>
      ) : (
        <code className="font-mono text-xs wrap-anywhere">{schedule}</code>
      ),
  },
];

const dots: Record<PbsJob['result'], DotState> = { ok: 'ok', warning: 'warn', failed: 'crit', unknown: 'off' };

export function LastRun({ job: { result, lastRunState, lastRunEnd, running } }: { job: PbsJob }) {
  const now = useNow(MINUTE_MS);
  const isKnown = lastRunState !== undefined || lastRunEnd !== undefined;
  const word =
    lastRunState === 'unknown' ? messages.interrupted : isKnown ? messages.results[result] : messages.neverRan;
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      <Dot state={running ? 'wait' : dots[result]} label={isKnown ? word : ''} />
      <span className={isKnown ? 'tabular-nums' : 'text-mute'}>
        {lastRunEnd === undefined ? word : shortMoment(Date.parse(lastRunEnd), now)}
      </span>
      {lastRunEnd !== undefined && result !== 'ok' && <span className="text-soft">{word}</span>}
      {running && <span className="text-soft">{messages.running}</span>}
    </span>
  );
}

function NextRun({ job, server }: { job: PbsJob; server: PbsInstance }) {
  const now = useNow(MINUTE_MS);
  const { nextRun, disabled } = job;
  if (jobLateBy(server, job, now) !== undefined) return <Late nextRun={nextRun} now={now} />;
  if (disabled) return <span className="text-mute">{messages.disabled}</span>;
  return <span className="tabular-nums">{nextRun === undefined ? NONE : shortMoment(Date.parse(nextRun), now)}</span>;
}

/** The host names the run that did not happen as the next one. */
export const Late = ({ nextRun = '', now }: { nextRun: string | undefined; now: number }) => (
  <span className="inline-flex flex-wrap items-center gap-x-2 text-warn tabular-nums">
    <Dot state="warn" label="" />
    {messages.late(shortMoment(Date.parse(nextRun), now))}
  </span>
);

export function JobTable({ server }: { server: PbsInstance }) {
  const rows = jobRows(server);
  return (
    <Card title={messages.jobs} flush>
      {rows.length > 0 ? (
        <EvidenceTable
          label={messages.jobs}
          rows={rows}
          columns={columnsOf(server)}
          keyOf={({ key }) => key}
          evidenceOf={evidenceOfJob}
        />
      ) : (
        <p className="px-4 py-3 text-sm text-mute">{messages.noJobs}</p>
      )}
    </Card>
  );
}
