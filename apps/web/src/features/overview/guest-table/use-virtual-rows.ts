// Only the rows in view exist. The whole screen scrolls, so the table's place on it counts.
import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';
import { scrollerOf } from '../../../ui/scroller.tsx';
import type { Row } from './rows.ts';

/** Pixels, as in styles.css. */
const HEIGHTS = {
  narrow: { head: 40, guest: 44, group: 40, detail: 260 },
  wide: { head: 28, guest: 28, group: 26, detail: 130 },
};
const FOOT = 28;
/** Of the card around the table, left and right. */
const BORDERS = 2;

export interface VirtualRows {
  virtual: Virtualizer<HTMLElement, HTMLTableRowElement>;
  /** Width there is for columns, in pixels; 0 before the first measure. */
  width: number;
}

/** Below this width rows are as high as a finger needs. */
const NARROW = 720;

export function useVirtualRows(rows: readonly Row[], frame: RefObject<HTMLElement | null>): VirtualRows {
  const [{ width, top }, setPlace] = useState({ width: 0, top: 0 });

  // biome-ignore lint/correctness/useExhaustiveDependencies: the frame is there from the first layout to the last
  useLayoutEffect(() => {
    const own = frame.current;
    const scroller = own && scrollerOf(own);
    if (!own || !scroller) return;
    const measure = () => {
      const from = scroller.getBoundingClientRect().top - scroller.scrollTop;
      const next = { width: own.clientWidth - BORDERS, top: Math.round(own.getBoundingClientRect().top - from) };
      setPlace((old) => (old.width === next.width && old.top === next.top ? old : next));
    };
    measure();
    // what stands above the table decides where it begins
    const observer = new ResizeObserver(measure);
    for (const element of [own, ...(own.parentElement?.children ?? [])]) observer.observe(element);
    return () => observer.disconnect();
  }, []);

  const heights = HEIGHTS[document.documentElement.clientWidth < NARROW ? 'narrow' : 'wide'];
  const virtual = useVirtualizer<HTMLElement, HTMLTableRowElement>({
    count: rows.length,
    getScrollElement: () => frame.current && scrollerOf(frame.current),
    estimateSize: (place) => heights[(rows[place] as Row).kind],
    getItemKey: (place) => (rows[place] as Row).key,
    scrollMargin: top + heights.head,
    scrollPaddingStart: heights.head,
    scrollPaddingEnd: FOOT,
    overscan: 8,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: other heights make every place wrong
  useEffect(() => virtual.measure(), [virtual, heights]);
  return { virtual, width };
}
