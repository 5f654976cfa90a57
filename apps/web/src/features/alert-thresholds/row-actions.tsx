// The buttons at the end of a row: all of its alerts off or on, and back to the inherited values.
import { Bell, BellOff, RotateCcw } from 'lucide-react';
import { IconButton } from '../../ui/button.tsx';
import type { CellContext } from './cell-context.ts';
import { messages } from './messages.ts';
import { rowName } from './row-name.ts';
import type { ValueRow } from './rows.ts';
import { isCustom, policyIsCustom } from './targets.ts';
import { tableName } from './value-text.ts';

// the same elements for all rows: React skips what it has rendered before
const on = <Bell size={13} aria-hidden />;
const off = <BellOff size={13} aria-hidden />;
const back = <RotateCcw size={13} aria-hidden />;

export function RowActions({ row, context }: { row: ValueRow; context: CellContext }) {
  const { now, config, actions } = context;
  if (!context.mayEdit || row.kind === 'delays') return null;
  const custom = now ? policyIsCustom(now) : config !== null && isCustom(config, row.target);
  const disabled = now?.disabled === true;
  return (
    <span className="flex justify-end">
      {row.kind === 'resource' && (
        <IconButton
          tabIndex={context.tabIndex}
          className={`h-6! w-7! max-md:h-10! max-md:w-10! ${disabled ? 'text-text' : 'quiet-icon'}`}
          label={disabled ? messages.enable(rowName(row)) : messages.disable(rowName(row))}
          onClick={() => actions.disable(row, !disabled)}
        >
          {disabled ? off : on}
        </IconButton>
      )}
      <IconButton
        tabIndex={context.tabIndex}
        className={`h-6! w-7! max-md:h-10! max-md:w-10! ${custom ? '' : 'invisible'}`}
        label={
          row.kind === 'defaults' ? messages.resetFactory(tableName(row.target.section)) : messages.reset(rowName(row))
        }
        onClick={() => actions.reset(row)}
      >
        {back}
      </IconButton>
    </span>
  );
}
