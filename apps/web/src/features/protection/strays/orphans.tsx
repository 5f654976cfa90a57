// Backups whose guest is gone, and backups by something that is not watched: what they are, and how much place they take.
import { useMemo } from 'react';
import { useAtLeast } from '../../../lib/breakpoint.ts';
import { formatBytes, formatCount } from '../../../lib/language/format.ts';
import { dateOf } from '../../../lib/moment.ts';
import { Dot } from '../../../ui/dot.tsx';
import { hint } from '../../../ui/hint.tsx';
import { type Column, rowsOf } from '../../../ui/table/column.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { rowHeights } from '../../../ui/table/heights.ts';
import { ItemRow } from '../../../ui/table/item-row.tsx';
import { messages } from '../messages.ts';
import { CardHead } from './card-head.tsx';
import type { Stray } from './stray.ts';

const heights = rowHeights({}, { head: 0, item: 68 });
const noContext = {};
const day = (at: string) => <span className="text-soft tabular-nums">{dateOf(Date.parse(at))}</span>;

const Name = ({ stray: { name } }: { stray: Stray }) => (
  <span className="flex min-w-0 items-center gap-2">
    <Dot state="off" label="" />
    <b className="truncate font-[550]" {...hint(name)}>
      {name || messages.unnamed}
    </b>
  </span>
);

const columns: readonly Column<Stray>[] = [
  {
    id: 'name',
    head: () => messages.orphanHeads.group,
    ...{ min: 140, grow: 1 },
    cell: (stray) => <Name stray={stray} />,
  },
  {
    id: 'vmid',
    head: () => messages.orphanHeads.vmid,
    ...{ min: 84, priority: 1, numeric: true },
    cell: ({ group }) => <span className="font-mono text-sm text-soft">{group.vmid}</span>,
  },
  {
    id: 'backups',
    head: () => messages.orphanHeads.backups,
    ...{ min: 84, priority: 3, numeric: true },
    cell: ({ group }) => formatCount(group.backups),
  },
  {
    id: 'size',
    head: () => messages.orphanHeads.size,
    ...{ min: 92, priority: 1, numeric: true },
    cell: ({ group }) => formatBytes(group.size),
  },
  {
    id: 'oldest',
    head: () => messages.orphanHeads.oldest,
    ...{ min: 116, priority: 6, numeric: true },
    cell: ({ group }) => day(group.oldest),
  },
  {
    id: 'newest',
    head: () => messages.orphanHeads.newest,
    ...{ min: 116, priority: 5, numeric: true },
    cell: ({ group }) => day(group.newest),
  },
  {
    id: 'place',
    head: () => messages.orphanHeads.place,
    ...{ min: 140, grow: 1, priority: 2 },
    cell: ({ group }) => (
      <span className="text-soft" {...hint(group.place)}>
        {group.place}
      </span>
    ),
  },
  {
    id: 'known',
    head: () => messages.orphanHeads.known,
    ...{ min: 200, good: 400, grow: 6, priority: 2 },
    cell: (stray) => (
      <span className="text-soft" {...hint(knownText(stray))}>
        {knownText(stray)}
      </span>
    ),
  },
];

const cards: readonly Column<Stray>[] = [
  {
    id: 'name',
    head: () => messages.orphanHeads.group,
    ...{ min: 200, grow: 1, wraps: true },
    cell: (stray) => (
      <span className="flex flex-col gap-1 py-2">
        <span className="flex min-w-0 items-baseline gap-2">
          <Name stray={stray} />
          <span className="font-mono text-sm text-mute">{stray.group.vmid}</span>
          <span className="ml-auto shrink-0 tabular-nums">{formatBytes(stray.group.size)}</span>
        </span>
        <span className="text-sm text-soft">
          {messages.counted(stray.group.backups, stray.group.protectedBackups)} · {stray.group.place}
        </span>
        <span className="text-sm text-mute">{knownText(stray)}</span>
      </span>
    ),
  },
];

function knownText({ group, successor }: Stray): string {
  const { known } = messages;
  const text =
    group.kind === 'foreign'
      ? known.foreign
      : group.isReused
        ? known.reused(successor?.guest.name ?? '')
        : known.orphan(dateOf(Date.parse(group.newest)));
  return group.protectedBackups > 0 ? `${text}; ${messages.protectedOnes(group.protectedBackups)}` : text;
}

export function Orphans({ strays }: { strays: readonly Stray[] }) {
  const isWide = useAtLeast()('md');
  const rows = useMemo(() => rowsOf(strays, ({ id }) => id), [strays]);
  const size = useMemo(() => strays.reduce((sum, { group }) => sum + group.size, 0), [strays]);
  if (strays.length === 0)
    return (
      <section aria-label={messages.orphans} className="card mt-2">
        <CardHead title={messages.orphans} hint={messages.noOrphans} />
      </section>
    );
  return (
    <section aria-label={messages.orphans} className="mt-2">
      <DataTable
        label={messages.orphanTable}
        role="grid"
        rows={rows}
        columns={isWide ? columns : cards}
        className={isWide ? '' : 'headless'}
        heights={heights}
        measured={!isWide}
        item={({ key, thing }, place) => <ItemRow key={key} place={place} item={thing} context={noContext} />}
        above={<CardHead title={messages.orphans} hint={messages.orphansHint(formatBytes(size))} />}
      />
    </section>
  );
}
