// The columns of the node summary, as data.

import type { Limits } from '@belfry/domain/alerts/thresholds';
import { FRESH_UPTIME, type UsageMetric } from '@belfry/domain/thresholds';
import type { ReactNode } from 'react';
import { formatCount, formatShare, formatUptime, NONE } from '../../lib/language/format.ts';
import { pageAddress } from '../../lib/pages.ts';
import type { Strips } from '../../lib/strips.ts';
import { temperatureText, usageTone } from '../../lib/tone.ts';
import { Chip } from '../../ui/chip.tsx';
import { Dot } from '../../ui/dot.tsx';
import { hint } from '../../ui/hint.tsx';
import { HostStatus } from '../../ui/host-status.tsx';
import { Meter } from '../../ui/meter.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { StaleMark } from '../../ui/stale-mark.tsx';
import { statusText } from '../../ui/status-text.ts';
import type { Column } from '../../ui/table/column.ts';
import { COUNTED, type CountKey, type SummaryTab } from './counts.ts';
import { messages } from './messages.ts';
import type { SummaryKey, SummaryRow } from './summary-rows.ts';

export type SummaryColumn = Column<SummaryRow, { limits: Limits; strips: Strips | undefined }, SummaryKey>;

const none = <span className="text-mute">{NONE}</span>;

const usage = (
  key: UsageMetric,
  head: () => string,
  caption: (row: SummaryRow) => string | undefined,
): SummaryColumn => ({
  id: key,
  head,
  sort: key,
  descends: true,
  min: 78,
  grow: 2,
  priority: 1,
  cell(row, { limits }) {
    const percent = key === 'cpu' ? row.cpu : row[key]?.percent;
    if (percent === undefined) return none;
    return (
      <div className="summary-meter">
        <Meter percent={percent} tone={usageTone(key, percent)} limit={limits[key]} caption={caption(row) ?? ''} />
      </div>
    );
  },
});

const count = (key: CountKey): SummaryColumn => ({
  id: key,
  head: () => messages.counts[key],
  sort: key,
  descends: true,
  numeric: true,
  min: 90,
  grow: 0,
  priority: 5,
  from: 'lg',
  fits: true,
  cell({ counts: { [key]: own } }) {
    return own === undefined ? '' : own === null ? none : formatCount(own);
  },
});

/** `withPbs`: the list contains backup servers too. */
export const summaryColumns = (tab: SummaryTab, withPbs: boolean): readonly SummaryColumn[] => [
  {
    id: 'name',
    head: () => (tab === 'backups' ? messages.nodeOrPbs : messages.node),
    sort: 'name',
    min: 130,
    good: 240,
    grow: 2,
    priority: 0,
    cell: (row) => <Name row={row} />,
  },
  {
    id: 'uptime',
    head: () => messages.uptime,
    sort: 'uptime',
    descends: true,
    numeric: true,
    min: 90,
    grow: 0,
    // the name comes first: beside the page of a resource there is half the window
    priority: 5,
    from: 'md',
    fits: true,
    cell: (row) =>
      row.uptime === undefined ? (
        none
      ) : (
        <span className={`figure ${row.uptime < FRESH_UPTIME ? 'text-warn' : 'text-soft'}`}>
          {formatUptime(row.uptime)}
        </span>
      ),
  },
  usage(
    'cpu',
    () => messages.cpu,
    (row) => (row.cores === undefined ? undefined : messages.cores(row.cores)),
  ),
  usage(
    'memory',
    () => messages.memory,
    ({ memory }) => memory && formatShare(memory.used, memory.total),
  ),
  usage(
    'disk',
    () => (tab === 'backups' && withPbs ? messages.storageOrDisk : messages.disk),
    ({ disk }) => disk && formatShare(disk.used, disk.total),
  ),
  {
    id: 'temperature',
    head: () => messages.temperature,
    sort: 'temperature',
    descends: true,
    numeric: true,
    min: 68,
    grow: 0,
    priority: 3,
    from: 'md',
    fits: true,
    cell: (row) =>
      row.temperature === undefined ? (
        none
      ) : (
        <span className={`figure ${temperatureText(row.temperature)}`}>{row.temperature}°</span>
      ),
  },
  ...COUNTED[tab].map(count),
];

function Name({ row }: { row: SummaryRow }) {
  const { status } = row;
  return (
    <span className="flex min-w-0 items-center gap-2">
      <Dot state={status.tone} label={statusText(status.label)} />
      {row.href === undefined ? (
        <b className="title min-w-16 truncate font-[550]">{row.name}</b>
      ) : (
        <a
          href={row.href}
          target="_blank"
          rel="noreferrer"
          className="title min-w-16 truncate font-[550] hover:underline"
          onClick={(event) => event.stopPropagation()}
        >
          {row.name}
        </a>
      )}
      <PageLink href={pageAddress(row.list === 'nodes' ? 'nodes' : 'servers', row.id)} name={row.name} />
      {row.staleSince !== undefined && (
        <span className="contents md:hidden">
          <StaleMark since={row.staleSince} last={status.last} />
        </span>
      )}
      {row.remark !== '' && (
        // whole or not at all: what does not fit into the line is in the next one, which is not seen
        <span className="flex h-4.5 min-w-0 shrink-[1000] flex-wrap overflow-hidden max-md:hidden in-data-narrowed:hidden">
          <span className="h-full" />
          <Chip className="text-soft">{row.remark}</Chip>
        </span>
      )}
      {row.problems.length > 0 && (
        <Remark lines={row.problems}>
          <Chip className="text-warn">{messages.problems(row.problems.length)}</Chip>
        </Remark>
      )}
      {row.maintenance.length > 0 && (
        <Remark lines={row.maintenance} className="max-md:hidden">
          <Chip>{messages.limited(row.maintenance.length)}</Chip>
        </Remark>
      )}
      {status.figures !== 'now' && (
        <span className="shrink-0 text-sm max-md:hidden">
          <HostStatus status={status} since={row.staleSince} />
        </span>
      )}
    </span>
  );
}

/** A count with lines that are shown on hover and read by screen readers. */
function Remark({
  lines,
  className = '',
  children,
}: {
  lines: readonly string[];
  className?: string;
  children: ReactNode;
}) {
  return (
    <span className={`inline-flex shrink-0 ${className}`} {...hint(lines.join('\n'))}>
      {children}
      <span className="sr-only">{lines.join('; ')}</span>
    </span>
  );
}
