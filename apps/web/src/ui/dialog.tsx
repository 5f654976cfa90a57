// A question or a form over the page. It keeps the focus inside and returns it. Escape closes it unless it is busy.

import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { late } from './late.ts';

const DialogWindow = late(async () => (await import('./dialog-window.tsx')).DialogWindow);

export interface DialogProps {
  title: string;
  onClose(): void;
  /** Something is running, so the dialog cannot be closed. */
  busy?: boolean;
  /** Closing would lose something, so a click outside does not close the dialog. */
  careful?: boolean;
  wide?: boolean;
  children: ReactNode;
}

export function Dialog(props: DialogProps) {
  useFocusBack();
  return (
    <Suspense>
      <DialogWindow {...props} />
    </Suspense>
  );
}

/** Returns the focus to the element that had it before. These dialogs are unmounted and not closed, so the library cannot do it. */
export function useFocusBack(): void {
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      // after the popup has been removed
      queueMicrotask(() => opener instanceof HTMLElement && opener.focus());
    },
    [opener],
  );
}

export function DialogBody({ children }: { children: ReactNode }) {
  return <div className="min-h-0 flex-1 overflow-auto overscroll-contain p-4">{children}</div>;
}

export function DialogFoot({ children }: { children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-end gap-2 border-t border-line-soft px-4 py-2.5">
      {children}
    </div>
  );
}
