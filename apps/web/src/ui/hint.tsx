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
  const [shown, setShown] = useState<{ anchor: Element; text: string } | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    /** Where the pointer or the focus is, until a key or a click. */
    let place: Element | null = null;
    const open = (anchor: Element) => {
      const text = anchor.isConnected ? textOf(anchor) : '';
      setShown(text === '' ? null : { anchor, text });
    };
    const wait = () => {
      clearTimeout(timer);
      const owner = place && ownerOf(place);
      if (owner) timer = setTimeout(open, DELAY_MS, owner);
      else setShown(null);
    };
    const show = ({ type, target }: Event) => {
      const next = target instanceof Element ? target : null;
      const owner = next && ownerOf(next);
      // a click that moves the focus does not show a hint
      if (type === 'focusin' && owner && !owner.matches(':focus-visible')) return clearTimeout(timer);
      place = next;
      wait();
    };
    const hide = () => {
      place = null;
      wait();
    };
    // The browser sends nothing while the pointer stays on the same element, so the hint comes back by itself.
    const move = () => {
      setShown(null);
      wait();
    };
    const changes = new MutationObserver((records) => {
      if (records.some(({ target }) => target.contains(place) || place?.contains(target))) wait();
    });
    const tap = (event: MouseEvent) => {
      const owner = event.target instanceof Element ? event.target.closest(`[${TAPPED}]`) : null;
      if (owner === null || !('pointerType' in event) || event.pointerType !== 'touch') return;
      event.stopPropagation();
      open(owner);
    };
    const hiding = ['pointerdown', 'keydown', 'focusout', 'blur'] as const;
    for (const event of ['pointerover', 'focusin'] as const) document.addEventListener(event, show);
    for (const event of hiding) addEventListener(event, hide, true);
    addEventListener('scroll', move, true);
    document.addEventListener('click', tap, true);
    changes.observe(document, { subtree: true, attributeFilter: [ATTRIBUTE] });
    return () => {
      clearTimeout(timer);
      for (const event of ['pointerover', 'focusin'] as const) document.removeEventListener(event, show);
      for (const event of hiding) removeEventListener(event, hide, true);
      removeEventListener('scroll', move, true);
      document.removeEventListener('click', tap, true);
      changes.disconnect();
    };
  }, []);
  return <Suspense>{shown && <HintPopup {...shown} />}</Suspense>;
}

/** The element with the hint. A cell of a table that has the focus shows the hints inside it. */
const ownerOf = (target: Element): Element | null =>
  target.closest(`[${ATTRIBUTE}]`) ?? (target.matches(FOCUSED_PARTS) ? target : null);

const FOCUSED_PARTS = 'td:focus, [data-key]:not(tr):focus';

function textOf(owner: Element): string {
  const owners = owner.hasAttribute(ATTRIBUTE) ? [owner] : [...owner.querySelectorAll(`[${ATTRIBUTE}]`)];
  return [...new Set(owners.map((each) => each.getAttribute(ATTRIBUTE) ?? ''))].join('\n');
}
