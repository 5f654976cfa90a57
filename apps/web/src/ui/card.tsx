// A titled part of a page.
import { type ReactNode, useId } from 'react';
import { messages } from './messages.ts';

interface CardProps {
  title: string;
  hint?: ReactNode;
  actions?: ReactNode;
  /** The content goes to the edges, as a table does. */
  flush?: boolean;
  children: ReactNode;
}

export function Card({ title, hint, actions, flush = false, children }: CardProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="card">
      <header className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line-soft px-4 py-1.5 max-md:py-2.5">
        <h2 id={id} className="font-semibold">
          {title}
        </h2>
        {hint && <p className="text-sm text-mute max-md:w-full">{hint}</p>}
        {actions && (
          <div className="ml-auto flex flex-wrap items-center justify-end gap-2 max-md:grow max-md:[&>button]:grow">
            {actions}
          </div>
        )}
      </header>
      {flush ? children : <div className="flex flex-col gap-4 p-4">{children}</div>}
    </section>
  );
}

/** `text`: shown instead of the first line. */
export function CardSkeleton({ text }: { text?: string }) {
  return (
    <div role="status" aria-label={text ?? messages.loading} className="card flex flex-col gap-3 p-4">
      {text === undefined ? <div className="skeleton h-3.5 w-64" /> : <p className="text-mute">{text}</p>}
      <div className="skeleton h-3.5 w-48" />
      <div className="skeleton h-3.5 w-56" />
    </div>
  );
}
