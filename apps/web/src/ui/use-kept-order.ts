// Rows that keep their places while somebody points at them.
import { useEffect, useMemo, useRef } from 'react';
import { keepOrder } from '../lib/keep-order.ts';

interface KeptOrder<T> {
  /** What is shown now, in the order of the view. */
  now: readonly T[];
  /** Where a row that no longer passes the view is still found. */
  all: readonly T[];
  held: boolean;
  /** Another text is another view: then the new order counts at once. */
  view: string;
}

export function useKeptOrder<T extends { id: string }>({ now, all, held, view }: KeptOrder<T>): readonly T[] {
  const shown = useRef({ view: '', ids: [] as string[] });
  const kept = useMemo(() => {
    if (!held || shown.current.view !== view) return now;
    return keepOrder(shown.current.ids, now, new Map(all.map((thing) => [thing.id, thing])));
  }, [now, all, held, view]);
  useEffect(() => {
    shown.current = { view, ids: kept.map(({ id }) => id) };
  }, [kept, view]);
  return kept;
}

/** Rows in groups that stand where they stood while `held`; `make` gets the keys of the groups in that order. */
export function useKeptGroups<R extends { kind: string; key: string }>(
  held: boolean,
  make: (before: readonly string[]) => R[],
): R[] {
  const stood = useRef<readonly string[]>([]);
  const rows = useMemo(() => make(held ? stood.current : []), [make, held]);
  useEffect(() => {
    stood.current = rows.filter(({ kind }) => kind === 'group').map(({ key }) => key);
  }, [rows]);
  return rows;
}
