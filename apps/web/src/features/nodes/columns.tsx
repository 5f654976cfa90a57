// The columns of the node summary, as data.

import type { Limits } from '@belfry/domain/alerts/thresholds';
import { FRESH_UPTIME, type UsageMetric } from '@belfry/domain/thresholds';
import { formatCount, formatShare, formatUptime, NONE } from '../../lib/language/format.ts';
import type { Strips } from '../../lib/strips.ts';
import { temperatureText, usageTone } from '../../lib/tone.ts';
import { Meter } from '../../ui/meter.tsx';
import type { Column } from '../../ui/table/column.ts';
import { COUNTED, type CountKey, type SummaryTab } from './counts.ts';
import { messages } from './messages.ts';
import { SummaryName } from './summary-name.tsx';
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
    cell: (row) => <SummaryName row={row} />,
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
