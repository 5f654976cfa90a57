// Which columns a table shows: those that fit, unless the user decided.
import { Columns3 } from 'lucide-react';
import { Button } from '../button.tsx';
import { Popover } from '../popover.tsx';
import type { ChosenColumns, Column } from './column.ts';
import { priorityOf } from './layout.ts';
import { messages } from './messages.ts';

interface ColumnChooserProps<I, C> {
  /** The name of the table. */
  label: string;
  columns: readonly Column<I, C>[];
  chosen: ChosenColumns;
  onChoose(chosen: ChosenColumns): void;
}

export function ColumnChooser<I, C>({ label, columns, chosen, onChoose }: ColumnChooserProps<I, C>) {
  return (
    <Popover
      title={messages.columnsOf(label)}
      className="w-60"
      trigger={(props) => (
        <Button {...props} className="-mr-2 ml-auto h-7! max-md:hidden">
          <Columns3 size={14} aria-hidden />
          {messages.columns}
        </Button>
      )}
    >
      <ul className="-mx-1.5">
        {columns
          .filter((column) => priorityOf(column) > 0)
          .map((column) => (
            <li key={column.id}>
              <label className="flex h-7.5 cursor-pointer items-center gap-2 rounded-sm px-1.5 hover:bg-hover">
                <input
                  type="checkbox"
                  className="size-3.5 accent-brand"
                  checked={chosen[column.id] ?? true}
                  onChange={(event) => onChoose({ ...chosen, [column.id]: event.target.checked })}
                />
                {column.head()}
                {chosen[column.id] === undefined && <span className="ml-auto text-xs text-mute">{messages.auto}</span>}
              </label>
            </li>
          ))}
      </ul>
      <p className="mt-1.5 text-xs text-mute">{messages.autoHint}</p>
      <Button
        look="framed"
        className="mt-2 w-full"
        disabled={Object.keys(chosen).length === 0}
        onClick={() => onChoose({})}
      >
        {messages.allAuto}
      </Button>
    </Popover>
  );
}
