// The stack of toasts. Screen readers announce them, F6 reaches them, and they wait while the pointer is over them.

import { Toast } from '@base-ui/react/toast';
import { X } from 'lucide-react';
import { useEffect } from 'react';
import { Button, IconButton } from './button.tsx';
import { messages } from './messages.ts';
import { type Toast as Shown, subscribe, takeToasts } from './toast.ts';

const DOT: Record<string, string> = { success: 'ok', info: 'off', warning: 'warn', error: 'crit' };

export function Toaster() {
  return (
    <Toast.Provider limit={4}>
      <Feed />
      <Toast.Portal>
        {/* Forms save at their right end, and on a phone at the bottom. There no message may cover the button. */}
        <Toast.Viewport
          aria-label={messages.notifications}
          className="fixed bottom-4 left-4 z-60 flex w-88 max-w-[calc(100vw-20px)] flex-col gap-2 max-md:top-2.5 max-md:bottom-auto max-md:left-2.5 md:[body:has([data-unsaved])_&]:bottom-26"
        >
          <Stack />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

function Feed() {
  const { add, close } = Toast.useToastManager();
  useEffect(() => {
    const feed = () => {
      for (const { type, title, message, timeout, action } of takeToasts()) {
        const priority = type === 'error' ? 'high' : 'low';
        const id = add({
          type,
          title,
          timeout,
          priority,
          ...(message && { description: message }),
          ...(action && { actionProps: act(action, () => close(id)) }),
        });
      }
    };
    feed();
    return subscribe(feed);
  }, [add, close]);
  return null;
}

const act = ({ text, run }: NonNullable<Shown['action']>, close: () => void) => ({
  children: text,
  onClick() {
    close();
    run();
  },
});

function Stack() {
  const { toasts } = Toast.useToastManager();
  return toasts.map((toast) => (
    <Toast.Root
      key={toast.id}
      toast={toast}
      swipeDirection="left"
      className="rounded-lg border border-line bg-panel text-text shadow-float transition-opacity duration-150 data-ending-style:opacity-0 data-limited:hidden data-starting-style:opacity-0"
    >
      <Toast.Content className="flex items-start gap-2.5 py-1 pr-1 pl-3.5">
        <span className={`dot ${DOT[toast.type ?? 'info']} mt-3 max-md:mt-4`} />
        <span className="min-w-0 flex-1 py-1.5 break-words max-md:py-2.5">
          <Toast.Title className={toast.description ? 'font-medium' : ''} />
          <Toast.Description className="text-soft" />
        </span>
        {toast.actionProps && <Toast.Action render={<Button className="text-brand!" />} />}
        <Toast.Close
          render={
            <IconButton label={messages.dismiss}>
              <X size={14} />
            </IconButton>
          }
        />
      </Toast.Content>
    </Toast.Root>
  ));
}
