// The head of a sortable column.
import type { ReactNode } from 'react';

export interface SortHeaderProps {
  /** Null when the table is sorted by another column. */
  direction: 'ascending' | 'descending' | null;
  onSort(): void;
  numeric?: boolean | undefined;
  className?: string;
  children: ReactNode;
}

export function SortHeader({ direction, onSort, numeric = false, className = '', children }: SortHeaderProps) {
  return (
    <th scope="col" className={`${numeric ? 'num' : ''} ${className}`} aria-sort={direction ?? undefined}>
      <button
        type="button"
        onClick={onSort}
        className={`inline-flex h-(--head) max-w-full items-center gap-1 rounded-sm hover:text-text ${numeric ? 'flex-row-reverse' : 'text-left'} ${direction ? 'text-text' : ''}`}
      >
        <span className="truncate max-md:line-clamp-2 max-md:leading-tight max-md:whitespace-normal">{children}</span>
        {/* the space for the arrow is always reserved, so that sorting moves nothing */}
        <span aria-hidden className={`text-brand ${direction ? '' : 'invisible'}`}>
          {direction === 'descending' ? '↓' : '↑'}
        </span>
      </button>
    </th>
  );
}
