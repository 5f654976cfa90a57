// The list of keyboard shortcuts, opened with `?`.
import { Dialog } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { POPUP } from '../../lib/hotkeys.ts';
import { IconButton } from '../../ui/button.tsx';
import { surface } from '../../ui/surface.ts';
import { messages } from './messages.ts';

export function KeysDialog({ onClose }: { onClose(): void }) {
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-bg/70" />
        <Dialog.Popup
          {...{ [POPUP]: '' }}
          className={`${surface} fixed top-1/2 left-1/2 z-50 w-110 max-w-[calc(100vw-24px)] -translate-1/2 p-4`}
        >
          <div className="mb-3 flex items-center">
            <Dialog.Title className="flex-1 text-lg font-semibold">{messages.keys}</Dialog.Title>
            <Dialog.Close
              render={
                <IconButton label={messages.close}>
                  <X size={15} />
                </IconButton>
              }
            />
          </div>
          <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-4 gap-y-2">
            {messages.shortcuts.map(([keys, does]) => (
              <div key={keys} className="contents">
                <dt>
                  <kbd className="rounded-sm border border-line px-1.5 py-0.5 font-mono text-xs whitespace-nowrap text-soft">
                    {keys}
                  </kbd>
                </dt>
                <dd className="text-soft">{does}</dd>
              </div>
            ))}
          </dl>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
