// The one line above a list: search, toggles, and Reset at its end.
import type { ReactNode } from 'react';
import { Button } from './button.tsx';

export function FilterLine({ children, onReset }: { children: ReactNode; onReset(): void }) {
  return (
    <div className="flex min-h-12 flex-wrap items-center gap-2 py-2">
      {children}
      <Button className="ml-auto" onClick={onReset}>
        Reset
      </Button>
    </div>
  );
}
