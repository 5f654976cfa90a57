// One line below a table that stays in view.
import type { ReactNode } from 'react';

export const Legend = ({ children }: { children: ReactNode }) => (
  <div className="sticky bottom-0 left-0 z-10 flex h-7 items-center bg-bg px-3.5 text-sm text-mute tabular-nums">
    {children}
  </div>
);
