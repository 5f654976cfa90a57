// Renders only the rows in view. The whole screen scrolls, so the position of the table on it counts.
import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useEffect, useLayoutEffect, useState } from 'react';
import { scrollerOf } from './scroller.tsx';

/** The same object as long as the heights are the same. */
export interface Heights<R> {
  /** Pixels. For rows that measure themselves it is an estimate. */
  heightOf(row: R): number;
  /** The height of the content above the first row inside the frame, in pixels. */
  head: number;
}

/** The height of a table head on a wide window, as in styles.css. */
export const HEAD = 28;
const FOOT = 28;
/** The space of the card around the table, left and right. */
const BORDERS = 2;

/** Rows rendered above and below the view: enough for three frames of a fast wheel. More rows make every update slower. */
const OVERSCAN = { moving: 16, resting: 6 };

export interface VirtualRows {
  virtual: Virtualizer<HTMLElement, HTMLElement>;
  /** Whether the row is in view now, and not only rendered near it. */
  inView(place: number): boolean;
  /** The width available for columns, in pixels; 0 before the first measurement. */
  width: number;
}

/** Below this width rows are high enough for a finger. */
const NARROW = 720;

export const narrow = (): boolean => document.documentElement.clientWidth < NARROW;

/** Rows below the head of a table, or cards without a head. `frame` is the element around them. */
export function useVirtualRows<R extends { key: string }>(
  rows: readonly R[],
  frame: RefObject<HTMLElement | null>,
  heights: Heights<R>,
): VirtualRows {
  const { heightOf, head } = heights;
  const [moving, setMoving] = useState(false);
  const [{ width, top }, setPlace] = useState({ width: 0, top: 0 });

  // biome-ignore lint/correctness/useExhaustiveDependencies: the frame exists from the first layout to the last
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
    // the content above the table decides where the table begins
    const observer = new ResizeObserver(measure);
    for (const element of [own, ...(own.parentElement?.children ?? [])]) observer.observe(element);
    return () => observer.disconnect();
  }, []);

  // other functions would make the library measure all rows again
  const virtual = useVirtualizer<HTMLElement, HTMLElement>({
    count: rows.length,
    getScrollElement: () => frame.current && scrollerOf(frame.current),
    estimateSize: useCallback((place: number) => heightOf(rows[place] as R), [rows, heightOf]),
    getItemKey: useCallback((place: number) => (rows[place] as R).key, [rows]),
    scrollMargin: top + head,
    scrollPaddingStart: head,
    scrollPaddingEnd: FOOT,
    overscan: moving ? OVERSCAN.moving : OVERSCAN.resting,
    onChange: ({ isScrolling }) => setMoving(isScrolling),
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the heights change, every position is wrong
  useEffect(() => virtual.measure(), [virtual, heights]);
  const inView = (place: number) =>
    virtual.range !== null && place >= virtual.range.startIndex && place <= virtual.range.endIndex;
  return { virtual, inView, width };
}
