// Which columns the guest table shows: those that fit, unless the user decided.
import { Columns3 } from 'lucide-react';
import { usePref } from '../../lib/prefs.ts';
import { Button } from '../../ui/button.tsx';
import { Popover } from '../../ui/popover.tsx';
import { guestColumns } from './guest-table/columns.tsx';
import { messages } from './messages.ts';
import { columnsPref } from './preferences.ts';

export function ColumnMenu() {
  const [chosen, choose] = usePref(columnsPref);
  return (
    <Popover
      title={messages.columnsTitle}
      className="w-60"
      trigger={(props) => (
        <Button {...props}>
          <Columns3 size={14} aria-hidden />
          {messages.columns}
        </Button>
      )}
    >
      <ul className="-mx-1.5">
        {guestColumns
          .filter((column) => column.priority > 0)
          .map((column) => (
            <li key={column.id}>
              <label className="flex h-7.5 cursor-pointer items-center gap-2 rounded-sm px-1.5 hover:bg-hover">
                <input
                  type="checkbox"
                  className="size-3.5 accent-brand"
                  checked={chosen[column.id] ?? true}
                  onChange={(event) => choose({ ...chosen, [column.id]: event.target.checked })}
                />
                {column.head}
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
        onClick={() => choose({})}
      >
        {messages.columnsAuto}
      </Button>
    </Popover>
  );
}
