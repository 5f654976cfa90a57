// What happened to a resource, in a table: the lane of events in words.
import type { Alert } from '@belfry/schema/entities/alert';
import { unbroken } from '../../../lib/language/format.ts';
import { shortMoment } from '../../../lib/moment.ts';
import { useNow } from '../../../lib/now.ts';
import { Card } from '../../../ui/card.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { ShortTable, type TextColumn } from '../../../ui/table/short-table.tsx';
import { messages } from '../messages.ts';
import type { EventLook, ResourceEvent } from './events.ts';
import { useEvents } from './use-events.ts';

const MOST = 50;

const dots: Record<EventLook, string> = {
  warning: 'warn',
  critical: 'crit',
  ended: 'off',
  backup: 'backup',
  'bad-backup': 'crit',
  snapshot: 'snapshot',
};

const columns: readonly TextColumn<ResourceEvent>[] = [
  { head: () => messages.heads.time, cell: ({ at }) => <Moment at={at} /> },
  {
    head: () => messages.heads.what,
    cell: ({ look, text }) => (
      <span className="flex items-center gap-2">
        <span aria-hidden className={`dot ${dots[look]}`} />
        <span className="min-w-0 wrap-anywhere">{unbroken(text)}</span>
      </span>
    ),
  },
  { head: () => messages.heads.more, cell: ({ more }) => <span className="text-soft wrap-anywhere">{more}</span> },
];

export function EventTable({ id, isOwn }: { id: string; isOwn(alert: Alert): boolean }) {
  const { events, isLoading, error } = useEvents(id, isOwn);
  return (
    <Card title={messages.events} flush>
      {error && <Problem className="m-3">{error.message}</Problem>}
      {events.length > 0 ? (
        <ShortTable label={messages.events} rows={events.slice(0, MOST)} columns={columns} keyOf={({ key }) => key} />
      ) : (
        <p className="px-4 py-3 text-sm text-mute">{isLoading ? messages.loadingEvents : messages.noEvents}</p>
      )}
    </Card>
  );
}

function Moment({ at }: { at: number }) {
  const now = useNow(60_000);
  return <span className="whitespace-nowrap text-soft tabular-nums">{shortMoment(at, now)}</span>;
}
