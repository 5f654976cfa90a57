// The columns of the pools table, as data.

import type { Limits } from '@belfry/domain/alerts/thresholds';
import { shownStatus } from '@belfry/domain/status';
import type { Storage } from '@belfry/schema/entities/storage';
import type { ReactNode } from 'react';
import { formatBytes, NONE } from '../../../lib/language/format.ts';
import { pageAddress } from '../../../lib/pages.ts';
import { usageTone } from '../../../lib/tone.ts';
import { SiteMark } from '../../../live/site-mark.tsx';
import { Chevron } from '../../../ui/chevron.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { Dot } from '../../../ui/dot.tsx';
import { hint } from '../../../ui/hint.tsx';
import { Meter } from '../../../ui/meter.tsx';
import { PageLink } from '../../../ui/page-link.tsx';
import { StaleMark } from '../../../ui/stale-mark.tsx';
import { statusText } from '../../../ui/status-text.ts';
import type { Column } from '../../../ui/table/column.ts';
import { messages } from '../messages.ts';
import type { PoolRow, SortKey, View } from './rows.ts';

interface CellContext {
  grouping: View['grouping'];
  /** Undefined where there are no details. */
  expanded: boolean | undefined;
  limits: Limits;
}

export type PoolColumn = Column<PoolRow, CellContext, SortKey>;

const none = <span className="text-mute">{NONE}</span>;
const size = (storage: Storage, bytes: number): ReactNode =>
  storage.total > 0 ? <span className="figure">{formatBytes(bytes)}</span> : none;

const columns: PoolColumn[] = [
  {
    id: 'name',
    head: () => messages.heads.name,
    min: 150,
    // a name of 20 characters
    good: 224,
    grow: 3,
    sort: 'name',
    cell: (row, { grouping, expanded }) => <Name row={row} grouping={grouping} expanded={expanded} />,
  },
  {
    id: 'type',
    head: () => messages.heads.type,
    min: 84,
    priority: 5,
    sort: 'type',
    from: 'md',
    cell: ({ storage }) => <Chip>{storage.type}</Chip>,
  },
  {
    id: 'content',
    head: () => messages.heads.content,
    min: 110,
    grow: 2,
    priority: 6,
    from: 'lg',
    cell: ({ storage }) => {
      const content = storage.content.split(',').filter(Boolean).join(', ');
      return (
        <span className="text-sm text-soft" {...hint(content)}>
          {content || NONE}
        </span>
      );
    },
  },
  {
    id: 'status',
    head: () => messages.heads.status,
    min: 96,
    priority: 4,
    sort: 'status',
    from: 'md',
    cell: ({ storage }) => <span className="text-sm text-soft">{statusText(shownStatus(storage).label)}</span>,
  },
  {
    id: 'shared',
    head: () => messages.heads.shared,
    min: 72,
    priority: 7,
    from: 'lg',
    cell: ({ storage }) => (storage.shared ? <span className="text-sm text-soft">{messages.shared}</span> : none),
  },
  {
    id: 'usage',
    head: () => messages.heads.usage,
    min: 110,
    grow: 4,
    priority: 1,
    sort: 'usage',
    descends: true,
    cell: ({ storage }, { limits }) =>
      storage.total > 0 ? (
        <Meter percent={storage.usage} tone={usageTone('storage', storage.usage, limits.usage)} limit={limits.usage} />
      ) : (
        none
      ),
  },
  {
    id: 'free',
    head: () => messages.heads.free,
    min: 84,
    priority: 2,
    sort: 'free',
    descends: true,
    numeric: true,
    cell: ({ storage }) => size(storage, storage.free),
  },
  {
    id: 'total',
    head: () => messages.heads.total,
    min: 84,
    priority: 3,
    sort: 'total',
    descends: true,
    numeric: true,
    from: 'md',
    cell: ({ storage }) => size(storage, storage.total),
  },
];

/** By storage, each is listed once, and its first cell says on how many nodes it is. */
export const poolColumns: Record<View['grouping'], readonly PoolColumn[]> = {
  node: columns,
  storage: columns.filter(({ id }) => id !== 'shared'),
};

function Name({ row, grouping, expanded }: { row: PoolRow } & Pick<CellContext, 'grouping' | 'expanded'>) {
  const { storage } = row;
  const status = shownStatus(storage);
  return (
    <span className="flex min-w-0 items-center gap-2">
      <Chevron expanded={expanded} />
      <Dot state={status.tone} label={statusText(status.label)} />
      {/* on a phone, one below the other */}
      <span className="min-w-0 leading-tight md:contents">
        <b className="title truncate font-[550] max-md:block" {...hint(storage.name)}>
          {storage.name}
        </b>
        {grouping === 'storage' && (
          <span className="truncate text-sm text-mute max-md:block max-md:text-xs" {...hint(storage.nodes.join(', '))}>
            {storage.shared ? messages.nodes(storage.nodes.length) : storage.node}
          </span>
        )}
      </span>
      {grouping === 'storage' && <SiteMark instance={storage.instance} />}
      <PageLink href={pageAddress('storages', storage.id)} name={storage.name} />
      {storage.staleSince !== undefined && <StaleMark since={storage.staleSince} last={status.last} />}
    </span>
  );
}
