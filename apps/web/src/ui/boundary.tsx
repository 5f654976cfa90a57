// Limits a rendering error to one section, so that the rest of the page stays. The router's boundary is in the first screen anyway;
// react-error-boundary would do the same in another KB.
import { CatchBoundary, type ErrorComponentProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { messages } from './messages.ts';

interface BoundaryProps {
  /** The name in "Error in <name>". */
  name: string;
  children: ReactNode;
}

export function Boundary({ name, children }: BoundaryProps) {
  return (
    <CatchBoundary
      getResetKey={() => name}
      errorComponent={({ error, reset }: ErrorComponentProps) => (
        <div role="alert" className="card flex items-center gap-3 border-crit/40 px-3.5 py-2.5">
          <span className="dot crit" />
          <div className="min-w-0 flex-1">
            <p className="font-semibold">{messages.errorIn(name)}</p>
            <p className="truncate text-sm text-soft">{error instanceof Error ? error.message : String(error)}</p>
          </div>
          <Button look="framed" onClick={reset}>
            {messages.retry}
          </Button>
        </div>
      )}
    >
      {children}
    </CatchBoundary>
  );
}
