// The physical disks of the nodes.

import { diskLifeGrade } from '@belfry/domain/thresholds';
import type { PhysicalDisk } from '@belfry/schema/entities/physical-disk';
import { HardDrive } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { type Breakpoint, useAtLeast } from '../../../lib/breakpoint.ts';
import { formatBytes, NONE } from '../../../lib/language/format.ts';
import { diskTemperatureText } from '../../../lib/tone.ts';
import { useGaps } from '../../../live/use-gaps.ts';
import { useList } from '../../../live/use-live.ts';
import { Chip } from '../../../ui/chip.tsx';
import { Dot } from '../../../ui/dot.tsx';
import { GapList } from '../../../ui/gap-list.tsx';
import { hint } from '../../../ui/hint.tsx';
import { Meter } from '../../../ui/meter.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { SortHeader } from '../../../ui/sort-header.tsx';
import { useHold } from '../../../ui/use-hold.ts';
import { useKeptOrder } from '../../../ui/use-kept-order.ts';
import { sortedHead, sortOf } from '../../../ui/use-sort.ts';
import { messages } from '../messages.ts';
import { healthOf, isUnread } from './health.ts';
import { selectDisks } from './rows.ts';
import { type DiskSort, descendsFirst, type SortKey, sortDisks } from './sort.ts';

interface DiskColumn {
  head: string;
  sort: SortKey;
  numeric?: boolean;
  /** The column is hidden on windows narrower than this. */
  from?: Breakpoint;
  className: string;
  cell(disk: PhysicalDisk): ReactNode;
}

const none = <span className="text-mute">{NONE}</span>;
const HEALTH = { ok: 'text-soft', warn: 'text-warn font-semibold', crit: 'text-crit font-bold', off: 'text-mute' };

const diskColumns: DiskColumn[] = [
  {
    head: 'Node',
    sort: 'node',
    from: 'md',
    className: 'w-[13%]',
    cell: (disk) => <b className="title font-[550]">{disk.node}</b>,
  },
  {
    head: 'Device',
    sort: 'device',
    className: 'w-[12%] max-md:w-[38%]',
    cell: (disk) => (
      <>
        <span className="font-mono text-sm">{disk.devPath}</span>
        <span className="block truncate text-xs text-mute md:hidden">{disk.node}</span>
      </>
    ),
  },
  {
    head: 'Model',
    sort: 'model',
    from: 'md',
    className: '',
    cell: (disk) => (
      <span {...hint(disk.serial === '' ? disk.model : `${disk.model}, serial ${disk.serial}`)}>
        {disk.model || NONE}
      </span>
    ),
  },
  {
    head: 'Type',
    sort: 'type',
    from: 'lg',
    className: 'w-18',
    cell: (disk) => (disk.type === 'unknown' ? none : <Chip>{disk.type.toUpperCase()}</Chip>),
  },
  {
    head: 'FS',
    sort: 'used',
    from: 'lg',
    className: 'w-24',
    cell: (disk) => <span className="text-sm text-soft">{disk.used || NONE}</span>,
  },
  {
    head: 'Health',
    sort: 'health',
    className: 'w-28 max-md:w-auto',
    cell(disk) {
      const { label, state } = healthOf(disk);
      return (
        <span className="inline-flex items-center gap-2 text-sm" {...(state === 'off' && hint(messages.noSmart))}>
          <Dot state={state} label="" />
          <span className={HEALTH[state]}>{label}</span>
        </span>
      );
    },
  },
  {
    head: 'SSD Life',
    sort: 'wearout',
    from: 'md',
    className: 'w-[15%]',
    cell: (disk) => (disk.wearout < 0 ? none : <Meter percent={disk.wearout} tone={diskLifeGrade(disk.wearout)} />),
  },
  {
    head: 'Temp',
    sort: 'temperature',
    numeric: true,
    className: 'w-16 max-md:w-14',
    cell: (disk) =>
      disk.temperature > 0 ? (
        <span className={`figure ${diskTemperatureText(disk.temperature)}`}>{Math.round(disk.temperature)}°</span>
      ) : (
        none
      ),
  },
  {
    head: 'Size',
    sort: 'size',
    numeric: true,
    className: 'w-20',
    cell: (disk) => (disk.size > 0 ? <span className="figure">{formatBytes(disk.size)}</span> : none),
  },
];

const PARTS = /^(physical disks|disk health)/;

interface DiskTableProps {
  search: string;
  /** The id of the selected node, null for all. */
  node: string | null;
  sort: DiskSort;
  onSort(sort: DiskSort): void;
}

export function DiskTable({ search, node, sort: order, onSort }: DiskTableProps) {
  const [disks, nodes] = [useList('physicalDisks'), useList('nodes')];
  const sort = sortOf(order, onSort, descendsFirst);
  const { key, descending } = order;
  const { held, handlers } = useHold();
  const now = useMemo(
    () => sortDisks(selectDisks(disks, search, node), { key, descending }),
    [disks, search, node, key, descending],
  );
  const gaps = useGaps(PARTS);
  const rows = useKeptOrder({ now, all: now, held, view: JSON.stringify([search, node, key, descending]) });
  const atLeast = useAtLeast();
  const columns = diskColumns.filter(({ from }) => atLeast(from));
  const selected = nodes.find(({ id }) => id === node);
  return (
    <>
      <div className="card">
        <table className="rows" aria-label={messages.tabs.disks}>
          <colgroup>
            {columns.map((column) => (
              <col key={column.head} className={column.className} />
            ))}
          </colgroup>
          <thead>
            <tr>
              {columns.map(({ head, sort: by, numeric, className }) => (
                <SortHeader key={head} className={className} numeric={numeric} {...sortedHead(sort, by)}>
                  {head}
                </SortHeader>
              ))}
            </tr>
          </thead>
          <tbody {...handlers}>
            {rows.map((disk) => (
              <tr key={disk.id} className="row">
                {columns.map((column) => (
                  <td key={column.head} className={`${column.numeric ? 'num' : ''} ${column.className}`}>
                    {column.cell(disk)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        {rows.length === 0 && (
          <Notice
            icon={<HardDrive />}
            title={messages.noDisks(selected && (selected.displayName || selected.name), search.trim())}
          >
            <GapList gaps={gaps} of={(gap) => gap.host} />
          </Notice>
        )}
      </div>
      <p className="flex h-7 items-center px-3.5 text-sm text-mute tabular-nums">
        {messages.diskLegend(rows.length, rows.filter(isUnread).length)}
      </p>
    </>
  );
}
