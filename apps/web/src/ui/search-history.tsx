// What was searched for before: chosen again, or forgotten.
import { removeSearch } from '@belfry/domain/search/history';
import { X } from 'lucide-react';
import { Button, IconButton } from './button.tsx';
import { messages } from './messages.ts';

interface SearchHistoryProps {
  history: readonly string[];
  onHistory(history: string[]): void;
  onPick(entry: string): void;
}

export function SearchHistory({ history, onHistory, onPick }: SearchHistoryProps) {
  if (history.length === 0) return <p className="text-sm text-soft">{messages.historyEmpty}</p>;
  return (
    <>
      <ul className="-mx-1.5">
        {history.map((entry) => (
          <li key={entry} className="flex items-center">
            <button
              type="button"
              className="h-8 min-w-0 flex-1 truncate rounded-md px-1.5 text-left hover:bg-hover max-md:h-10"
              onClick={() => onPick(entry)}
            >
              {entry}
            </button>
            <IconButton label={messages.historyRemove(entry)} onClick={() => onHistory(removeSearch(history, entry))}>
              <X size={13} />
            </IconButton>
          </li>
        ))}
      </ul>
      <Button className="mt-1 w-full" onClick={() => onHistory([])}>
        {messages.historyClear}
      </Button>
    </>
  );
}
