// Whether a table of text has no room for its words: then each of its rows is a few labelled lines, as on a phone.
import { type RefObject, useLayoutEffect, useState } from 'react';

/** Always false for a table whose columns have widths. */
export function useStacked(
  frame: RefObject<HTMLElement | null>,
  table: RefObject<HTMLElement | null>,
  prose: boolean,
): boolean {
  const [stacked, setStacked] = useState(false);
  useLayoutEffect(() => {
    const [own, inner] = [frame.current, table.current];
    if (!prose || !own || !inner) return;
    /** The width of the table beside its frame, which it had before it was stacked. Pixels. */
    let needed = 0;
    const measure = () => {
      if (!inner.classList.contains('stacked')) needed = inner.offsetWidth;
      setStacked(needed > own.clientWidth);
    };
    const observer = new ResizeObserver(measure);
    for (const element of [own, inner]) observer.observe(element);
    return () => observer.disconnect();
  }, [frame, table, prose]);
  return stacked;
}
