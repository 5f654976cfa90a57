// The search field, with its history, its tips and a button that clears it.

import type { Field } from '@belfry/domain/search/field';
import { addSearch } from '@belfry/domain/search/history';
import { CircleHelp, History, Search, X } from 'lucide-react';
import { type Ref, Suspense, useId } from 'react';
import { type Pref, usePref } from '../lib/prefs.ts';
import { IconButton } from './button.tsx';
import { late } from './late.ts';
import { messages } from './messages.ts';
import { Popover } from './popover.tsx';
import type { Tip } from './search-tip.ts';
import { enterRows } from './table/first-row.ts';

const SearchHistory = late(async () => (await import('./search-history.tsx')).SearchHistory);
const SearchTips = late(async () => (await import('./search-help.tsx')).SearchTips);
const SearchProblem = late(async () => (await import('./search-help.tsx')).SearchProblem);

/** Only such a text can be wrong. */
const FILTER = /[:<>=]/;

interface SearchBoxProps {
  ref: Ref<HTMLInputElement>;
  /** The accessible name of the field. */
  name: string;
  /** Default: those of the search of guests, which are loaded with the help. */
  tips?: readonly Tip[];
  /** The preference that keeps the history of searches. */
  history: Pref<string[]>;
  text: string;
  /** The fields that the text may name. Without them no text is wrong. */
  fields?: readonly Field<never>[];
  onText(text: string): void;
}

export function SearchBox({ ref, name, tips, history: searchHistoryPref, text, fields, onText }: SearchBoxProps) {
  const [history, setHistory] = usePref(searchHistoryPref);
  const problemId = useId();
  const remember = (entry: string) => entry.trim() !== '' && setHistory(addSearch(history, entry));
  return (
    <search className="relative flex h-8 min-w-48 max-w-140 flex-1 items-center rounded-md border border-line bg-panel pl-2.5 text-mute focus-within:border-brand focus-within:shadow-[0_0_0_3px_var(--color-brand-bg)] max-md:h-11 max-md:min-w-0 max-md:max-w-none max-md:basis-[calc(100%-var(--beside,76px))]">
      <Search size={14} aria-hidden className="mr-2 shrink-0" />
      <input
        ref={ref}
        value={text}
        aria-label={name}
        aria-describedby={problemId}
        placeholder={messages.search}
        spellCheck={false}
        autoComplete="off"
        className="h-full min-w-0 flex-1 bg-transparent text-text outline-none placeholder:text-mute max-md:text-[16px]"
        onChange={(event) => onText(event.target.value)}
        onBlur={(event) => remember(event.target.value)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing || (event.key !== 'Enter' && event.key !== 'ArrowDown')) return;
          event.preventDefault();
          if (event.key === 'Enter') remember(text);
          enterRows(event.currentTarget);
        }}
      />
      <IconButton
        label={messages.clearSearch}
        className={text === '' ? 'invisible max-md:hidden' : ''}
        onClick={() => onText('')}
      >
        <X size={14} />
      </IconButton>
      <Popover
        title={messages.history}
        trigger={(props) => (
          <IconButton label={messages.history} {...props}>
            <History size={14} />
          </IconButton>
        )}
      >
        {(close) => (
          <SearchHistory
            history={history}
            onHistory={setHistory}
            onPick={(entry) => {
              onText(entry);
              setHistory(addSearch(history, entry));
              close();
            }}
          />
        )}
      </Popover>
      <Popover
        title={messages.tips}
        className="w-104"
        trigger={(props) => (
          <IconButton label={messages.tips} {...props}>
            <CircleHelp size={14} />
          </IconButton>
        )}
      >
        <SearchTips tips={tips} />
      </Popover>
      <output id={problemId}>
        <Suspense>{fields && FILTER.test(text) && <SearchProblem text={text} fields={fields} />}</Suspense>
      </output>
    </search>
  );
}
