// A titled part of the page, with its loading and error states.

import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { ApiError } from '../../api/client.ts';
import { Problem } from '../../ui/problem.tsx';
import { messages } from './messages.ts';

interface PanelProps {
  title: string;
  hint?: string;
  actions?: ReactNode;
  children: ReactNode;
}

export function Panel({ title, hint, actions, children }: PanelProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="card">
      <header className="flex min-h-11 flex-wrap items-center gap-2 border-b border-line-soft px-4 py-1.5 max-md:py-2.5">
        <h2 id={id} className="font-semibold">
          {title}
        </h2>
        {hint && <p className="text-sm text-mute max-md:w-full">{hint}</p>}
        <div className="ml-auto flex justify-end gap-2 max-md:grow max-md:[&>button]:flex-1">{actions}</div>
      </header>
      {children}
    </section>
  );
}

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
