// How wide a table may be, and where on the screen it begins.
import { createContext, type RefObject, startTransition, use, useLayoutEffect, useState } from 'react';
import { shallowAlike } from '../../lib/shallow-alike.ts';
import { scrollerOf } from '../scroller.tsx';
import { narrow } from './heights.ts';

/** In pixels. Before the first measurement the width is an estimate or 0, and the top is 0. */
export interface Place {
  /** The width available for columns. */
  width: number;
  /** The distance from the top of what scrolls. */
  top: number;
  measured: boolean;
}

/** The space of the card around the table, left and right. */
const BORDERS = 2;

/** Whether the tables below are as wide as the screen. Then their first rows come with the screen, and not after a measurement. */
export const WholeWidth = createContext(false);

/** The bars above a screen have the width of the screen, and are there before it. 0 without a bar. */
function screenWidth(): number {
  const bar = document.querySelector('.bar-x');
  return bar ? bar.clientWidth - 2 * Number.parseFloat(getComputedStyle(bar).paddingLeft) - BORDERS : 0;
}

/** `frame` is the element around the table. */
export function usePlace(frame: RefObject<HTMLElement | null>, table: RefObject<HTMLElement | null>): Place {
  const isWhole = use(WholeWidth);
  // a phone renders them in a second piece, because one large piece would keep it from answering
  const [place, setPlace] = useState(() => ({
    width: isWhole && !narrow() ? screenWidth() : 0,
    top: 0,
    measured: false,
  }));

  // biome-ignore lint/correctness/useExhaustiveDependencies: the frame exists from the first layout to the last
  useLayoutEffect(() => {
    const own = frame.current;
    const scroller = own && scrollerOf(own);
    const inner = table.current;
    if (!own || !inner || !scroller) return;
    let update = startTransition;
    const measure = () => {
      const from = scroller.getBoundingClientRect().top - scroller.scrollTop;
      const top = Math.round(inner.getBoundingClientRect().top - from);
      const next = { width: own.clientWidth - BORDERS, top, measured: true };
      update(() => setPlace((old) => (shallowAlike(old, next) ? old : next)));
      // the first rows are many, and are rendered in small pieces; later the rows follow the window at once
      update = (change) => change();
    };
    // It measures after the layout of each frame, the first one too: measuring now would be a layout more.
    // The content above the table decides where the table begins.
    const observer = new ResizeObserver(measure);
    for (const element of [own, ...(own.parentElement?.children ?? [])]) observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return place;
}
