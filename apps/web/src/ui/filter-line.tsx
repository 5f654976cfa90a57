// The line above a list: search, toggles, and Reset at the end.

import { RotateCcw } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { messages } from './messages.ts';

interface FilterLineProps {
  children: ReactNode;
  className?: string;
  /** Further content at the end, before Reset. */
  end?: ReactNode;
  onReset(): void;
}

export function FilterLine({ children, className = '', end, onReset }: FilterLineProps) {
  return (
    <div className={`kiosk:hidden flex min-h-12 flex-wrap items-center gap-2 py-2 ${className}`}>
      {children}
      <div className="ml-auto flex items-center max-[430px]:flex-wrap max-[430px]:justify-end">
        {end}
        <Button onClick={onReset}>
          <RotateCcw size={15} aria-hidden className="lg:hidden" />
          <span className="max-lg:sr-only">{messages.reset}</span>
        </Button>
      </div>
    </div>
  );
}
