// The first cell of a row: what it stands for, and whether it has values of its own.
import type { ReactNode } from 'react';
import { Chevron } from '../../ui/chevron.tsx';
import { Chip } from '../../ui/chip.tsx';
import { hint } from '../../ui/hint.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import type { CellPlace } from '../../ui/table/column.ts';
import { Tags } from '../../ui/tags.tsx';
import { WholeOrNone } from '../../ui/whole-or-none.tsx';
import { type CellContext, cellState, isValueRow } from './cell-context.ts';
import { messages } from './messages.ts';
import { rowName } from './row-name.ts';
import type { ItemRow, ValueRow } from './rows.ts';
import { isCustom, policyIsCustom } from './targets.ts';
import { valueText } from './value-text.ts';

export function NameCell({ row, context }: { row: ItemRow; context: CellContext & CellPlace }) {
  if (!isValueRow(row))
    return (
      <span className="flex items-center gap-2 pl-6 text-mute">
        <Chevron expanded={row.isOpen} />
        {row.isOpen ? messages.fewer : messages.more(row.count, row.of)}
      </span>
    );
  return (
    <span className="flex min-w-0 items-center gap-2">
      {context.mayEdit && (row.kind === 'resource' || row.kind === 'shared') ? (
        <input
          type="checkbox"
          tabIndex={-1}
          className="size-3.5 shrink-0 accent-brand max-md:size-5"
          aria-label={messages.select(rowName(row))}
          checked={context.selected}
          onChange={() => undefined}
          onClick={(event) => context.actions.select(row, !context.selected, event.shiftKey)}
        />
      ) : (
        <span className="w-3.5 shrink-0" />
      )}
      <Name row={row} context={context} />
    </span>
  );
}

function Name({ row, context }: { row: ValueRow; context: CellContext & CellPlace }): ReactNode {
  switch (row.kind) {
    case 'resource': {
      const { name, page, chip, vmid, tags = [] } = row.resource;
      const custom = context.now !== null && policyIsCustom(context.now);
      const disabled = context.now?.disabled === true;
      return (
        <>
          <b className={`min-w-8 truncate font-[550] ${disabled ? 'text-mute' : ''}`} {...hint(name)}>
            {name}
          </b>
          {page !== undefined && <PageLink href={page} name={name} />}
          <WholeOrNone className="items-center gap-x-2 shrink-[1000] max-md:hidden">
            {chip && <Chip className={chip.look}>{chip.text}</Chip>}
            {vmid !== undefined && <span className="text-mute text-xs leading-4.5 tabular-nums">{vmid}</span>}
          </WholeOrNone>
          {custom && !disabled && <Chip className="border-tick! text-text max-md:hidden">{messages.custom}</Chip>}
          {disabled && <Chip className="text-mute">{messages.alertsOff}</Chip>}
          <Tags tags={tags} room={roomFor(row, context.width, custom, disabled)} />
        </>
      );
    }
    case 'shared': {
      const isTag = row.target.key.startsWith('tag:');
      return (
        <>
          <b className="max-w-44 shrink-0 truncate font-[550]" {...hint(row.name)}>
            {row.name}
          </b>
          {context.config && isCustom(context.config, row.target) && (
            <Chip className="border-tick! text-text max-md:hidden">{messages.custom}</Chip>
          )}
          <span className="truncate text-mute text-sm">{messages.sharedHint[isTag ? 'tag' : 'node']}</span>
        </>
      );
    }
    case 'defaults':
      return (
        <>
          <b className="font-semibold">{messages.defaults}</b>
          <span className="truncate text-mute text-sm">{differences(row, context)}</span>
        </>
      );
    case 'delays':
      return <span className="text-soft max-md:whitespace-normal max-md:leading-tight">{messages.delays}</span>;
  }
}

/** `Temp °C 75, factory 80` for each default that is not the factory's. */
const differences = (row: ValueRow, context: CellContext): string =>
  row.target.section.fields
    .flatMap((field) => {
      const state = cellState(row, field, context);
      return state && state.now.value !== state.inherited.value
        ? messages.notFactory(
            messages.heads[field],
            valueText(row.target, state.now.value),
            valueText(row.target, state.inherited.value),
          )
        : [];
    })
    .join(', ');

/** Pixels for the tags beside the name: an estimate, because measuring would cost a layout for every row. */
const roomFor = (
  { resource }: Extract<ValueRow, { kind: 'resource' }>,
  width: number,
  custom: boolean,
  disabled: boolean,
) =>
  width -
  112 -
  resource.name.length * 7.2 -
  (resource.vmid === undefined ? 0 : 34) -
  (custom ? 58 : 0) -
  (disabled ? 70 : 0);
