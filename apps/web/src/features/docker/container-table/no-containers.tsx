// A container table without rows: why, and the way out.
import { SearchX } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { messages } from '../messages.ts';
import type { Filters } from '../use-filters.ts';

export function NoContainers({ filters }: { filters: Filters }) {
  const search = filters.search.trim();
  return (
    <Notice icon={<SearchX />} title={messages.notFound}>
      <p>{search === '' ? messages.noneHere : messages.noMatch(search)}</p>
      {filters.active && (
        <Button look="framed" onClick={filters.reset}>
          {messages.reset}
        </Button>
      )}
    </Notice>
  );
}
