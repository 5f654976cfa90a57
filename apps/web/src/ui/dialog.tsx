// A question or a form over the page. It keeps the focus inside and returns it. Escape closes it unless it is busy.

import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { POPUP } from '../lib/hotkeys.ts';
import { IconButton } from './button.tsx';
import { messages } from './messages.ts';
import { surface } from './surface.ts';

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

export function Dialog({ title, onClose, busy = false, careful = false, wide = false, children }: DialogProps) {
  useFocusBack();
  return (
    <Base.Root open onOpenChange={(open) => !open && !busy && onClose()} disablePointerDismissal={careful}>
      <Base.Portal>
        {/* also between a dialog and the question over it */}
        <Base.Backdrop forceRender className="fixed inset-0 z-50 bg-veil" />
        <Base.Popup
          {...{ [POPUP]: '' }}
          className={`${surface} fixed top-1/2 left-1/2 z-50 flex max-h-[calc(100dvh-24px)] w-[calc(100vw-24px)] -translate-1/2 flex-col ${wide ? 'max-w-2xl' : 'max-w-md'}`}
        >
          <div className="flex items-center gap-2 border-b border-line-soft py-2 pr-2 pl-4">
            <Base.Title className="min-w-0 flex-1 truncate text-lg font-semibold">{title}</Base.Title>
            <Base.Close
              disabled={busy}
              render={
                <IconButton label={messages.close}>
                  <X size={15} />
                </IconButton>
              }
            />
          </div>
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
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
