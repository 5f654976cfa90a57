// The columns of the pools table, as data.

import type { Limits } from '@belfry/domain/alerts/thresholds';
import { shownStatus } from '@belfry/domain/status';
import type { Storage } from '@belfry/schema/entities/storage';
import type { ReactNode } from 'react';
import type { Breakpoint } from '../../../lib/breakpoint.ts';
import { formatBytes, NONE } from '../../../lib/language/format.ts';
import { usageTone } from '../../../lib/tone.ts';
import { Chevron } from '../../../ui/chevron.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { Dot } from '../../../ui/dot.tsx';
import { hint } from '../../../ui/hint.tsx';
import { Meter } from '../../../ui/meter.tsx';
import { StaleMark } from '../../../ui/stale-mark.tsx';
import { statusText } from '../../../ui/status-text.ts';
import { messages } from '../messages.ts';
import type { PoolRow, SortKey, View } from './rows.ts';

interface CellContext {
  grouping: View['grouping'];
  /** Undefined where there are no details. */
  expanded: boolean | undefined;
  limits: Limits;
}

export interface PoolColumn {
  id: string;
  head: string;
  /** Absent where the column cannot be sorted. */
  sort?: SortKey;
  numeric?: boolean;
  /** The column is hidden on windows narrower than this. */
  from?: Breakpoint;
  /** The class of the `<col>` and its cells. */
  className: string;
  cell(row: PoolRow, context: CellContext): ReactNode;
}

const none = <span className="text-mute">{NONE}</span>;
const size = (storage: Storage, bytes: number): ReactNode =>
  storage.total > 0 ? <span className="figure">{formatBytes(bytes)}</span> : none;

export const poolColumns: PoolColumn[] = [
  {
    id: 'name',
    head: 'Storage',
    sort: 'name',
    className: 'w-[22%] max-md:w-[38%]',
    cell: (row, { grouping, expanded }) => <Name row={row} grouping={grouping} expanded={expanded} />,
  },
  {
    id: 'type',
    head: 'Type',
    sort: 'type',
    from: 'md',
    className: 'w-24',
    cell: ({ storage }) => <Chip>{storage.type}</Chip>,
  },
  {
    id: 'content',
    head: 'Content',
    from: 'lg',
    className: 'w-[16%]',
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
    head: 'Status',
    sort: 'status',
    from: 'md',
    className: 'w-24',
    cell: ({ storage }) => <span className="text-sm text-soft">{statusText(shownStatus(storage).label)}</span>,
  },
  {
    id: 'shared',
    head: 'Shared',
    from: 'lg',
    className: 'w-18',
    cell: ({ storage }) => (storage.shared ? <span className="text-sm text-soft">shared</span> : none),
  },
  {
    id: 'usage',
    head: 'Usage',
    sort: 'usage',
    className: '',
    cell: ({ storage }, { limits }) =>
      storage.total > 0 ? (
        <Meter percent={storage.usage} tone={usageTone('storage', storage.usage)} limit={limits.usage} />
      ) : (
        none
      ),
  },
  {
    id: 'free',
    head: 'Free',
    sort: 'free',
    numeric: true,
    className: 'w-24 max-md:w-20',
    cell: ({ storage }) => size(storage, storage.free),
  },
  {
    id: 'total',
    head: 'Total',
    sort: 'total',
    numeric: true,
    from: 'md',
    className: 'w-24',
    cell: ({ storage }) => size(storage, storage.total),
  },
];

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
      {storage.staleSince !== undefined && <StaleMark since={storage.staleSince} last={status.last} />}
    </span>
  );
}
