// The way to the content for the keyboard: a button that skips the header, and the focus on each new screen.
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { messages } from './messages.ts';

/** Puts the focus on the title of the screen, so that it is read aloud and the next Tab is in the content. */
function focusContent(): void {
  const title = document.querySelector<HTMLElement>('main h1') ?? document.querySelector('main');
  if (!title) return;
  title.tabIndex = -1;
  title.focus({ preventScroll: true });
}

export const SkipLink = () => (
  <button
    type="button"
    className="sr-only focus:not-sr-only focus:fixed! focus:top-1 focus:left-1 focus:z-50 focus:rounded-md focus:border focus:border-brand focus:bg-panel focus:px-3! focus:py-2! focus:font-medium focus:shadow-float"
    onClick={focusContent}
  >
    {messages.skip}
  </button>
);

/** After the user went to another screen, the focus is there and not on the link that led to it. */
export function useFocusOnNavigation(): void {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe('onRendered', ({ pathChanged, fromLocation }) => {
        const { activeElement } = document;
        // the first screen, and a screen that has put the focus into a field of its own
        if (!pathChanged || !fromLocation || activeElement?.closest('main, [role=dialog]')) return;
        focusContent();
      }),
    [router],
  );
}
