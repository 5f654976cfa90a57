// From the replica and the view to the rows on the screen.
import type { Guest } from '@belfry/schema/entities/guest';
import { useEffect, useMemo, useRef } from 'react';
import { useList } from '../../../live/use-live.ts';
import { keepOrder, onlineNodes, type Row, selectGuests, toRows, type View } from './rows.ts';

export interface GuestRows {
  rows: Row[];
  /** Of the guests shown. */
  running: number;
  stopped: number;
  /** Of all guests, whatever the view. */
  total: number;
}

/** While `held`, guests keep their places, unless the view itself is changed. */
export function useGuestRows(view: View, held: boolean, expanded: Readonly<Record<string, boolean>>): GuestRows {
  const [vms, containers, nodes] = [useList('vms'), useList('containers'), useList('nodes')];
  const { search, type, status, grouping, node, sortKey, descending } = view;
  const viewKey = JSON.stringify([search, type, status, node, sortKey, descending]);
  const shown = useRef({ viewKey: '', ids: [] as string[] });

  const all = useMemo(() => [...vms, ...containers], [vms, containers]);
  const guests = useMemo(() => {
    const now = selectGuests(all, { search, type, status, grouping, node, sortKey, descending }, onlineNodes(nodes));
    if (!held || shown.current.viewKey !== viewKey) return now;
    return keepOrder(shown.current.ids, now, new Map<string, Guest>(all.map((guest) => [guest.id, guest])));
  }, [all, nodes, search, type, status, grouping, node, sortKey, descending, held, viewKey]);
  useEffect(() => {
    shown.current = { viewKey, ids: guests.map((guest) => guest.id) };
  }, [guests, viewKey]);

  const rows = useMemo(() => toRows(guests, grouping, nodes, expanded), [guests, grouping, nodes, expanded]);
  const running = useMemo(() => rows.filter((row) => row.kind === 'guest' && row.running).length, [rows]);
  return { rows, running, stopped: guests.length - running, total: all.length };
}
