// The tasks of a backup server that failed in the last week, with the line of their log that says why.
import type { PbsDetails } from '@belfry/schema/entities/pbs-details';
import { shortMoment } from '../../../lib/moment.ts';
import { MINUTE_MS, useNow } from '../../../lib/now.ts';
import { Card } from '../../../ui/card.tsx';
import { Dot, type DotState } from '../../../ui/dot.tsx';
import { EvidenceTable, type TextColumn } from './evidence-table.tsx';
import { type FailedRow, failedRows } from './failed-rows.ts';
import { messages } from './messages.ts';

const dots: Record<FailedRow['task']['result'], DotState> = { warning: 'warn', failed: 'crit', unknown: 'off' };

const columns: readonly TextColumn<FailedRow>[] = [
  {
    id: 'task',
    head: () => messages.heads.task,
    cell: ({ task: { type, result }, count }) => (
      <span className="flex items-center gap-x-2">
        <Dot state={dots[result]} label={result === 'unknown' ? messages.interrupted : messages.results[result]} />
        <span className="whitespace-nowrap">{type}</span>
        {count > 1 && <span className="whitespace-nowrap text-mute">{messages.times(count)}</span>}
      </span>
    ),
  },
  { id: 'time', head: () => messages.heads.time, cell: ({ task }) => <Moment at={task.endTime} /> },
  {
    id: 'about',
    head: () => messages.heads.about,
    cell: ({ task: { store, subject } }) => (
      <span className="wrap-anywhere">
        {store} {subject !== store && <span className="inline-block text-soft">{subject}</span>}
      </span>
    ),
  },
  {
    id: 'error',
    head: () => messages.heads.error,
    cell: ({ task: { result, error } }) => (
      <span className="font-mono text-xs wrap-anywhere">{result === 'unknown' ? messages.interrupted : error}</span>
    ),
  },
];

function Moment({ at }: { at: string }) {
  return <span className="whitespace-nowrap tabular-nums">{shortMoment(Date.parse(at), useNow(MINUTE_MS))}</span>;
}

export function FailedTable({ details }: { details: PbsDetails | undefined }) {
  const tasks = details?.failedTasks;
  return (
    <Card title={messages.failedTasks} hint={messages.inSevenDays} flush>
      {tasks && tasks.length > 0 ? (
        <EvidenceTable
          label={messages.failedTasks}
          rows={failedRows(tasks)}
          columns={columns}
          keyOf={({ task: { id } }) => id}
        />
      ) : (
        <p className="px-4 py-3 text-sm text-mute">{tasks ? messages.noFailedTasks : messages.notKnownYet}</p>
      )}
    </Card>
  );
}
