// A kind or a short remark in a small frame.
import type { ReactNode } from 'react';

export function Chip({ className = 'text-soft', children }: { className?: string; children: ReactNode }) {
  return (
    <span
      className={`inline-block max-w-28 shrink-0 align-middle truncate rounded-sm border border-line px-1.5 text-2xs leading-4 font-semibold tracking-wide ${className}`}
    >
      {children}
    </span>
  );
}
