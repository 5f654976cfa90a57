// A select for the column and the direction of sorting.

import { ArrowDownNarrowWide, ArrowUpNarrowWide } from 'lucide-react';
import { type Options, optionsOf } from '../lib/language/options.ts';
import type { SortOrder } from '../lib/view/param.ts';
import { IconButton } from './button.tsx';
import { messages } from './messages.ts';

interface SortSelectProps<K extends string> {
  options: Options<K>;
  value: K;
  descending: boolean;
  onOrder(order: SortOrder<K>): void;
  /** Whether the order begins to descend when it is chosen. Absent: the direction stays. */
  descends?(key: K): boolean;
}

export function SortSelect<K extends string>({ options, value, descending, onOrder, descends }: SortSelectProps<K>) {
  return (
    <div className="flex h-8 shrink-0 items-center rounded-md border border-line bg-panel max-md:h-11">
      <select
        aria-label={messages.sortBy}
        value={value}
        className="h-full min-w-0 rounded-md bg-panel pr-1 pl-2.5 text-sm font-medium text-soft"
        onChange={(event) => {
          const picked = optionsOf(options).find(([key]) => key === event.target.value);
          if (picked) onOrder({ key: picked[0], descending: descends?.(picked[0]) ?? descending });
        }}
      >
        {optionsOf(options).map(([key, text]) => (
          <option key={key} value={key}>
            {text}
          </option>
        ))}
      </select>
      <IconButton
        label={descending ? messages.descending : messages.ascending}
        className="h-full!"
        onClick={() => onOrder({ key: value, descending: !descending })}
      >
        {descending ? <ArrowDownNarrowWide size={14} /> : <ArrowUpNarrowWide size={14} />}
      </IconButton>
    </div>
  );
}
