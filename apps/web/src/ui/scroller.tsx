// The only element of a page that scrolls. Table heads are sticky in it, and virtual lists measure against it.
import type { ReactNode } from 'react';

export function Scroller({ className = '', children }: { className?: string; children: ReactNode }) {
  return (
    <div
      data-scroller
      className={`relative min-h-0 flex-1 overflow-auto overscroll-contain [scrollbar-color:var(--color-line)_transparent] [scrollbar-gutter:stable] [scrollbar-width:thin] ${className}`}
    >
      {children}
    </div>
  );
}

export const scrollerOf = (element: Element): HTMLElement | null => element.closest<HTMLElement>('[data-scroller]');
