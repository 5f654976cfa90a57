// Keeps rows in their places while the user points at them.
import { useEffect, useMemo, useRef } from 'react';
import { keepOrder } from '../../lib/keep-order.ts';

interface KeptOrder<T> {
  /** The rows shown now, in the order of the view. */
  now: readonly T[];
  /** Finds a row that no longer passes the filters. */
  all: readonly T[];
  held: boolean;
  /** Identifies the view. When it changes, the new order is used at once. */
  view: string;
}

export function useKeptOrder<T extends { id: string }>({ now, all, held, view }: KeptOrder<T>): readonly T[] {
  const shown = useRef<{ view: string; kept: readonly T[] }>({ view: '', kept: [] });
  const kept = useMemo(() => {
    if (!held || shown.current.view !== view) return now;
    const before = shown.current.kept.map(({ id }) => id);
    return keepOrder(before, now, new Map(all.map((thing) => [thing.id, thing])));
  }, [now, all, held, view]);
  useEffect(() => {
    shown.current = { view, kept };
  }, [kept, view]);
  return kept;
}

/** Grouped rows that keep their places while `held`. `make` gets the keys of the groups in the order to keep. */
export function useKeptGroups<R extends { kind: string; key: string }>(
  held: boolean,
  make: (before: readonly string[]) => readonly R[],
): readonly R[] {
  const stood = useRef<readonly string[]>([]);
  const rows = useMemo(() => make(held ? stood.current : []), [make, held]);
  useEffect(() => {
    stood.current = rows.filter(({ kind }) => kind === 'group').map(({ key }) => key);
  }, [rows]);
  return rows;
}
