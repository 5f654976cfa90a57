// The columns of the node summary, as data.

import type { Limit, Limits } from '@belfry/domain/alerts/thresholds';
import { FRESH_UPTIME, type UsageMetric } from '@belfry/domain/thresholds';
import type { Alert } from '@belfry/schema/entities/alert';
import { Link } from '@tanstack/react-router';
import { formatCount, formatShare, formatUptime, NONE } from '../../lib/language/format.ts';
import type { Strips } from '../../lib/strips.ts';
import { temperatureText, usageTone } from '../../lib/tone.ts';
import { shortMessage } from '../../ui/alerts/short-message.ts';
import { hint } from '../../ui/hint.tsx';
import { Meter } from '../../ui/meter.tsx';
import type { Column } from '../../ui/table/column.ts';
import { COUNTED, type CountKey, type SummaryTab } from './counts.ts';
import { messages } from './messages.ts';
import { SummaryName } from './summary-name.tsx';
import type { SummaryKey, SummaryRow } from './summary-rows.ts';

/** What a cell gets besides its row. The last three are those of a row by cluster. */
interface CellContext {
  limits: Limits;
  strips: Strips | undefined;
  /** Undefined for a row that cannot be unfolded. */
  open?: boolean | undefined;
  depth?: 1 | 2;
  /** The worst alert of the row. */
  alert?: Alert | undefined;
}

export type SummaryColumn = Column<SummaryRow, CellContext, SummaryKey>;

const none = <span className="text-mute">{NONE}</span>;

const usage = (
  key: UsageMetric,
  head: () => string,
  caption: (row: SummaryRow) => string | undefined,
  isNamed = false,
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
      <div className={isNamed ? 'summary-meter named' : 'summary-meter'}>
        <Meter
          percent={percent}
          tone={toneOf(row, key, percent, limits[key])}
          limit={limits[key]}
          caption={caption(row) ?? ''}
        />
      </div>
    );
  },
});

const isTotal = ({ list }: SummaryRow): boolean => list !== 'nodes' && list !== 'pbs';

/** No alert watches the total of a cluster, so it has no colour. Its fullest storage or datastore has. */
function toneOf(row: SummaryRow, key: UsageMetric, percent: number, limit: Limit | undefined) {
  if (row.fullest && key === 'disk') return usageTone('storage', percent, limit);
  return isTotal(row) ? 'ok' : usageTone(key, percent, limit);
}

const count = (key: CountKey): SummaryColumn => ({
  id: key,
  head: () => messages.counts[key],
  sort: key,
  descends: true,
  numeric: true,
  min: 90,
  priority: 5,
  from: 'lg',
  fits: true,
  cell({ counts: { [key]: own } }) {
    return own === undefined ? '' : own === null ? none : formatCount(own);
  },
});

const name: SummaryColumn = {
  id: 'name',
  head: () => messages.node,
  sort: 'name',
  min: 130,
  good: 240,
  grow: 2,
  cell: (row, { depth, open }) => <SummaryName row={row} depth={depth} open={open} />,
};

const uptime: SummaryColumn = {
  id: 'uptime',
  head: () => messages.uptime,
  sort: 'uptime',
  descends: true,
  numeric: true,
  min: 90,
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
};

const cpu = usage(
  'cpu',
  () => messages.cpu,
  (row) => (row.cores === undefined ? undefined : messages.cores(row.cores)),
);
const memory = usage(
  'memory',
  () => messages.memory,
  ({ memory }) => memory && formatShare(memory.used, memory.total),
);
const disk = usage(
  'disk',
  () => messages.disk,
  ({ disk }) => disk && formatShare(disk.used, disk.total),
);
/** Of a node of a cluster it is the root disk. */
const fullest = usage(
  'disk',
  () => messages.fullest,
  ({ disk, fullest }) => fullest?.name ?? (disk && messages.rootDisk),
  true,
);

const temperature: SummaryColumn = {
  id: 'temperature',
  head: () => messages.temperature,
  sort: 'temperature',
  descends: true,
  numeric: true,
  min: 68,
  priority: 3,
  from: 'md',
  fits: true,
  cell: (row, { limits }) =>
    row.temperature === undefined ? (
      none
    ) : (
      <span className={`figure ${temperatureText(row.temperature, limits.temperature)}`}>{row.temperature}°</span>
    ),
};

/** `withPbs`: the list contains backup servers too. */
export const summaryColumns = (tab: SummaryTab, withPbs: boolean): readonly SummaryColumn[] => [
  { ...name, head: () => (tab === 'backups' ? messages.nodeOrPbs : messages.node) },
  uptime,
  cpu,
  memory,
  { ...disk, head: () => (tab === 'backups' && withPbs ? messages.storageOrDisk : messages.disk) },
  temperature,
  ...COUNTED[tab].map(count),
];

const guests: SummaryColumn = {
  id: 'guests',
  head: () => messages.guests,
  // "60 von 159 laufen, 87 unbekannt"
  min: 230,
  good: 250,
  priority: 2,
  from: 'md',
  cell: (row) => <Guests row={row} />,
};

const worst: SummaryColumn = {
  id: 'worst',
  head: () => messages.worst,
  min: 200,
  good: 290,
  grow: 4,
  priority: 4,
  from: 'md',
  cell: (_, { alert }) => alert && <Worst alert={alert} />,
};

/** The end of the head has a button. */
const end: SummaryColumn = {
  id: 'end',
  head: () => '',
  min: 30,
  from: 'md',
  fits: true,
  cell: () => null,
};

/** Of a row for each cluster. The column of disks has the fullest storage of a cluster, a host by itself or a backup server. */
export const clusterColumns = (wide: boolean): readonly SummaryColumn[] => [
  // a node below it has its name, the link to its page and its state
  { ...name, head: () => messages.cluster, min: 190, good: 240 },
  guests,
  { ...cpu, good: 110, grow: 1 },
  // the room for its sizes comes after the words that say what is wrong
  { ...memory, good: 210, grow: 1, widens: 5 },
  // without room for a name the short word is whole
  { ...fullest, ...(!wide && { head: () => messages.counts.storage, min: 84 }), good: 200, grow: 1 },
  { ...uptime, priority: 6 },
  { ...temperature, priority: 6 },
  worst,
  end,
];

function Guests({ row: { guests, answering } }: { row: SummaryRow }) {
  if (guests === undefined)
    return answering && <span className="figure text-soft">{messages.answer(answering.answer, answering.all)}</span>;
  const { paused, unknown } = guests;
  const [ran, notKnown, held] = [messages.ran(guests), messages.unknownGuests(unknown), messages.pausedGuests(paused)];
  return (
    <span
      className="figure flex h-[1lh] flex-wrap overflow-hidden text-soft"
      {...hint([ran, ...(unknown > 0 ? [notKnown] : []), ...(paused > 0 ? [held] : [])].join(', '))}
    >
      <span className="max-w-full truncate">
        {ran}
        {unknown > 0 && <b className="font-semibold text-crit">, {notKnown}</b>}
      </span>
      {/* whole or not at all: the hint has it too */}
      {paused > 0 && <span className="whitespace-pre">, {held}</span>}
    </span>
  );
}

function Worst({ alert }: { alert: Alert }) {
  const what = shortMessage(alert);
  return (
    <span className="block truncate" {...hint(`${alert.resourceName} ${what}`)}>
      <Link
        to="/alerts/$"
        params={{ _splat: 'overview' }}
        hash={alert.id}
        tabIndex={-1}
        className="font-medium underline decoration-line underline-offset-2 hover:decoration-current"
      >
        {alert.resourceName}
      </Link>{' '}
      <span className="text-soft">{what}</span>
    </span>
  );
}
