// Renders only the rows in view. The whole screen scrolls, so the position of the table on it counts.
import { elementScroll, type Rect, useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { type RefObject, startTransition, useCallback, useEffect, useState } from 'react';
import { scrollerOf } from '../scroller.tsx';
import type { Heights } from './heights.ts';
import type { Place } from './use-place.ts';

const FOOT = 28;

/** Rows rendered above and below the view: enough for three frames of a fast wheel. More rows make every update slower. */
const OVERSCAN = { moving: 16, resting: 6 };

export interface VirtualRows {
  virtual: Virtualizer<HTMLElement, HTMLElement>;
  /** Whether the row is in view now, and not only rendered near it. */
  inView(place: number): boolean;
}

/** Rows below the head of a table, or cards without a head. `frame` is the element around them. */
export function useVirtualRows<R extends { key: string }>(
  rows: readonly R[],
  frame: RefObject<HTMLElement | null>,
  { top }: Place,
  heights: Heights<R>,
): VirtualRows {
  const { heightOf, head } = heights;
  const [moving, setMoving] = useState(false);
  // the rows out of view come after those in view, in a piece of their own: nobody sees them yet
  const [started, setStarted] = useState(false);
  useEffect(() => startTransition(() => setStarted(true)), []);
  // With the size from the start the first rows come with the body. Otherwise they come after it, in one large piece.
  const [view] = useState(() => viewOf(frame.current));
  // other functions would make the library measure all rows again
  const virtual = useVirtualizer<HTMLElement, HTMLElement>({
    count: rows.length,
    getScrollElement: () => frame.current && scrollerOf(frame.current),
    estimateSize: useCallback((place: number) => heightOf(rows[place] as R), [rows, heightOf]),
    getItemKey: useCallback((place: number) => (rows[place] as R).key, [rows]),
    ...view,
    scrollMargin: top + head,
    scrollPaddingStart: head,
    scrollPaddingEnd: FOOT,
    overscan: moving ? OVERSCAN.moving : started ? OVERSCAN.resting : 0,
    onChange: ({ isScrolling }) => setMoving(isScrolling),
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the heights change, every position is wrong
  useEffect(() => virtual.measure(), [virtual, heights]);
  const inView = (place: number) =>
    virtual.range !== null && place >= virtual.range.startIndex && place <= virtual.range.endIndex;
  return { virtual, inView };
}

type Rows = Virtualizer<HTMLElement, HTMLElement>;

const sizeOf = ({ clientWidth: width, clientHeight: height }: HTMLElement): Rect => ({ width, height });

/** The size and the position at the start. To ask for them again right after the rows were rendered would be one layout more. */
function viewOf(frame: HTMLElement | null) {
  const scroller = frame && scrollerOf(frame);
  if (!scroller) return {};
  const start = scroller.scrollTop;
  let isStart = true;
  return {
    initialRect: sizeOf(scroller),
    initialOffset: start,
    observeElementRect({ scrollElement }: Rows, onSize: (size: Rect) => void) {
      if (!scrollElement) return undefined;
      const observer = new ResizeObserver(() => onSize(sizeOf(scrollElement)));
      observer.observe(scrollElement);
      return () => observer.disconnect();
    },
    scrollToFn(...[offset, options, rows]: Parameters<typeof elementScroll<HTMLElement>>) {
      if (!isStart || offset !== start) elementScroll(offset, options, rows);
      isStart = false;
    },
  };
}
