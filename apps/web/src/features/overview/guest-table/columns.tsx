// The columns of the guest table, as data. A column of a figure is a row of `figures.ts`.

import type { Limit, Limits } from '@belfry/domain/alerts/thresholds';
import type { Figures, GuestFacts } from '@belfry/domain/guest-figures';
import type { ShownStatus } from '@belfry/domain/status';
import { FRESH_UPTIME, type UsageMetric } from '@belfry/domain/thresholds';
import { formatRate, formatShare, formatUptime, NONE } from '../../../lib/language/format.ts';
import type { Strips } from '../../../lib/strips.ts';
import { rateText } from '../../../lib/tone.ts';
import { Chip } from '../../../ui/chip.tsx';
import type { Column } from '../../../ui/table/column.ts';
import { messages } from '../messages.ts';
import { FigureText, Usage } from './figure-cells.tsx';
import { type GuestFigure, guestFigureNames, guestFigures } from './figures.ts';
import { GuestName } from './guest-name.tsx';
import type { SortKey } from './rows.ts';

/** What a cell gets besides the guest. */
export interface CellContext {
  /** Whether the row is in view now, and not only rendered near it. */
  inView: boolean;
  status: ShownStatus;
  expanded: boolean | undefined;
  /** Below the head of a node its cluster is known. */
  grouping: 'grouped' | 'flat';
  /** The address that a user gave the guest. */
  url: string | undefined;
  limits: Limits;
  /** Undefined while no strips are shown. */
  strips: Strips | undefined;
}

export type GuestColumn = Column<GuestFacts, CellContext, SortKey>;

const none = <span className="text-mute">{NONE}</span>;

/** From this width on a meter shows absolute figures too. */
const WIDE_METER = 210;

function usage(id: UsageMetric): GuestColumn {
  const { priority, read } = guestFigures[id];
  const amountOf = (guest: GuestFacts, figures: Figures) =>
    id === 'cpu' ? `${guest.cpus} vCPU` : formatShare(figures[`${id}.used`], guest[id].total);
  return {
    id,
    head: () => messages.heads[id],
    sort: id,
    descends: true,
    min: 92,
    grow: id === 'memory' ? 2 : 1,
    priority,
    fits: true,
    cell: (guest, { inView, status, width, limits }) =>
      status.figures === 'none' ? (
        none
      ) : (
        <Usage
          guest={guest}
          inView={inView}
          metric={id}
          percentOf={read}
          amountOf={width >= WIDE_METER ? amountOf : undefined}
          limit={limits[id]}
        />
      ),
  };
}

/** A figure as text. `text` and `look` get its value, `look` its threshold too. */
function text(
  id: GuestFigure,
  of: (value: number | null) => string,
  look: (value: number | null, limit: Limit | undefined) => string,
): GuestColumn {
  const { priority, read } = guestFigures[id];
  const textOf = (figures: Figures) => of(read(figures));
  const lookOf = (figures: Figures, limit: Limit | undefined) => look(read(figures), limit);
  return {
    id,
    head: () => messages.heads[id],
    sort: id,
    descends: true,
    numeric: true,
    min: id === 'uptime' ? 84 : 90,
    priority,
    fits: true,
    cell: (guest, { inView, status, limits }) =>
      status.figures === 'none' ? (
        none
      ) : (
        <FigureText
          id={guest.id}
          inView={inView}
          text={textOf}
          look={lookOf}
          limit={id === 'uptime' ? undefined : limits[id]}
        />
      ),
  };
}

const uptimeText = (uptime: number | null): string => formatUptime(uptime ?? 0);
const uptimeLook = (uptime: number | null): string =>
  (uptime ?? 0) < FRESH_UPTIME ? 'font-semibold text-fresh' : 'text-soft';

function columnOf(id: GuestFigure): GuestColumn {
  if (isUsage(id)) return usage(id);
  return guestFigures[id].look === 'rate' ? text(id, formatRate, rateText) : text(id, uptimeText, uptimeLook);
}
const isUsage = (id: GuestFigure): id is GuestFigure & UsageMetric => guestFigures[id].look === 'usage';

export const guestColumns: GuestColumn[] = [
  {
    id: 'name',
    head: () => messages.heads.name,
    sort: 'name',
    min: 150,
    // a name of 20 characters, its link, and the number of its tags
    good: 246,
    grow: 4,
    cell: ({ id, name, lock, staleSince, tags }, { status, expanded, width, url, grouping }) => (
      <GuestName {...{ id, name, lock, staleSince, tags, status, expanded, width, url, grouping }} />
    ),
  },
  {
    id: 'type',
    head: () => messages.heads.type,
    sort: 'type',
    // the chip "LXC" is whole
    min: 60,
    // after the good width of the name, which shares half a window with the page of a guest
    priority: 5,
    cell: ({ type }) => (type === 'qemu' ? <Chip className="text-vm">VM</Chip> : <Chip className="text-lxc">LXC</Chip>),
  },
  {
    id: 'vmid',
    head: () => messages.heads.vmid,
    sort: 'vmid',
    numeric: true,
    min: 68,
    priority: 3,
    cell: ({ vmid }) => <span className="font-mono text-sm text-soft">{vmid}</span>,
  },
  ...guestFigureNames.map(columnOf),
];
