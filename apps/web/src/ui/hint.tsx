// Hints on hover and focus. A row has only an attribute. One layer for the whole page reads it, and loads the code of
// the popup with the first hint. The text of a hint must also be in the name or the text of the element.
import { Suspense, useEffect, useState } from 'react';
import { late } from './late.ts';

const HintPopup = late(async () => (await import('./hint-popup.tsx')).HintPopup);

const ATTRIBUTE = 'data-hint';
const TAPPED = 'data-tap';
const DELAY_MS = 300;

/** Spread the result into any element. The text is plain: markup in it is shown as text. */
export const hint = (text: string) => ({ [ATTRIBUTE]: text });

/** A hint that a tap opens too, where a finger cannot hover. The tap does nothing else. */
export const tapHint = (text: string) => ({ ...hint(text), [TAPPED]: '' });

/** Once per page. */
export function HintLayer() {
  const [anchor, setAnchor] = useState<Element | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const show = ({ type, target }: Event) => {
      const owner = target instanceof Element ? ownerOf(target) : null;
      clearTimeout(timer);
      if (owner === null) setAnchor(null);
      // a click that moves the focus does not show a hint
      else if (type === 'pointerover' || owner.matches(':focus-visible'))
        timer = setTimeout(() => setAnchor(owner), DELAY_MS);
    };
    const hide = () => {
      clearTimeout(timer);
      setAnchor(null);
    };
    const tap = (event: MouseEvent) => {
      const owner = event.target instanceof Element ? event.target.closest(`[${TAPPED}]`) : null;
      if (owner === null || !('pointerType' in event) || event.pointerType !== 'touch') return;
      event.stopPropagation();
      setAnchor(owner);
    };
    const hiding = ['pointerdown', 'keydown', 'focusout', 'scroll', 'blur'] as const;
    for (const event of ['pointerover', 'focusin'] as const) document.addEventListener(event, show);
    for (const event of hiding) addEventListener(event, hide, true);
    document.addEventListener('click', tap, true);
    return () => {
      clearTimeout(timer);
      for (const event of ['pointerover', 'focusin'] as const) document.removeEventListener(event, show);
      for (const event of hiding) removeEventListener(event, hide, true);
      document.removeEventListener('click', tap, true);
    };
  }, []);
  const text = anchor?.isConnected ? textOf(anchor) : '';
  return <Suspense>{anchor && text !== '' && <HintPopup anchor={anchor} text={text} />}</Suspense>;
}

/** The element with the hint. A cell of a table that has the focus shows the hints inside it. */
const ownerOf = (target: Element): Element | null =>
  target.closest(`[${ATTRIBUTE}]`) ?? (target.matches(FOCUSED_PARTS) ? target : null);

const FOCUSED_PARTS = 'td:focus, [data-key]:not(tr):focus';

function textOf(owner: Element): string {
  const owners = owner.hasAttribute(ATTRIBUTE) ? [owner] : [...owner.querySelectorAll(`[${ATTRIBUTE}]`)];
  return [...new Set(owners.map((each) => each.getAttribute(ATTRIBUTE) ?? ''))].join('\n');
}
