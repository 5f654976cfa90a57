// The head of a column. In a table that can be sorted by it, the whole cell is a button.
import type { Head } from './use-columns.ts';

export function HeadCell({ head: { text, numeric, sortable, direction, onSort } }: { head: Head }) {
  if (text === '') return <td />;
  if (!sortable)
    return (
      <th scope="col" className={numeric ? 'num' : undefined}>
        {text}
      </th>
    );
  return (
    <th scope="col" className={numeric ? 'sorts num' : 'sorts'} aria-sort={direction ?? undefined}>
      <button
        type="button"
        onClick={onSort}
        className={`flex h-(--head) w-full items-center gap-1 hover:text-text ${numeric ? 'flex-row-reverse' : 'text-left'} ${direction ? 'text-text' : ''}`}
      >
        <span className="truncate max-md:line-clamp-2 max-md:leading-tight max-md:whitespace-normal">{text}</span>
        {/* the space for the arrow is always reserved, so that sorting moves nothing */}
        <span aria-hidden className={`text-brand ${direction ? '' : 'invisible'}`}>
          {direction === 'descending' ? '↓' : '↑'}
        </span>
      </button>
    </th>
  );
}
