// The window of a dialog. The library that it needs is loaded with it, and no screen needs it before a dialog opens.
import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { POPUP } from '../lib/hotkeys.ts';
import { IconButton } from './button.tsx';
import type { DialogProps } from './dialog.tsx';
import { messages } from './messages.ts';
import { surface } from './surface.ts';

export function DialogWindow({ title, onClose, busy = false, careful = false, wide = false, children }: DialogProps) {
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
