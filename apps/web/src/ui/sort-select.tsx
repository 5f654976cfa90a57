// A select for the column and the direction of sorting.

import { ArrowDownNarrowWide, ArrowUpNarrowWide } from 'lucide-react';
import { IconButton } from './button.tsx';
import { messages } from './messages.ts';

interface SortSelectProps<K extends string> {
  options: readonly (readonly [key: K, text: string])[];
  value: K;
  descending: boolean;
  onKey(key: K): void;
  onDescending(descending: boolean): void;
}

export function SortSelect<K extends string>({ options, value, descending, onKey, onDescending }: SortSelectProps<K>) {
  return (
    <div className="flex h-8 shrink-0 items-center rounded-md border border-line bg-panel max-md:h-11">
      <select
        aria-label={messages.sortBy}
        value={value}
        className="h-full min-w-0 rounded-md bg-panel pr-1 pl-2.5 text-sm font-medium text-soft"
        onChange={(event) => {
          const picked = options.find(([key]) => key === event.target.value);
          if (picked) onKey(picked[0]);
        }}
      >
        {options.map(([key, text]) => (
          <option key={key} value={key}>
            {text}
          </option>
        ))}
      </select>
      <IconButton
        label={descending ? messages.descending : messages.ascending}
        className="h-full!"
        onClick={() => onDescending(!descending)}
      >
        {descending ? <ArrowDownNarrowWide size={14} /> : <ArrowUpNarrowWide size={14} />}
      </IconButton>
    </div>
  );
}
