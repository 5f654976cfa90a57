// Keys that work wherever the focus is, unless the user is typing or a popup is open.
import { useEffect, useEffectEvent } from 'react';

/** `typed` gets any printable key that has no handler of its own. */
export interface Hotkeys {
  escape?: () => void;
  keys?: Record<string, () => void>;
  typed?: () => void;
}

/** Popups have this attribute. While one is open, it gets all keys. */
export const POPUP = 'data-popup';

const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

export function useHotkeys(hotkeys: Hotkeys): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || document.querySelector(`[${POPUP}]`)) return;
    if (event.key === 'Escape') {
      hotkeys.escape?.();
      return;
    }
    const printable = event.key.length === 1 && event.key !== ' ' && !event.ctrlKey && !event.metaKey && !event.altKey;
    if (!printable || isField(event.target)) return;
    const own = hotkeys.keys?.[event.key];
    if (own) {
      event.preventDefault();
      own();
    } else hotkeys.typed?.();
  });
  useEffect(() => {
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
}
