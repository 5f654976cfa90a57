// What stands beside a name only as far as there is room.
import type { ReactNode } from 'react';

/** What does not fit into the line is in the next one, which is not seen: a name is cut only after that. */
export const WholeOrNone = ({ className, children }: { className: string; children: ReactNode }) => (
  <span className={`flex h-4.5 min-w-0 flex-wrap overflow-hidden ${className}`}>
    <span className="h-full" />
    {children}
  </span>
);
