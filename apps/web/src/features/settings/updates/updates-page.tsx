// The updates of Belfry, and the versions that have run here, newest first.
import type { UpdateEntry } from '@belfry/schema/http/updates';
import { useQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { useState } from 'react';
import { version } from '../../../api/monitoring.ts';
import { updateHistory } from '../../../api/updates.ts';
import { momentOf } from '../../../lib/moment.ts';
import { Button } from '../../../ui/button.tsx';
import { CardSkeleton } from '../../../ui/card.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { ShortTable, type TextColumn } from '../../../ui/table/short-table.tsx';
import { EntryDetails } from './entry-details.tsx';
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
  {
    head: () => messages.status,
    cell: ({ status }) => <Chip className={tones[status]}>{messages.statuses[status]}</Chip>,
  },
  { head: () => messages.by, cell: ({ user }) => user || '–' },
  { head: () => messages.channel, cell: ({ channel }) => channel },
];

const tones: Record<UpdateEntry['status'], string> = {
  ...{ in_progress: 'text-soft', success: 'text-ok', failed: 'text-crit', rolled_back: 'text-warn' },
  cancelled: 'text-soft',
};

export function UpdatesPage() {
  const { data, error } = useQuery(updateHistory);
  const [open, setOpen] = useState<string>();
  const entry = data?.find(({ event_id }) => event_id === open);
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
        <ShortTable
          label={messages.table}
          rows={data}
          columns={columns}
          keyOf={({ event_id }) => event_id}
          action={({ event_id }) => <Button onClick={() => setOpen(event_id)}>{messages.details}</Button>}
        />
      )}
      {entry && <EntryDetails entry={entry} onClose={() => setOpen(undefined)} />}
    </div>
  );
}

const Time = ({ iso }: { iso: string }) => <time dateTime={iso}>{momentOf(Date.parse(iso))}</time>;
