// Below a row: all of its values, also those whose columns do not fit.
import { WhyNot } from '../../alert-config/why/why-not.tsx';
import { messages } from './messages.ts';
import { OfflineCell } from './offline-cell.tsx';
import { RowActions } from './row-actions.tsx';
import { contextOf } from './row-context.ts';
import { rowName } from './row-name.ts';
import type { ValueRow } from './rows.ts';
import type { EditingState } from './use-editing.ts';
import { ValueCell } from './value-cell.tsx';

/** The key of a row inside its details: there, another editor may be open. */
const detailKey = (key: string): string => `${key}:detail`;

export function RowDetail({ of, editing }: { of: ValueRow; editing: EditingState }) {
  const row = { ...of, key: detailKey(of.key) };
  const { section } = row.target;
  const context = contextOf(row, section, editing, undefined, 0);
  return (
    <div data-detail={row.key} className="flex flex-wrap gap-x-6 gap-y-2 px-3 py-2.5">
      <dl
        aria-label={messages.detail.values(rowName(row))}
        className="grid flex-1 grid-cols-[repeat(auto-fill,minmax(190px,1fr))] gap-x-4 gap-y-1"
      >
        {section.fields.map((field) => (
          <div key={field} className="flex items-center justify-between gap-2 border-b border-line-soft">
            <dt className="truncate text-mute text-sm">{messages.heads[field]}</dt>
            <dd className="relative w-20 shrink-0">
              <ValueCell row={row} field={field} context={context} />
            </dd>
          </div>
        ))}
      </dl>
      <div className="flex items-start gap-2">
        <OfflineCell row={row} context={context} />
        <RowActions row={row} context={context} />
      </div>
      {of.kind === 'resource' && <WhyNot resource={of.resource.ruled} name={rowName(of)} />}
    </div>
  );
}
