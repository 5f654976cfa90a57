// A guest table without rows: why, and the way out.
import { SearchX } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { messages } from '../messages.ts';
import type { Filters } from '../use-filters.ts';

export function NoGuests({ filters, total }: { filters: Filters; total: number }) {
  const search = filters.search.trim();
  const why = search === '' ? messages.noMatchFilters : messages.noMatch(search);
  return (
    <Notice icon={<SearchX />} title={messages.noGuests}>
      <p>{total === 0 && !filters.active ? messages.noGuestsYet : why}</p>
      {filters.active && (
        <Button look="framed" onClick={filters.reset}>
          {messages.reset}
        </Button>
      )}
    </Notice>
  );
}
