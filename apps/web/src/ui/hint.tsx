// Hints on hover and focus. Rows carry only an attribute; one layer for the whole page reads it, and the code of the
// popup comes with the first hint. What a hint says must also be in the element's name or text.
import { Suspense, useEffect, useState } from 'react';
import { late } from './late.ts';

const HintPopup = late(async () => (await import('./hint-popup.tsx')).HintPopup);

const ATTRIBUTE = 'data-hint';
const DELAY_MS = 300;

/** Spread into any element. Plain text: markup in it shows as it is. */
export const hint = (text: string) => ({ [ATTRIBUTE]: text });

/** Once per page. */
export function HintLayer() {
  const [anchor, setAnchor] = useState<Element | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const show = ({ type, target }: Event) => {
      const owner = target instanceof Element ? target.closest(`[${ATTRIBUTE}]`) : null;
      clearTimeout(timer);
      if (owner === null) setAnchor(null);
      // focus by pointer is no wish for a hint
      else if (type === 'pointerover' || owner.matches(':focus-visible'))
        timer = setTimeout(() => setAnchor(owner), DELAY_MS);
    };
    const hide = () => {
      clearTimeout(timer);
      setAnchor(null);
    };
    const hiding = ['pointerdown', 'keydown', 'focusout', 'scroll', 'blur'] as const;
    for (const event of ['pointerover', 'focusin'] as const) document.addEventListener(event, show);
    for (const event of hiding) addEventListener(event, hide, true);
    return () => {
      clearTimeout(timer);
      for (const event of ['pointerover', 'focusin'] as const) document.removeEventListener(event, show);
      for (const event of hiding) removeEventListener(event, hide, true);
    };
  }, []);
  const text = anchor?.isConnected ? anchor.getAttribute(ATTRIBUTE) : null;
  return <Suspense>{anchor && text && <HintPopup anchor={anchor} text={text} />}</Suspense>;
}
