// The versions of Belfry that have run here, newest first.
import type { UpdateEntry } from '@belfry/schema/http/updates';
import { useQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { version } from '../../../api/monitoring.ts';
import { updateHistory } from '../../../api/updates.ts';
import { momentOf } from '../../../lib/moment.ts';
import { CardSkeleton } from '../../../ui/card.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { ShortTable, type TextColumn } from '../../../ui/table/short-table.tsx';
import { messages } from './messages.ts';

const columns: readonly TextColumn<UpdateEntry>[] = [
  {
    head: () => messages.version,
    cell: ({ version_from, version_to }) => (
      <b className="font-semibold tabular-nums">
        {version_from} → {version_to}
      </b>
    ),
  },
  { head: () => messages.started, cell: ({ timestamp }) => <Time iso={timestamp} /> },
  { head: () => messages.kind, cell: ({ action }) => <Chip>{messages.kinds[action]}</Chip> },
  { head: () => messages.installed, cell: ({ deployment_type }) => deployment_type },
  { head: () => messages.channel, cell: ({ channel }) => channel },
];

export function UpdatesPage() {
  const { data, error } = useQuery(updateHistory);
  const running = useQuery(version).data?.version ?? '';
  if (data === undefined)
    return error ? (
      <Problem>
        {messages.failed} {error.message}
      </Problem>
    ) : (
      <CardSkeleton />
    );
  return (
    <div className="card">
      {data.length === 0 ? (
        <Notice icon={<History />} title={messages.none}>
          <p>{messages.noneHint(running)}</p>
        </Notice>
      ) : (
        <ShortTable label={messages.table} rows={data} columns={columns} keyOf={({ event_id }) => event_id} />
      )}
    </div>
  );
}

const Time = ({ iso }: { iso: string }) => <time dateTime={iso}>{momentOf(Date.parse(iso))}</time>;
