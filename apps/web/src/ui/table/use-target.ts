// The row that the address names after `#`. A link to a guest, a storage or a container opens at its row.
import { useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { TableRow } from './column.ts';

/**
 * `hash` as in the address. The key of a row is the id of its entity, after the id of the group where the same entity is in
 * several groups.
 */
export function targetOf(rows: readonly TableRow[], hash: string): TableRow | undefined {
  const id = decoded(hash);
  return rows.find(({ key, kind }) => kind !== 'group' && kind !== 'detail' && (key === id || key.endsWith(`/${id}`)));
}

/** Anybody may have written an address. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Calls `visit` once for each time that the user comes to such an address, when the first rows are there. */
export function useTarget(rows: readonly TableRow[], visit: (key: string) => void): void {
  // the address whose screen is rendered: the current one may be a step ahead of the rows
  const id = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.hash ?? '' });
  const time = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.state.__TSR_key });
  const done = useRef<string>(undefined);
  useEffect(() => {
    if (id === '' || rows.length === 0 || done.current === time) return;
    done.current = time;
    const row = targetOf(rows, id);
    if (row) visit(row.key);
  });
}
