// How wide a table may be, and where on the screen it begins.
import { type RefObject, startTransition, useLayoutEffect, useState } from 'react';
import { scrollerOf } from '../scroller.tsx';

/** In pixels; 0 before the first measurement. */
export interface Place {
  /** The width available for columns. */
  width: number;
  /** The distance from the top of what scrolls. */
  top: number;
}

/** The space of the card around the table, left and right. */
const BORDERS = 2;

/** `frame` is the element around the table. */
export function usePlace(frame: RefObject<HTMLElement | null>, table: RefObject<HTMLElement | null>): Place {
  const [place, setPlace] = useState({ width: 0, top: 0 });

  // biome-ignore lint/correctness/useExhaustiveDependencies: the frame exists from the first layout to the last
  useLayoutEffect(() => {
    const own = frame.current;
    const scroller = own && scrollerOf(own);
    const inner = table.current;
    if (!own || !inner || !scroller) return;
    let update = startTransition;
    const measure = () => {
      const from = scroller.getBoundingClientRect().top - scroller.scrollTop;
      const next = { width: own.clientWidth - BORDERS, top: Math.round(inner.getBoundingClientRect().top - from) };
      update(() => setPlace((old) => (old.width === next.width && old.top === next.top ? old : next)));
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
