// Keyboard navigation in rows. One row is current and in the tab order; the arrows move it, Enter opens it.
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { useTableKeys } from './screen-keys.ts';

/** A `detail` belongs to the row above it. The arrows skip it. */
export interface NavigableRow {
  key: string;
  kind: string;
}

export interface RowNavigation {
  /** The key of the current row. */
  current: string | undefined;
  setCurrent(key: string): void;
  onKeyDown(event: KeyboardEvent<HTMLElement>): void;
}

const PAGE = 15;

/** `reveal` scrolls the row at an index into view; `open` is what Enter does. */
export function useRowNavigation(
  rows: readonly NavigableRow[],
  reveal: (place: number) => void,
  open: (key: string) => void,
): RowNavigation {
  useTableKeys();
  const [key, setKey] = useState<string>();
  const focusNext = useRef<HTMLElement>(null);
  const stops = useMemo(() => rows.filter((row) => row.kind !== 'detail'), [rows]);
  const place = useMemo(() => {
    const found = key === undefined ? -1 : stops.findIndex((row) => row.key === key);
    return Math.max(0, found);
  }, [stops, key]);

  // the row may have been rendered just now by scrolling, so the focus is set after the render
  useEffect(() => {
    const table = focusNext.current;
    if (!table || key === undefined) return;
    const row = table.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`);
    if (!row) return;
    focusNext.current = null;
    row.focus({ preventScroll: true });
  });

  return {
    current: stops[place]?.key,
    setCurrent: setKey,
    onKeyDown(event) {
      const row = event.target instanceof HTMLElement ? event.target.dataset.key : undefined;
      if (row === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
      const steps: Record<string, number> = {
        ArrowDown: place + 1,
        ArrowUp: place - 1,
        PageDown: place + PAGE,
        PageUp: place - PAGE,
        Home: 0,
        End: stops.length - 1,
      };
      const step = Object.hasOwn(steps, event.key) ? steps[event.key] : undefined;
      const next = step === undefined ? undefined : stops[Math.min(Math.max(step, 0), stops.length - 1)];
      if (next) {
        event.preventDefault();
        focusNext.current = event.currentTarget;
        setKey(next.key);
        reveal(rows.indexOf(next));
      } else if (event.key === 'Enter') {
        event.preventDefault();
        open(row);
      }
    },
  };
}
