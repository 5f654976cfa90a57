// Only the rows in view exist. The whole screen scrolls, so the table's place on it counts.
import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useEffect, useLayoutEffect, useState } from 'react';
import { scrollerOf } from './scroller.tsx';

/** One object for as long as the heights are the same. */
export interface Heights<R> {
  /** Pixels; for rows that measure themselves, a guess. */
  heightOf(row: R): number;
  /** Of what stands above the first row inside the frame, pixels. */
  head: number;
}

/** Of a table's head on a wide window, as in styles.css. */
export const HEAD = 28;
const FOOT = 28;
/** Of the card around the table, left and right. */
const BORDERS = 2;

/** Rows kept ready above and below: three frames of a fast wheel leave no hole, and rows at rest cost every update. */
const OVERSCAN = { moving: 16, resting: 6 };

export interface VirtualRows {
  virtual: Virtualizer<HTMLElement, HTMLElement>;
  /** Whether it is to be seen now, and not only kept ready. */
  inView(place: number): boolean;
  /** Width there is for columns, in pixels; 0 before the first measure. */
  width: number;
}

/** Below this width rows are as high as a finger needs. */
const NARROW = 720;

export const narrow = (): boolean => document.documentElement.clientWidth < NARROW;

/** Rows below the head of a table, or cards without one; `frame` is what they stand in. */
export function useVirtualRows<R extends { key: string }>(
  rows: readonly R[],
  frame: RefObject<HTMLElement | null>,
  heights: Heights<R>,
): VirtualRows {
  const { heightOf, head } = heights;
  const [moving, setMoving] = useState(false);
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

  // other functions would make it measure all rows anew
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: other heights make every place wrong
  useEffect(() => virtual.measure(), [virtual, heights]);
  const inView = (place: number) =>
    virtual.range !== null && place >= virtual.range.startIndex && place <= virtual.range.endIndex;
  return { virtual, inView, width };
}
