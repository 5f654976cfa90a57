// The restore tests that were handed out, the newest first.
import type { ShownDrill } from '@belfry/schema/http/drills';
import { ChevronRight } from 'lucide-react';
import { formatAgo, NONE } from '../../lib/language/format.ts';
import { momentOf } from '../../lib/moment.ts';
import { MINUTE_MS, useNow } from '../../lib/now.ts';
import { IconButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Dot } from '../../ui/dot.tsx';
import { ShortTable, type TextColumn } from '../../ui/table/short-table.tsx';
import { messages } from './messages.ts';
import { dotOf, tookText } from './texts.ts';

export function DrillList({ drills, onOpen }: { drills: readonly ShownDrill[]; onOpen(id: string): void }) {
  const now = useNow(MINUTE_MS);
  return (
    <Card title={messages.list} flush>
      <ShortTable
        label={messages.list}
        rows={drills.map((drill) => ({ drill, now }))}
        columns={columns}
        keyOf={({ drill }) => drill.id}
        action={({ drill }) => (
          <IconButton label={messages.open(drill.name)} onClick={() => onOpen(drill.id)}>
            <ChevronRight size={14} aria-hidden />
          </IconButton>
        )}
      />
    </Card>
  );
}

interface Row {
  drill: ShownDrill;
  now: number;
}

const columns: readonly TextColumn<Row>[] = [
  {
    head: () => messages.heads.guest,
    cell: ({ drill: { name, vmid } }) => (
      <span className="wrap-anywhere">
        {name} <span className="text-mute">{vmid}</span>
      </span>
    ),
  },
  {
    head: () => messages.heads.status,
    cell: ({ drill }) => (
      <span className="flex items-start gap-2">
        <span className="mt-1 flex">
          <Dot state={dotOf(drill)} label="" />
        </span>
        <span className="min-w-0 wrap-anywhere">
          {drill.reason ? messages.reasons[drill.reason] : messages.states[drill.state]}
        </span>
      </span>
    ),
  },
  { head: () => messages.heads.took, cell: ({ drill }) => tookText(drill) ?? NONE },
  {
    head: () => messages.heads.backup,
    cell: ({ drill: { backup } }) => (
      <time dateTime={backup.time} className="tabular-nums">
        {momentOf(Date.parse(backup.time))}
      </time>
    ),
  },
  {
    head: () => messages.heads.when,
    cell: ({ drill: { createdAt }, now }) => <time dateTime={createdAt}>{formatAgo(Date.parse(createdAt), now)}</time>,
  },
];
