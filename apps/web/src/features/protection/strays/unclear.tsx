// Backups that may belong to several guests. One click says to which, and that is remembered.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { assign, endAssignment } from '../../../api/protection.ts';
import { useAtLeast } from '../../../lib/breakpoint.ts';
import { formatCount } from '../../../lib/language/format.ts';
import { dateOf } from '../../../lib/moment.ts';
import { useInstanceNames } from '../../../live/use-live.ts';
import { Button } from '../../../ui/button.tsx';
import { hint } from '../../../ui/hint.tsx';
import { type Column, rowsOf } from '../../../ui/table/column.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { rowHeights } from '../../../ui/table/heights.ts';
import { ItemRow } from '../../../ui/table/item-row.tsx';
import { toast } from '../../../ui/toast.ts';
import { messages } from '../messages.ts';
import type { Subject } from '../subject.ts';
import { CardHead } from './card-head.tsx';
import type { Stray } from './stray.ts';

interface Context {
  /** Undefined for users who may not. */
  onAssign: ((stray: Stray, owner: Subject) => void) | undefined;
  nameOf: (instance: string) => string;
}

const heights = rowHeights({ item: 36 }, { head: 0, item: 120 });
const groupText = ({ group: { type, vmid } }: Stray): string => messages.typed[type](vmid);

const columns: readonly Column<Stray, Context>[] = [
  {
    id: 'group',
    head: () => messages.unclearHeads.group,
    ...{ min: 110, grow: 1 },
    cell: (stray) => (
      <>
        <b className="font-[550]">{groupText(stray)}</b> <span className="text-sm text-mute">{stray.name}</span>
      </>
    ),
  },
  {
    id: 'place',
    head: () => messages.unclearHeads.place,
    ...{ min: 140, grow: 1, priority: 1 },
    cell: ({ group }) => (
      <span className="text-soft" {...hint(group.place)}>
        {group.place}
      </span>
    ),
  },
  {
    id: 'backups',
    head: () => messages.unclearHeads.backups,
    ...{ min: 84, priority: 3, numeric: true },
    cell: ({ group }) => formatCount(group.backups),
  },
  {
    id: 'newest',
    head: () => messages.unclearHeads.newest,
    ...{ min: 116, priority: 2, numeric: true },
    cell: ({ group }) => <span className="text-soft tabular-nums">{dateOf(Date.parse(group.newest))}</span>,
  },
  {
    id: 'owner',
    head: () => messages.unclearHeads.owner,
    ...{ min: 260, grow: 3, wraps: true },
    cell: (stray, context) => <Owners stray={stray} {...context} />,
  },
];

const cards: readonly Column<Stray, Context>[] = [
  {
    id: 'group',
    head: () => messages.unclearHeads.group,
    ...{ min: 200, grow: 1, wraps: true },
    cell: (stray, context) => (
      <span className="flex flex-col gap-1.5 py-2">
        <b className="font-[550]">
          {groupText(stray)} <span className="font-normal text-mute">{stray.name}</span>
        </b>
        <span className="text-sm text-soft">
          {messages.counted(stray.group.backups, stray.group.protectedBackups)} · {stray.group.place}
        </span>
        <Owners stray={stray} {...context} />
      </span>
    ),
  },
];

const Owners = ({ stray, onAssign, nameOf }: { stray: Stray } & Context) => (
  <span className="flex flex-wrap gap-1.5 py-1">
    {stray.candidates.map((owner) => {
      const { name, instance, node } = owner.guest;
      const where = nameOf(instance);
      return onAssign ? (
        <Button
          key={owner.id}
          look="framed"
          className="h-6! max-w-full px-2! max-md:h-10!"
          aria-label={messages.belongTo(groupText(stray), `${name}, ${where}`)}
          onClick={() => onAssign(stray, owner)}
          {...hint(`${where}, ${node}`)}
        >
          <span className="min-w-0 truncate">{name}</span> <span className="shrink-0 text-mute">{where}</span>
        </Button>
      ) : (
        <span key={owner.id} className="text-soft">
          {name} <span className="text-mute">{where}</span>
        </span>
      );
    })}
  </span>
);

export function Unclear({ strays, mayAct }: { strays: readonly Stray[]; mayAct: boolean }) {
  const queries = useQueryClient();
  const isWide = useAtLeast()('md');
  const nameOf = useInstanceNames();
  const rows = useMemo(() => rowsOf(strays, ({ id }) => id), [strays]);
  const { mutate } = useMutation({
    mutationFn: ({ stray, owner }: { stray: Stray; owner: Subject }) => assign(queries, stray.id, owner.id),
    onSuccess: (_, { stray, owner }) =>
      toast('success', messages.assigned(owner.guest.name), {
        action: { text: messages.undo, run: () => void endAssignment(queries, stray.id) },
      }),
    onError: (error) => toast('error', error.message),
  });
  const onAssign = mayAct ? (stray: Stray, owner: Subject) => mutate({ stray, owner }) : undefined;
  if (strays.length === 0) return null;
  return (
    <section aria-label={messages.unclear} className="mt-2">
      <DataTable
        label={messages.unclearTable}
        role="table"
        rows={rows}
        columns={isWide ? columns : cards}
        className={isWide ? '' : 'headless'}
        heights={heights}
        measured
        item={({ key, thing }, place) => (
          <ItemRow key={key} place={place} item={thing} context={{ onAssign, nameOf }} />
        )}
        above={<CardHead title={messages.unclear} hint={messages.unclearHint} />}
      />
    </section>
  );
}
