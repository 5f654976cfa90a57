// The content of a card, with its loading and error states.
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiError } from '../../api/client.ts';
import { Problem } from '../../ui/problem.tsx';
import { messages } from './messages.ts';

interface LoadedProps<T> {
  /** What failed. The reason follows it. */
  failure?: string;
  query: Pick<UseQueryResult<T>, 'data' | 'error'>;
  children(data: T): ReactNode;
}

export function Loaded<T>({ query: { data, error }, failure, children }: LoadedProps<T>) {
  if (data !== undefined) return children(data);
  if (error)
    return (
      // a demo does not show everything
      <Problem className="m-4" tone={error instanceof ApiError && error.status === 403 ? 'info' : 'crit'}>
        {failure ? `${failure}: ${error.message}` : error.message}
      </Problem>
    );
  return (
    <div role="status" aria-label={messages.loadingSection} className="flex flex-col gap-3 p-4">
      <div className="skeleton h-3.5 w-64" />
      <div className="skeleton h-3.5 w-48" />
    </div>
  );
}

export const Empty = ({ children }: { children: ReactNode }) => <p className="px-4 py-3 text-mute">{children}</p>;
