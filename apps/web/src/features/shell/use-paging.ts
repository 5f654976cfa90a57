// Moves the screen to its next page every few seconds, and rests while somebody uses it.
import { useEffect, useState } from 'react';
import { nextTop, pageOf } from './paging.ts';

const PAGE_MS = 12_000;
/** After the last touch, key or turn of the wheel. */
const REST_MS = 60_000;
const USES = ['pointerdown', 'wheel', 'keydown', 'touchstart'] as const;

const scrolled = ({ scrollTop, clientHeight, scrollHeight }: Element) => ({
  top: scrollTop,
  view: clientHeight,
  whole: scrollHeight,
});

export function usePaging(): { page: number; pages: number } {
  const [page, setPage] = useState({ page: 1, pages: 1 });
  useEffect(() => {
    let restsUntil = 0;
    const rest = () => {
      restsUntil = performance.now() + REST_MS;
    };
    const turn = () => {
      const scroller = document.querySelector('[data-scroller]');
      if (!scroller) return;
      if (performance.now() >= restsUntil) scroller.scrollTop = nextTop(scrolled(scroller));
      setPage(pageOf(scrolled(scroller)));
    };
    const timer = setInterval(turn, PAGE_MS);
    for (const use of USES) addEventListener(use, rest, { passive: true });
    return () => {
      clearInterval(timer);
      for (const use of USES) removeEventListener(use, rest);
    };
  }, []);
  return page;
}
