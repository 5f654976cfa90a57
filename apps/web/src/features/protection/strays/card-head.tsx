// The title of a card that is a table.
import type { ReactNode } from 'react';

export const CardHead = ({ title, hint, children }: { title: string; hint: string; children?: ReactNode }) => (
  <header className="flex min-h-9 flex-wrap items-center gap-x-2 px-3.5 py-1">
    <h2 className="text-sm font-semibold">{title}</h2>
    <p className="text-sm text-mute">{hint}</p>
    {children && <div className="ml-auto">{children}</div>}
  </header>
);
