// Keyboard navigation in rows. One row is current and in the tab order; the arrows move it, Enter and Space open it.
// Left and Right go through the cells of the row, so that the hint of each is shown.
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTableKeys } from '../screen-keys.ts';
import type { TableRow } from './column.ts';

/** A row that gets the focus as soon as it is rendered. `from` had the focus at that time; null: it does not matter what had it. */
interface Waiting {
  table: HTMLElement;
  key: string;
  from: Element | null;
  opens: boolean;
}

const PAGE = 15;

/** `reveal` scrolls the row at an index into view; `open` is what Enter does, `openPage` what O does: false where a row has nothing to open. */
export function useRowNavigation(
  rows: readonly TableRow[],
  reveal: (place: number, block: 'nearest' | 'center') => void,
  open: (key: string) => boolean,
  openPage: (row: Element) => boolean = () => false,
) {
  useTableKeys();
  const [key, setKey] = useState<string>();
  const waiting = useRef<Waiting>(null);

  const focusNext = () => {
    if (!waiting.current) return;
    const { table, key, from, opens } = waiting.current;
    const row = table.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`);
    if (!row) return;
    waiting.current = null;
    // the user may have gone somewhere else meanwhile
    if (hasStayed(from)) row.focus({ preventScroll: true });
    if (opens && row.ariaExpanded === 'false') open(key);
  };
  useEffect(focusNext);

  return {
    /** The key of the row that Tab reaches. `rendered`: where not all rows are. */
    current: (rendered?: Rendered): string | undefined => currentRow(rows, key, rendered)?.key,
    setCurrent: setKey,
    /** Puts the focus on the row that waits for it. Call it when other rows have been rendered. */
    focusNext,
    /** Scrolls to a row, opens it and puts the focus on it. */
    visit(table: HTMLElement | null, key: string) {
      if (table) waiting.current = { table, key, from: null, opens: true };
      setKey(key);
      // its details are below it
      reveal(
        rows.findIndex((row) => row.key === key),
        'center',
      );
    },
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      const { target } = event;
      const row = target instanceof Element ? target.closest<HTMLElement>('[data-key]') : null;
      const from = row?.dataset.key;
      const cell = target instanceof HTMLTableCellElement ? target : null;
      // a link or a field inside a row has its own keys
      if (!row || from === undefined || (target !== row && !cell)) return;
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      const stops = rows.filter(({ kind }) => kind !== 'detail');
      const place = stops.findIndex((stop) => stop.key === from);
      const next = stops[stepFrom(place, event.key, stops.length) ?? -1];
      if (next) {
        event.preventDefault();
        waiting.current = { table: event.currentTarget, key: next.key, from: document.activeElement, opens: false };
        setKey(next.key);
        reveal(rows.indexOf(next), 'nearest');
        // a row that is not rendered yet gets the focus when it is
        focusNext();
      } else if (event.key === 'o' && openPage(row)) {
        event.preventDefault();
      } else if (event.key === 'Enter' || event.key === ' ') {
        event.preventDefault();
        if (!open(from) && event.key === 'Enter') openPage(row);
      } else if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') {
        event.preventDefault();
        const opens = row.ariaExpanded === String(event.key === 'ArrowLeft') && row.classList.contains('row');
        if (!cell && opens) open(from);
        else if (row instanceof HTMLTableRowElement) focusCell(row, cell, event.key === 'ArrowRight');
      }
    },
  };
}

/** Whether the focus is still where it was. A row that is scrolled away is removed, and its focus with it. Nobody loses a field. */
function hasStayed(from: Element | null): boolean {
  const now = document.activeElement;
  if (now === null || now === document.body || now === from) return true;
  return from === null && !now.matches('input, textarea, select, [contenteditable]');
}

/** Places of rows: those that are rendered, and the first that is in view. */
export interface Rendered {
  first: number;
  last: number;
  view: number;
}

/** The row that Tab reaches: the current one, or the first in view when the current one is not rendered. */
function currentRow(
  rows: readonly TableRow[],
  key: string | undefined,
  { first, last, view }: Rendered = { first: 0, last: rows.length - 1, view: 0 },
): TableRow | undefined {
  const stop = (from: number, isWanted: (row: TableRow) => boolean) => {
    for (let place = from; place <= last; place++) {
      const row = rows[place];
      if (row && row.kind !== 'detail' && isWanted(row)) return row;
    }
    return undefined;
  };
  const any = () => true;
  return (key !== undefined && stop(first, (row) => row.key === key)) || (stop(view, any) ?? stop(first, any));
}

function stepFrom(place: number, key: string, count: number): number | undefined {
  const steps: Record<string, number> = {
    ArrowDown: place + 1,
    ArrowUp: place - 1,
    PageDown: place + PAGE,
    PageUp: place - PAGE,
    Home: 0,
    End: count - 1,
  };
  const step = Object.hasOwn(steps, key) ? steps[key] : undefined;
  return step === undefined ? undefined : Math.min(Math.max(step, 0), count - 1);
}

function focusCell(row: HTMLElement, from: HTMLElement | null, forward: boolean): void {
  const to = forward ? (from ? from.nextElementSibling : row.firstElementChild) : from?.previousElementSibling;
  if (!(to instanceof HTMLElement)) {
    if (from && !forward) row.focus();
    return;
  }
  // A cell becomes focusable when the user visits it. Most cells are never visited.
  to.tabIndex = -1;
  to.focus();
}
