// What happened to a resource, in a table: the lane of events in words.
import { type PointerEvent, useEffect, useRef } from 'react';
import { unbroken } from '../../../lib/language/format.ts';
import { shortMoment } from '../../../lib/moment.ts';
import { useNow } from '../../../lib/now.ts';
import { Card } from '../../../ui/card.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { ShortTable, type TextColumn } from '../../../ui/table/short-table.tsx';
import { messages } from '../messages.ts';
import type { EventLook, ResourceEvent } from './events.ts';
import type { Events } from './use-events.ts';

const MOST = 50;
/** Older events are in the lanes only. */
const TABLE_MS = 30 * 86_400_000;

const dots: Record<EventLook, string> = {
  warning: 'warn',
  critical: 'crit',
  ended: 'off',
  backup: 'backup',
  'bad-backup': 'crit',
  snapshot: 'snapshot',
  change: 'change',
  'failed-change': 'crit',
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

interface EventTableProps {
  found: Events;
  /** The key of the event that the user points at, here or in the lanes. */
  pointed?: string | undefined;
  onPoint?(key: string | undefined): void;
}

export function EventTable({ found: { events, isLoading, error }, pointed, onPoint }: EventTableProps) {
  const frame = useRef<HTMLDivElement>(null);
  const since = useNow(60_000) - TABLE_MS;
  const rows = events.filter(({ at, until = at }) => until >= since).slice(0, MOST);
  // a row of the table has no properties of its own
  useEffect(() => {
    const row = pointed && frame.current?.querySelector(`tr[data-key="${CSS.escape(pointed)}"]`);
    if (!row) return;
    row.toggleAttribute('data-pointed', true);
    return () => void row.toggleAttribute('data-pointed', false);
  }, [pointed]);
  const point = ({ target }: PointerEvent) => {
    const row = target instanceof Element ? target.closest<HTMLElement>('tr[data-key]') : null;
    onPoint?.(row?.dataset.key);
  };
  return (
    <Card title={messages.events} flush>
      {error && <Problem className="m-3">{error.message}</Problem>}
      {rows.length > 0 ? (
        <div ref={frame} className="event-table" onPointerOver={point} onPointerLeave={() => onPoint?.(undefined)}>
          <ShortTable label={messages.events} rows={rows} columns={columns} keyOf={({ key }) => key} />
        </div>
      ) : (
        <p className="px-4 py-3 text-sm text-mute">{isLoading ? messages.loadingPart : messages.noEvents}</p>
      )}
    </Card>
  );
}

function Moment({ at }: { at: number }) {
  const now = useNow(60_000);
  return <span className="whitespace-nowrap text-soft tabular-nums">{shortMoment(at, now)}</span>;
}
