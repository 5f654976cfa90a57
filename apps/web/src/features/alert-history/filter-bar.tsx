// Search, time, severity, and the chosen bar.
import { X } from 'lucide-react';
import { type Ref, useState } from 'react';
import type { ChangeView } from '../../lib/view/use-view.ts';
import { Button } from '../../ui/button.tsx';
import { FilterLine } from '../../ui/filter-line.tsx';
import { FiltersButton } from '../../ui/filters-button.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { messages } from './messages.ts';
import { type HistoryView, historyCodec, searchHistoryPref } from './view.ts';

interface FilterBarProps {
  searchRef: Ref<HTMLInputElement>;
  view: HistoryView;
  onChange: ChangeView<HistoryView>;
  /** The text of the chosen bar. */
  bar: string | undefined;
}

export function FilterBar({ searchRef, view, onChange, bar }: FilterBarProps) {
  const [shown, show] = useState(false);
  return (
    <FilterLine className={shown ? '' : '[--beside:130px]'} onReset={() => onChange(historyCodec.fallback)}>
      <SearchBox
        ref={searchRef}
        name={messages.search}
        tips={messages.tips}
        history={searchHistoryPref}
        text={view.search}
        onText={(search) => onChange({ search })}
      />
      <FiltersButton
        className="md:hidden"
        shown={shown}
        set={view.time !== '7d' || view.level !== 'all'}
        onToggle={() => show(!shown)}
      />
      <div className={`contents ${shown ? '' : 'max-md:hidden'}`}>
        <Segmented
          label={messages.time}
          options={messages.times}
          value={view.time}
          onChange={(time) => onChange({ time, bar: null })}
          className="max-md:basis-full"
        />
        <Segmented
          label={messages.level}
          options={messages.levels}
          value={view.level}
          onChange={(level) => onChange({ level, bar: null })}
          className="max-md:basis-full"
        />
      </div>
      {bar !== undefined && (
        <span className="inline-flex h-8 items-center gap-1 rounded-md border border-brand/50 bg-brand-bg pl-2.5 text-sm max-md:h-10">
          {bar}
          <Button onClick={() => onChange({ bar: null })}>
            <X size={13} aria-hidden />
            {messages.clearBucket}
          </Button>
        </span>
      )}
    </FilterLine>
  );
}
